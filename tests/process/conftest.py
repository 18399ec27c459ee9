"""Fixtures of tests with real processes."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from protocol.transports.broker import Mosquitto
from tests.process.broker import make_broker


@pytest.fixture
async def broker() -> AsyncIterator[Mosquitto]:
    """Run a mosquitto of the test's own on loopback."""
    made = make_broker("mosquitto")
    assert isinstance(made, Mosquitto)
    await asyncio.to_thread(made.start)
    yield made
    await asyncio.to_thread(made.stop)
