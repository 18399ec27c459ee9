"""An engine on a bus in memory, and somebody who asks it in plain messages."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from engine.bus import BusServer
from engine.bus_status import will_of
from engine.server import Engine
from engine.stdio import Exit
from protocol.bus import Caller, Message, topics
from protocol.bus.memory import MemoryBroker, MemoryBus
from protocol.bus.presence import ClientPresence, encode


class Desk:
    """A broker, an engine named `e` on it, and the engine's task."""

    def __init__(self, broker: MemoryBroker) -> None:
        self.broker = broker
        self.engine: Engine
        self.engines: list[Engine] = []
        self.server: BusServer
        self.task: asyncio.Task[Exit]
        self.buses: list[MemoryBus] = []

    async def start(self, *, epoch: int = 1, searches: int = 2, **settings: Any) -> None:
        bus = MemoryBus(self.broker, "trilogue-e", user="engine", will=will_of("e", epoch))
        await bus.start()
        loop = asyncio.get_running_loop()
        self.engine = Engine(loop.call_soon_threadsafe, searches=searches, memory=1)
        self.engines.append(self.engine)
        self.server = BusServer(self.engine, bus, "e", epoch=epoch, **settings)
        self.task = loop.create_task(self.server.run())
        await asyncio.sleep(0.01)

    async def asker(self, client: str = "c1", user: str = "ann", *, present: bool = False) -> "Asker":
        caller = Caller(user, client)
        bus = MemoryBus(
            self.broker, f"{user}-{client}", user=user, will=Message(topics.client(caller), b"", 1, True)
        )
        await bus.start()
        self.buses.append(bus)
        asker = Asker(bus, caller)
        await asker.listen()
        if present:
            await bus.announce(Message(topics.client(caller), encode(ClientPresence())))
        return asker


class Asker:
    """Asks in text and collects what comes."""

    def __init__(self, bus: MemoryBus, caller: Caller) -> None:
        self.bus = bus
        self.caller = caller
        self.ids = itertools.count(1)
        self.inbox = topics.answer("e", caller)

    async def listen(self) -> None:
        self.answers = await self.bus.subscribe([self.inbox])

    async def send(self, body: str | bytes, correlation: bytes | None = b"", **changes: Any) -> bytes | None:
        if correlation == b"":
            correlation = str(next(self.ids)).encode()
        fields = {
            "topic": topics.request("e", self.caller.user),
            "payload": body.encode() if isinstance(body, str) else body,
            "qos": 1,
            "expiry": 30,
            "response_topic": self.inbox,
            "correlation": correlation,
            **changes,
        }
        await self.bus.publish(Message(**fields))
        return correlation

    async def next(self) -> Message:
        async with asyncio.timeout(5):
            return await self.answers.get()

    async def final(self) -> Message:
        while True:
            message = await self.next()
            if message.qos:
                return message

    async def ask(self, body: str | bytes, **changes: Any) -> str:
        await self.send(body, **changes)
        return (await self.final()).payload.decode()

    async def silent(self, seconds: float = 0.1) -> None:
        await asyncio.sleep(seconds)
        assert self.answers.take() is None


@asynccontextmanager
async def desk(**settings: Any) -> AsyncIterator[Desk]:
    made = Desk(MemoryBroker())
    await made.start(**settings)
    try:
        yield made
    finally:
        if not made.task.done():
            made.server.end(Exit.INTERRUPTED)
            made.server.end(Exit.INTERRUPTED)
            async with asyncio.timeout(10):
                await made.task
        for bus in made.buses:
            await bus.close()
        for engine in made.engines:
            engine.close()
