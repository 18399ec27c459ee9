"""The bus in memory keeps the contract of all buses."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol.bus import Bus
from protocol.bus.memory import MemoryBroker, MemoryBus
from tests.bus.conformance import BusConformance


class MemoryHarness:
    lacks = frozenset({"redelivery"})

    def __init__(self) -> None:
        self.broker = MemoryBroker()
        self.buses: list[MemoryBus] = []

    async def bus(self, name: str, **settings: Any) -> Bus:
        bus = MemoryBus(self.broker, name, **settings)
        self.buses.append(bus)
        return await bus.start()

    async def stop(self) -> None:
        self.broker.stop()

    async def start(self) -> None:
        self.broker.start()

    async def cut(self, bus: Bus) -> None:
        assert isinstance(bus, MemoryBus)
        self.broker.cut(bus.name)


@pytest.fixture
async def harness() -> AsyncIterator[MemoryHarness]:
    made = MemoryHarness()
    yield made
    for bus in made.buses:
        await bus.close()


class TestMemoryBus(BusConformance):
    pass
