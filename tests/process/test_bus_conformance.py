"""The MQTT bus keeps the contract of all buses, with each real broker."""

from collections.abc import AsyncIterator

import pytest

from tests.bus.conformance import BusConformance
from tests.process.broker import BrokerHarness

pytestmark = pytest.mark.process


@pytest.fixture(params=["mosquitto", "websockets", "embedded"])
async def harness(request: pytest.FixtureRequest) -> AsyncIterator[BrokerHarness]:
    made = BrokerHarness(request.param)
    await made.start()
    yield made
    await made.close()


class TestMqttBus(BusConformance):
    pass
