"""The loop of an engine on the bus: whatever comes and however many at once, none of it is overlooked."""

import asyncio

import pytest

from engine.bus import BATCH
from engine.bus_status import Status
from engine.stdio import Exit
from protocol.bus import Message, topics
from protocol.bus.memory import MemoryBroker, MemoryBus
from protocol.bus.presence import EngineStatus, decode_engine, encode
from tests.bus.asker import desk


@pytest.mark.parametrize("before", [0, BATCH - 1, BATCH, BATCH + 1])
async def test_a_successor_is_seen_wherever_in_a_batch_its_presence_stands(before: int) -> None:
    async with desk() as engine:
        ann = await engine.asker()
        for number in range(before):
            ann.bus.post(Message(topics.request("e", "ann"), b"ping", 1, correlation=b"%d" % number))
        ann.bus.post(Message(topics.status("e"), encode(EngineStatus("ready", epoch=9)), 1))
        async with asyncio.timeout(5):
            assert await engine.task is Exit.BROKEN


async def test_a_fault_of_our_own_costs_one_request_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk() as engine:
        ann = await engine.asker()

        def fail(_: Message) -> str | None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(engine.server.intake, "take", fail)
            await ann.send("ping")
            await ann.silent()
        assert await ann.ask("ping") == "ok"
        assert "ZeroDivisionError" in capsys.readouterr().err


class Held(MemoryBus):
    """A bus whose announcements wait until they are let go."""

    def __init__(self, broker: MemoryBroker) -> None:
        super().__init__(broker, "held")
        self.free: list[int] = []
        self.go = asyncio.Event()

    async def announce(self, message: Message) -> None:
        status = decode_engine(message.payload)
        assert status is not None
        self.free.append(status.free)
        if len(self.free) > 1:
            await self.go.wait()


async def test_slots_that_changed_while_an_announcement_waited_are_told_after_it() -> None:
    async with desk(searches=2) as made:
        bus = await Held(made.broker).start()
        assert isinstance(bus, Held)
        status = Status("other", made.engine, 1)
        status.use(bus)
        await status.announce("ready")
        ann = await made.asker(present=True)
        await ann.send("go infinite game=loa", b"1")
        await asyncio.sleep(0.05)
        status.touch()
        await asyncio.sleep(0.3)
        assert bus.free == [2, 1]
        await ann.send("stop request=1", b"2")
        for _ in range(2):
            await ann.final()
        status.touch()
        await asyncio.sleep(0.3)
        bus.go.set()
        await asyncio.sleep(0.3)
        status.end()
        assert bus.free == [2, 1, 2]
        await bus.close()
