"""The pair of transports in memory: bytes, bounds, ends."""

import asyncio

import pytest

from protocol.transports.base import Fate, TransportClosed, TransportStalled
from protocol.transports.memory import CAPACITY, memory_pair


async def test_bytes_arrive_in_order_and_whole() -> None:
    here, there = memory_pair()
    for part in (b"a", b"b", b"c"):
        await here.send(part)
    assert await there.receive() == b"abc"
    await there.send(b"d")
    assert await here.receive() == b"d"


async def test_the_end_comes_after_the_last_bytes_and_stays() -> None:
    here, there = memory_pair()
    await here.send(b"last")
    here.close_output()
    assert [await there.receive() for _ in range(3)] == [b"last", b"", b""]
    await there.send(b"still open the other way")
    assert await here.receive()


async def test_a_full_pipe_waits_for_its_reader_and_no_longer_than_the_deadline() -> None:
    here, there = memory_pair()
    await here.send(b"x" * CAPACITY)
    with pytest.raises(TransportStalled):
        await here.send(b"y", deadline=0.05)
    waiting = asyncio.create_task(here.send(b"z"))
    await asyncio.sleep(0)
    assert len(await there.receive()) == CAPACITY
    await waiting
    assert await there.receive() == b"z"


async def test_nothing_is_sent_to_a_closed_end() -> None:
    here, there = memory_pair()
    receiving = asyncio.create_task(here.receive())
    await asyncio.sleep(0)
    await there.close()
    assert await receiving == b""
    with pytest.raises(TransportClosed):
        await here.send(b"x")


async def test_a_fate_can_be_set() -> None:
    here, _ = memory_pair()
    assert await here.fate() == Fate(None, "")
    here.end(3, "sorry\n")
    assert await here.fate() == Fate(3, "sorry\n")
    assert here.stderr_tail == "sorry\n"
