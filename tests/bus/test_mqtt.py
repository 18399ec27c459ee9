"""The bus on a real broker, without one: what its connections may do to it."""

import asyncio

import pytest

from protocol.transports import mqtt
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings


class Deaf:
    """A connection whose opening loses a cancelling, as `asyncio.wait_for` may when its future is done."""

    resumed = False
    max_size = 1 << 18
    backlog = 0
    lost_code = 0

    def __init__(self, *_: object) -> None:
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return

    async def leave(self) -> None:
        self.lost.set_result("left")

    def drop(self, reason: str = "dropped") -> None:
        pass


async def test_a_bus_closes_even_if_its_connection_comes_about_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mqtt, "Connection", Deaf)
    bus = MqttBus(MqttSettings("127.0.0.1", 1, "one"))
    starting = asyncio.ensure_future(bus.start())
    await asyncio.sleep(0.01)
    async with asyncio.timeout(5):
        await bus.close()
    assert not bus.up
    starting.cancel()
    await asyncio.gather(starting, return_exceptions=True)
