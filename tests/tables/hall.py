"""A tables service and its players over a bus in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bots.tables.client import TableClient
from bots.tables.publisher import presence
from bots.tables.rules import Rules
from bots.tables.service import Service
from bots.tables.store import Store, open_store
from protocol.bus import Caller
from protocol.bus.memory import MemoryBroker, MemoryBus
from protocol.client.bus_mailbox import presence_will
from protocol.encoding import Encoding


class Hall:
    """One broker, one file; referees come and go."""

    def __init__(self, path: Path, **settings: Any) -> None:
        self.broker = MemoryBroker()
        self.path = path
        self.settings = {"rules": Rules(), "settle": 0.2, "coin": lambda: True, **settings}
        self.service: Service | None = None
        self.store: Store | None = None
        self._task: asyncio.Task[bool] | None = None
        self._epoch = 0
        self._clients: list[TableClient] = []

    async def start(self) -> Service:
        self._epoch += 1
        self.store = open_store(self.path)
        will = presence("main", self._epoch, "offline")
        bus = MemoryBus(self.broker, "referee", user="referee", will=will)
        await bus.start()
        self.service = Service(bus, self.store, "main", epoch=self._epoch, **self.settings)
        self._task = asyncio.create_task(self.service.run())
        return self.service

    async def stop(self) -> None:
        """Stop the referee in order."""
        assert self.service is not None
        assert self._task is not None
        assert self.store is not None
        self.service.end()
        await self._task
        self.store.close()

    async def player(self, user: str, encoding: Encoding = Encoding.MSGPACK) -> TableClient:
        caller = Caller(user, f"{user}-{len(self._clients)}")
        bus = MemoryBus(self.broker, caller.client, user=user, will=presence_will(caller))
        client = TableClient(await bus.start(), caller, encoding=encoding)
        self._clients.append(client)
        return await client.open()

    async def close(self) -> None:
        for client in self._clients:
            await client.close()
        if self._task is not None and not self._task.done():
            await self.stop()


@asynccontextmanager
async def hall(path: Path, **settings: Any) -> AsyncIterator[Hall]:
    made = Hall(path, **settings)
    await made.start()
    try:
        yield made
    finally:
        await made.close()
