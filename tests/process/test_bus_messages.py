"""Messages that are wrong, late, too many or never read: they change nothing for anybody else."""

import asyncio
import signal
import time
from collections import Counter
from typing import Any

import pytest

from protocol.bus import Caller, Message, topics
from protocol.client.bus_connect import connect
from protocol.transports.broker import Mosquitto
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import from_url
from tests.process.bus_engine import BusEngine

pytestmark = [pytest.mark.process, pytest.mark.timeout(120)]


async def raw(broker: Mosquitto, name: str, user: str) -> MqttBus:
    return await MqttBus(from_url(f"mqtt://{user}@127.0.0.1:{broker.port}", name, environment={})).start(
        deadline=10
    )


def message(body: bytes, number: int, **changes: Any) -> Message:
    fields: dict[str, Any] = {
        "topic": topics.request("a", "ann"),
        "payload": body,
        "qos": 1,
        "expiry": 20,
        "response_topic": topics.answer("a", Caller("ann", "raw")),
        "correlation": b"%d" % number,
    }
    return Message(**{**fields, **changes})


async def test_hostile_messages_change_nothing(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a"), connect(broker.url, "a") as client:
        bus = await raw(broker, "raw", "ann")
        answers = await bus.subscribe([topics.answer("a", Caller("ann", "raw"))])
        hostile = [
            message(b"ping", 1),
            message(b"ping", 1),  # duplicate
            message(b"x" * 70_000, 2),  # longer than a request may be
            message(b"\xdf\xff\xff\xff\xff", 3),  # a map without end
            message(b"\x81\xa2do" + b"\x91" * 60_000, 4),  # nested beyond reason
            message(b"\xff\xfe\x00", 5),
            message(b"ping", 6, expiry=None),
            message(b"ping", 7, response_topic=topics.answer("a", Caller("bob", "raw"))),  # spoofed
            message(b"ping", 8, response_topic=topics.request("a", "ann")),  # an echo
            message(b"ping", 9, correlation=b""),
            message(b"ping", 10, topic="ugp/1/a/req/ann/more"),
            message(b"quit", 11),
        ]
        for each in hostile:
            await bus.publish(each)
        await bus.publish(message(b"ping", 99))
        got: Counter[bytes | None] = Counter()
        async with asyncio.timeout(10):
            while not got[b"99"]:
                got[(await answers.get()).correlation] += 1
        assert got[b"1"] == 2  # the answer and the same again
        assert {key for key, count in got.items() if key and count == 1} == {
            b"2",
            b"3",
            b"4",
            b"5",
            b"6",
            b"11",
            b"99",
        }
        assert got[None] == 1  # the one without Correlation Data
        await client.ping()
        await bus.close()


async def test_a_request_that_expired_on_the_way_is_not_served(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a") as engine, connect(broker.url, "a") as client:
        await client.ping()
        engine.process.send_signal(signal.SIGSTOP)
        bus = await raw(broker, "raw", "anonymous")
        anonymous = {
            "topic": topics.request("a", "anonymous"),
            "response_topic": topics.answer("a", Caller("anonymous", "raw")),
        }
        for number in range(600):  # beyond the window, so that the broker has to keep them
            bus.post(message(b"set seed=%d" % number, number, **anonymous, expiry=1))
        bus.post(message(b"set multipv=2", 600, **anonymous, expiry=60))
        await asyncio.sleep(2.2)
        engine.process.send_signal(signal.SIGCONT)
        async with asyncio.timeout(10):
            while (settings := (await client.options()).settings)["multipv"].value != 2:
                await asyncio.sleep(0.05)
        seed = settings["seed"].value
        assert isinstance(seed, int)
        assert 0 < seed < 599, "what was on its way is served, what the broker kept is not"
        await bus.close()


async def test_a_consumer_that_does_not_read_hurts_nobody(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a") as engine, connect(broker.url, "a") as client:
        reader, writer = await asyncio.open_connection("127.0.0.1", broker.port)
        topic = topics.answer("a", Caller("ann", "mute")).encode()
        connect_packet = b"\x00\x04MQTT\x05\x02\x00\x00\x00\x00\x04mute"
        filter_packet = b"\x00\x01\x00" + len(topic).to_bytes(2, "big") + topic + b"\x01"
        for kind, body in ((0x10, connect_packet), (0x82, filter_packet)):
            writer.write(bytes([kind, len(body)]) + body)
        await writer.drain()
        await reader.read(64)  # and never again
        bus = await raw(broker, "asks", "ann")
        before = engine.memory()
        for number in range(3000):
            await bus.publish(
                message(b"moves detail game=loa", number, response_topic=topic.decode(), expiry=60)
            )
            if number % 100 == 0:
                began = time.monotonic()
                await client.ping()
                assert time.monotonic() - began < 3
        assert engine.memory() - before < 60_000
        writer.close()
        await bus.close()
