"""An engine in memory: one end of a pair of transports, served by a dict of handlers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from protocol import answers
from protocol.client import Client
from protocol.connection import Encoding, ServerConnection
from protocol.errors import ErrorCode
from protocol.messages import End, Error, Info, Ok, Reply, Request
from protocol.transports.base import TransportClosed
from protocol.transports.memory import MemoryTransport, memory_pair

Handler = Callable[[Request], list[Reply]]


def info(request: str, depth: int, multipv: int = 1) -> Info:
    """Make an info of a search."""
    fields = answers.GoInfo(depth=depth, multipv=multipv, score="cp:0", nodes=depth, pv=["a1"])
    return Info(request, fields)


def go_answer(request: str, move: str = "a1") -> Ok:
    """Make the answer of a search."""
    fields = answers.GoAnswer(
        move=move, score="cp:0", depth=1, nodes=1, elapsed=1, pv=[move], hash="0" * 16, ply=0
    )
    return Ok(request, fields)


def empty(request: Request) -> list[Reply]:
    """Answer `ok` and no more."""
    return [Ok(request.id, answers.Empty())]


def none(request: Request) -> list[Reply]:
    """Leave it open."""
    return []


class FakeEngine:
    """Answers by `handlers`, verb -> what to send; what has none is left open. `requests`: what came."""

    def __init__(self, transport: MemoryTransport) -> None:
        self.transport = transport
        self.connection = ServerConnection()
        self.requests: list[Request] = []
        self.handlers: dict[str, Handler] = {"ping": empty, "cancel": self.cancel}
        self.arrived = asyncio.Event()

    def cancel(self, request: Request) -> list[Reply]:
        """Do what `cancel` asks."""
        name = request.args.request  # type: ignore[attr-defined]
        known = name in self.connection.open_ids
        gone: list[Reply] = [Error(name, ErrorCode.CANCELLED, "cancelled")] if known else []
        return [*gone, Ok(request.id, answers.CountAnswer(count=int(known)))]

    async def run(self) -> None:
        """Serve until the other end closes."""
        while data := await self.transport.receive():
            self.connection.receive_data(data)
            while (event := self.connection.next_event()) is not None:
                assert not isinstance(event, End)
                if isinstance(event, Request):
                    self.requests.append(event)
                    self.arrived.set()
                    self.arrived = asyncio.Event()
                    await self.send(*self.handlers.get(event.verb, none)(event))

    async def send(self, *replies: Reply) -> None:
        """Send messages."""
        for reply in replies:
            await self.transport.send(self.connection.send(reply))

    async def say(self, data: bytes) -> None:
        """Send bytes, whatever they mean."""
        await self.transport.send(data)

    async def until(self, verb: str) -> Request:
        """Wait for a request of the verb."""
        async with asyncio.timeout(5):
            while True:
                for request in self.requests:
                    if request.verb == verb:
                        return request
                await self.arrived.wait()


@contextlib.asynccontextmanager
async def pair(
    encoding: Encoding = Encoding.TEXT, **settings: Any
) -> AsyncIterator[tuple[Client, FakeEngine]]:
    """Yield a client and the engine it speaks with."""
    here, there = memory_pair()
    engine = FakeEngine(there)
    task = asyncio.create_task(engine.run())
    client = Client.attach(here, encoding=encoding, **settings)
    await client.join(handshake=False)
    try:
        yield client, engine
    finally:
        await client.close()
        await there.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, TransportClosed):
            await task
