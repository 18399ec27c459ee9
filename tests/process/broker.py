"""Brokers for tests: real ones, skipped where they are missing unless TRILOGUE_REQUIRE_BROKER=1."""

import asyncio
import importlib.util
import os
from typing import Any

import pytest

from protocol.bus import Bus, Message
from protocol.transports.broker import HOST, MOSQUITTO, Broker, Embedded, Mosquitto, free_port, mosquitto
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings

REQUIRED = os.environ.get("TRILOGUE_REQUIRE_BROKER") == "1"


def make_broker(kind: str, **arguments: Any) -> Broker:
    """Return a broker that is not started yet, or skip the test (fail it where brokers are required)."""
    missing = importlib.util.find_spec("iotcore") is None if kind == "embedded" else mosquitto() is None
    if missing and REQUIRED:
        pytest.fail(f"{kind} is not installed, and TRILOGUE_REQUIRE_BROKER=1")
    if missing:
        pytest.skip(f"{kind} is not installed")
    if kind == "websockets":
        # mosquitto 2.0 does not start with websockets alone
        arguments["configuration"] = f"{MOSQUITTO}protocol websockets\nlistener {free_port()} {HOST}\n"
    return Embedded(**arguments) if kind == "embedded" else Mosquitto(**arguments)


LACKS = {
    "mosquitto": "takeover",
    "websockets": "takeover",
    "embedded": "sessions redelivery no-local expiry takeover order",
}


class BrokerHarness:
    """A real broker and buses on it (see tests/bus/conformance.py)."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.lacks = frozenset(LACKS[kind].split())
        self.broker = make_broker(kind)
        self.buses: list[MqttBus] = []

    async def bus(
        self,
        name: str,
        *,
        will: Message | None = None,
        retry: float = 0.05,
    ) -> Bus:
        path = "/mqtt" if self.kind == "websockets" else None
        pauses = retry, max(retry, 0.2)
        made = MqttSettings("127.0.0.1", self.broker.port, name, websocket=path, backoff=pauses)
        bus = MqttBus(made, will=will)
        self.buses.append(bus)
        await bus.start(deadline=10)
        return bus

    async def start(self) -> None:
        await asyncio.to_thread(self.broker.start)

    async def stop(self) -> None:
        await asyncio.to_thread(self.broker.stop)

    async def cut(self, bus: Bus) -> None:
        assert isinstance(bus, MqttBus)
        bus.cut()

    async def close(self) -> None:
        for bus in self.buses:
            await bus.close()
        await self.stop()
