"""With the example configuration no user can speak for, read or forge another, engine or referee."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from protocol.bus import Bus, ConnectFailed, Message, PublishRefused, topics
from protocol.client.bus_connect import connect
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import TlsFiles, from_url
from tests.process.secure import Secure, secure_broker

pytestmark = pytest.mark.process

ANN = topics.Caller("ann", "desk")
NOT_AUTHORISED = 0x87


@pytest.fixture(scope="module")
def secure() -> Iterator[Secure]:
    with (
        tempfile.TemporaryDirectory(prefix="trilogue-tls-") as directory,
        secure_broker(Path(directory)) as made,
    ):
        yield made


async def refused(bus: Bus, topic: str, **fields: Any) -> bool:
    try:
        await bus.publish(Message(topic, b"forged", 1, **fields))
    except PublishRefused as fault:
        return fault.code == NOT_AUTHORISED
    return False


FORBIDDEN_TO_BOB = [
    topics.request("engine1", "ann"),  # speak for another
    topics.answer("engine1", ANN),  # forge another's answers
    topics.answer("engine1", topics.Caller("bob", "x")),  # or one's own
    topics.status("engine1"),  # pass for an engine
    topics.client(ANN),  # make another vanish
    topics.request("tables", "ann"),
    topics.answer("tables", ANN),
    topics.status("tables"),  # take the referee's place
    "ugp/1/tables/public/table/1",
    "ugp/1/engine2/status",
    "elsewhere",
]


@pytest.mark.parametrize("topic", FORBIDDEN_TO_BOB)
async def test_what_a_user_may_not_publish(secure: Secure, topic: str) -> None:
    bus = await secure.bus("bob", "bob-1")
    try:
        assert await refused(bus, topic)
        assert not await refused(bus, topics.request("engine1", "bob"))
    finally:
        await bus.close()


@pytest.mark.parametrize(
    "topic",
    [
        topics.answer("engine2", ANN),
        topics.status("engine2"),
        topics.client(ANN),
        topics.answer("tables", ANN),
        topics.status("tables"),
    ],
)
async def test_what_an_engine_may_not_publish(secure: Secure, topic: str) -> None:
    bus = await secure.bus("engine1", "engine-1")
    try:
        assert await refused(bus, topic)
        assert not await refused(bus, topics.answer("engine1", ANN))
    finally:
        await bus.close()


async def test_what_a_user_may_not_read(secure: Secure) -> None:
    bob, engine, ann = (
        await secure.bus("bob", "b"),
        await secure.bus("engine1", "e"),
        await secure.bus("ann", "a"),
    )
    try:
        spied = await bob.subscribe(
            ["ugp/1/#", "#", topics.answer("engine1", ANN), topics.request("engine1", "ann")]
        )
        theirs = await ann.subscribe([topics.answer("engine1", ANN)])
        await ann.publish(Message(topics.request("engine1", "ann"), b"ping", 1))
        await ann.publish(Message(topics.client(ANN), b"{}", 1, retain=True))
        await engine.publish(Message(topics.answer("engine1", ANN), b"ok", 1))
        async with asyncio.timeout(5):
            assert (await theirs.get()).payload == b"ok"
        await asyncio.sleep(0.3)
        assert spied.take() is None
    finally:
        await ann.publish(Message(topics.client(ANN), b"", 1, retain=True))
        for bus in (bob, engine, ann):
            await bus.close()


async def test_another_user_with_the_same_client_name_inherits_nothing(secure: Secure) -> None:
    ann, engine = await secure.bus("ann", "shared-name"), await secure.bus("engine1", "e")
    await ann.subscribe([topics.answer("engine1", ANN)])
    ann.cut()
    await engine.publish(Message(topics.answer("engine1", ANN), b"for ann", 1))
    await ann.close()
    bob = await secure.bus("bob", "shared-name")
    try:
        got = await bob.subscribe([topics.answer("engine1", ANN)])
        await engine.publish(Message(topics.answer("engine1", ANN), b"for ann too", 1))
        await asyncio.sleep(0.3)
        assert got.take() is None
    finally:
        await bob.close()
        await engine.close()


async def test_a_request_in_anothers_name_never_reaches_the_engine(secure: Secure) -> None:
    environment = {**os.environ, "TRILOGUE_MQTT_USER": "engine1", "TRILOGUE_MQTT_PASSWORD": "secret-engine1"}
    engine = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine", "--mqtt", secure.url, "--name", "engine1", "--ca", str(secure.tls.ca),
        "--log-level", "debug", env=environment, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with connect(
            secure.url, "engine1", credentials=secure.credentials("ann"), tls=secure.tls
        ) as client:
            await client.new("loa")
            bob = await secure.bus("bob", "bob-2")
            stolen = await bob.subscribe([topics.answer("engine1", topics.Caller("bob", "x"))])
            forged: dict[str, Any] = {
                "expiry": 9,
                "correlation": b"1",
                "response_topic": topics.answer("engine1", topics.Caller("bob", "x")),
            }
            assert await refused(bob, topics.request("engine1", "ann"), **forged)
            # as himself, but with the answer into another's box: dropped by the engine
            forged["response_topic"] = topics.answer("engine1", ANN)
            assert not await refused(bob, topics.request("engine1", "bob"), **forged)
            assert (await client.status()).ply == 0
            await asyncio.sleep(0.2)
            assert stolen.take() is None
            await bob.close()
    finally:
        engine.terminate()
        _, log = await asyncio.wait_for(engine.communicate(), 15)
    assert engine.returncode == 0
    assert b"response-topic" in log
    assert b"secret-" not in log


async def test_a_wrong_password_is_told_at_once_and_not_shown(secure: Secure) -> None:
    environment = {"TRILOGUE_MQTT_USER": "ann", "TRILOGUE_MQTT_PASSWORD": "wr0ng-secret"}
    settings = from_url(secure.url, "x", tls=secure.tls, environment=environment)
    assert "wr0ng" not in repr(settings)
    with pytest.raises(ConnectFailed) as caught:
        await MqttBus(settings).start(deadline=10)
    assert caught.value.permanent
    assert "wr0ng" not in str(caught.value)


async def test_an_unknown_authority_is_refused(secure: Secure) -> None:
    settings = from_url(secure.url, "x", credentials=secure.credentials("ann"))
    with pytest.raises(ConnectFailed) as caught:
        await MqttBus(settings).start(deadline=10)
    assert caught.value.permanent


async def test_anonymous_is_refused(secure: Secure) -> None:
    with pytest.raises(ConnectFailed):
        await MqttBus(from_url(secure.url, "x", tls=secure.tls, environment={})).start(deadline=10)


async def test_a_client_certificate_where_the_broker_wants_one() -> None:
    with tempfile.TemporaryDirectory(prefix="trilogue-tls-") as name:
        directory = Path(name)
        with secure_broker(directory, certificates=True) as made:
            credentials = made.credentials("ann")
            with pytest.raises(ConnectFailed):
                await MqttBus(from_url(made.url, "x", credentials=credentials, tls=made.tls)).start(
                    deadline=3
                )
            files = TlsFiles(made.tls.ca, directory / "client.pem", directory / "client.key")
            bus = await MqttBus(from_url(made.url, "x", credentials=credentials, tls=files)).start(
                deadline=10
            )
            await bus.publish(Message(topics.request("engine1", "ann"), b"ping", 1))
            await bus.close()
