"""Misbehaving engines as real processes: each fault has its exception, nothing hangs, no process is left."""

import time

import pytest

from protocol.client import Client, Grace
from protocol.errors import (
    DeadlineExceeded,
    EngineFault,
    EngineGone,
    EngineRefused,
    ErrorCode,
    GoneKind,
    ProtocolViolation,
)
from tests.peers import running, scripted, soon

pytestmark = pytest.mark.process

QUICK = Grace(stdin=0.3, term=0.3, kill=2.0)


async def search(client: Client, deadline: float = 1.0) -> str:
    answer = await client.go(game="lag", size=4, nodes=1, deadline=deadline)
    return answer.move


@pytest.mark.parametrize(
    ("behaviour", "fault"),
    [
        ("silent", DeadlineExceeded),
        ("slow", DeadlineExceeded),
        ("ignores-stop", DeadlineExceeded),
        ("garbage", ProtocolViolation),
        ("bad-answer", ProtocolViolation),
        ("bad-utf8", ProtocolViolation),
        ("huge-line", DeadlineExceeded),
        ("half-line", EngineGone),
        ("crash", EngineGone),
        ("exits", EngineGone),
        ("closes-stdout", EngineGone),
    ],
)
async def test_each_fault_has_its_exception(behaviour: str, fault: type[EngineFault]) -> None:
    began = time.monotonic()
    async with Client.start(scripted(behaviour, delay=5.0), grace=QUICK) as client:
        pid = client.pid
        assert pid is not None
        with pytest.raises(EngineFault) as caught:
            await search(client)
        assert type(caught.value) is fault
        assert caught.value.request == "#2 go nodes=1 game=lag size=4" or "nodes=1" in str(
            caught.value.request
        )
        assert any("go" in line for line in caught.value.last_lines)
    assert time.monotonic() - began < 10
    assert not running(pid)


@pytest.mark.parametrize(
    ("behaviour", "kind", "exit_code", "stderr"),
    [
        ("crash", GoneKind.CRASH, -6, "Assertion failed"),
        ("exits", GoneKind.CRASH, 3, "out of ideas"),
        ("half-line", GoneKind.EXIT, 0, ""),
        ("closes-stdout", GoneKind.DISCONNECT, None, ""),
    ],
)
async def test_crash_and_disconnect_are_told_apart(
    behaviour: str, kind: GoneKind, exit_code: int | None, stderr: str
) -> None:
    async with Client.start(scripted(behaviour), grace=QUICK) as client:
        with pytest.raises(EngineGone) as caught:
            await search(client, deadline=5.0)
        assert (caught.value.kind, caught.value.exit_code) == (kind, exit_code)
        assert stderr in caught.value.stderr_tail
        with pytest.raises(EngineGone):
            await client.ping()


async def test_a_crash_at_a_later_ply_leaves_the_earlier_answers() -> None:
    async with Client.start(scripted("crash", ply=2)) as client:
        await client.new("lag", size=4)
        for _ in range(2):
            answer = await client.go(nodes=1)
            await client.play(answer.move)
        with pytest.raises(EngineGone):
            await client.go(nodes=1)


@pytest.mark.parametrize("behaviour", ["chatty", "answers-twice"])
async def test_too_much_is_borne(behaviour: str) -> None:
    async with Client.start(scripted(behaviour)) as client:
        for _ in range(3):
            assert await search(client, deadline=10.0)
        await client.ping()
        assert client.violations > 0


async def test_a_chatty_engine_does_not_fill_the_memory() -> None:
    async with Client.start(scripted("chatty")) as client, client.search(game="lag", nodes=1) as under_way:
        await under_way.answer()
        kept = [info async for info in under_way]
        assert len(kept) <= 64
        assert under_way.dropped + len(kept) == 2000


async def test_an_answer_under_a_wrong_id_is_a_violation() -> None:
    async with Client.start(scripted("wrong-id")) as client:
        with pytest.raises(ProtocolViolation):
            await search(client, deadline=0.5)


async def test_an_illegal_move_is_the_callers_to_judge() -> None:
    async with Client.start(scripted("illegal")) as client:
        assert await search(client) == "z9-z8"


async def test_a_mute_engine_misses_the_handshake_and_ends() -> None:
    began = time.monotonic()
    with pytest.raises(DeadlineExceeded, match=r"0\.5 s"):
        await Client.launch(scripted("mute"), start_deadline=0.5, grace=QUICK)
    assert time.monotonic() - began < 5


async def test_a_deaf_engine_is_not_written_to_for_ever() -> None:
    client = await Client.launch(scripted("deaf"), handshake=False, grace=QUICK)
    pid = client.pid
    assert pid is not None
    moves = ["a1-a2"] * 10_000
    for _ in range(5):
        with pytest.raises(DeadlineExceeded):
            await client.play(moves, deadline=0.3)
    began = time.monotonic()
    await client.close()
    assert time.monotonic() - began < 5
    assert not running(pid)


async def test_an_engine_that_ignores_quit_is_killed() -> None:
    client = await Client.launch(scripted("ignores-quit"), grace=QUICK)
    pid = client.pid
    assert pid is not None
    await client.ping()
    began = time.monotonic()
    await client.close()
    assert time.monotonic() - began < 4
    assert not running(pid)


async def test_the_child_that_an_engine_forked_does_not_outlive_a_kill() -> None:
    client = await Client.launch(scripted("forks"), grace=QUICK)
    assert soon(lambda: "child" in client.stderr_tail) or await client.ping()
    await search(client)
    child = int(client.stderr_tail.split()[1])
    assert running(child)
    await client.close()
    assert soon(lambda: not running(child), 2.0)


async def test_a_program_that_is_not_there_cannot_be_started() -> None:
    with pytest.raises(EngineGone, match="no-such-engine") as caught:
        await Client.launch(["no-such-engine"])
    assert caught.value.kind is GoneKind.START


async def test_a_program_that_is_no_engine() -> None:
    with pytest.raises(EngineGone) as caught:
        await Client.launch(["sh", "-c", "echo I am a shell >&2; exit 7"])
    assert (caught.value.exit_code, caught.value.stderr_tail) == (7, "I am a shell\n")


async def test_giving_up_a_search_leaves_the_engine_well() -> None:
    async with Client.start(scripted("honest")) as client:
        with pytest.raises(DeadlineExceeded):
            await client.go(game="lag", infinite=True, deadline=0.2)
        assert await search(client)
        assert client.in_flight == 0
        async with client.search(game="lag", infinite=True) as under_way:
            await anext(under_way)
            assert await under_way.cancel()
            with pytest.raises(EngineRefused) as caught:
                await under_way.answer()
            assert caught.value.code is ErrorCode.CANCELLED
