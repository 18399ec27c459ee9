"""What an engine does with answers while the bus does not take them."""

import asyncio

import pytest

from engine import bus_outbox
from engine.bus_outbox import Outbox
from engine.logs import Log
from protocol.bus import Message
from protocol.bus.memory import MemoryBroker, MemoryBus


async def test_of_more_answers_than_may_wait_the_oldest_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_outbox, "MAX_UNSENT", 3 * Message("a", b"0").size())
    broker = MemoryBroker()
    bus = await MemoryBus(broker, "e", user="engine").start()
    reader = await MemoryBus(broker, "r", user="reader").start()
    answers = await reader.subscribe(["a"])
    box = Outbox(bus, Log())
    expires = asyncio.get_running_loop().time() + 60
    broker.stop(forget=False)
    for _ in range(2):
        for number in range(5):
            box.send(Message("a", b"%d" % number, 1), expires)
        await asyncio.sleep(0.01)
        assert len(box) == 3
    broker.start()
    async with asyncio.timeout(5):
        while not (bus.up and reader.up):
            await asyncio.sleep(0.01)
        box.resend()
        assert [(await answers.get()).payload for _ in range(3)] == [b"2", b"3", b"4"]
    assert answers.take() is None
    await bus.close()
    await reader.close()
