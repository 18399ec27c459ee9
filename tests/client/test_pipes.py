"""What a child process wrote: the tail of its stderr, the bounded queue of its stdout."""

import asyncio
from typing import Any

import pytest

from protocol.transports import pipes
from protocol.transports.pipes import STDERR, STDIN, STDOUT, Pipes, Tail


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_a_tail_keeps_the_last_whole_lines(chunk: int) -> None:
    tail = Tail(20)
    text = b"".join(b"line %d\n" % number for number in range(100))
    for at in range(0, len(text), chunk):
        tail.feed(text[at : at + chunk])
    assert tail.text() == "line 98\nline 99\n"


def test_a_tail_bears_anything() -> None:
    tail = Tail(8)
    tail.feed(b"\xff\xfe" * 50)
    assert len(tail.text()) <= 8
    tail.feed(b"")
    assert Tail().text() == ""


class Reading(asyncio.ReadTransport):
    """Counts what it is told, and hands on what it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.protocol: asyncio.BaseProtocol = asyncio.Protocol()
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")


class Process(asyncio.SubprocessTransport):
    """A process whose stdout can be paused."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = Reading()

    def get_pipe_transport(self, fd: int) -> Any:
        return self.reading


async def test_a_flood_is_paused_and_goes_on_when_it_was_read() -> None:
    process, queue = Process(), Pipes()
    queue.connection_made(process)
    chunk = b"x" * (pipes.HIGH_WATER // 4)
    stdout = process.reading.protocol
    assert isinstance(stdout, asyncio.Protocol)
    for _ in range(5):
        stdout.data_received(chunk)
    assert process.reading.told == ["pause"]
    for _ in range(5):
        assert await queue.next_chunk() == chunk
    assert process.reading.told == ["pause", "resume"]


async def test_a_process_that_has_ended_when_its_pipes_are_there_is_no_fault() -> None:
    process, queue = Process(), Pipes()
    process.reading.closing = True
    queue.connection_made(process)
    queue.pipe_data_received(STDOUT, b"last")
    queue.pipe_connection_lost(STDOUT, None)
    assert [await queue.next_chunk() for _ in range(2)] == [b"last", b""]


async def test_what_was_written_before_the_end_is_read_first() -> None:
    queue = Pipes()
    queue.pipe_data_received(STDOUT, b"last")
    queue.pipe_connection_lost(STDOUT, None)
    assert [await queue.next_chunk() for _ in range(3)] == [b"last", b"", b""]


async def test_a_child_that_holds_the_output_open_does_not_hold_up_the_end() -> None:
    queue = Pipes()
    waiting = asyncio.create_task(queue.next_chunk())
    await asyncio.sleep(0)
    queue.process_exited()
    async with asyncio.timeout(2):
        assert await waiting == b""


async def test_stderr_is_kept_apart_and_a_lost_stdin_is_noted() -> None:
    queue = Pipes()
    queue.pipe_data_received(STDERR, b"oh no\n")
    queue.pause_writing()
    assert not queue.writable.is_set()
    queue.pipe_connection_lost(STDIN, BrokenPipeError())
    assert queue.writable.is_set()
    assert queue.stdin_lost
    assert queue.stderr.text() == "oh no\n"
