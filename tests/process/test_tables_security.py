"""With the example rules nobody plays for another, reads another's answers, or passes for the referee."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bots.tables.accounts import PasswordFile
from bots.tables.client import TableClient, TablesRefused, connect
from protocol.bus import Bus, Caller, Message, PublishRefused
from protocol.bus import topics as bus_topics
from protocol.errors import EngineGone, ErrorCode
from protocol.tables import answers, topics
from protocol.transports.mqtt import MqttBus
from tests.process.secure import USERS, Secure, secure_broker
from tests.process.tables import Program, running

pytestmark = pytest.mark.process

MAIN = topics.address("main")
ANN = Caller("ann", "ann-1")


@pytest.fixture(scope="module")
def secure() -> Iterator[Secure]:
    with (
        tempfile.TemporaryDirectory(prefix="trilogue-tls-") as directory,
        secure_broker(Path(directory), (*USERS, "door")) as made,
    ):
        yield made


@asynccontextmanager
async def referee(secure: Secure, file: Path, *options: str) -> AsyncIterator[None]:
    program = Program(
        "table",
        "--broker",
        secure.url,
        "--credentials",
        str(secure.credentials("referee")),
        "--ca",
        str(secure.directory / "ca.pem"),
        "--file",
        str(file),
        *options,
    )
    async with running(program):
        yield


async def seat(secure: Secure, user: str, client: str | None = None) -> TableClient:
    return await connect(
        secure.url, credentials=secure.credentials(user), tls=secure.tls, client=client, deadline=20
    )


async def refused(bus: Bus, topic: str, **fields: Any) -> bool:
    try:
        await bus.publish(Message(topic, b"forged", 1, **fields))
    except PublishRefused:
        return True
    return False


@pytest.mark.parametrize("user", ["bob", "engine1", "door"])
async def test_what_nobody_else_may_publish(secure: Secure, user: str) -> None:
    bus = await secure.bus(user, f"{user}-x")
    try:
        for topic in (
            bus_topics.request(MAIN, "ann"),
            bus_topics.answer(MAIN, ANN),
            bus_topics.answer(MAIN, Caller(user, f"{user}-x")),
            topics.status("main"),
            topics.lobby("main"),
            topics.notices("main", "ann"),
            topics.state("main", "abc"),
            topics.events("main", "abc"),
            bus_topics.client(ANN),
        ):
            assert await refused(bus, topic), topic
        assert not await refused(bus, bus_topics.request(MAIN, user))
    finally:
        await bus.close()


async def test_a_game_with_all_rules_in_force_and_a_spy(secure: Secure, tmp_path: Path) -> None:
    async with referee(secure, tmp_path / "tables.db"):
        ann, bob = await seat(secure, "ann"), await seat(secure, "bob")
        spy: MqttBus = await secure.bus("engine1", "spy")
        try:
            spied = await spy.subscribe(
                [
                    bus_topics.answer(MAIN, ann.caller),
                    topics.notices("main", "bob"),
                    bus_topics.request(MAIN, "+"),
                    "ugp/1/tables/main/rsp/#",
                    "ugp/1/tables/main/user/#",
                ]
            )
            made = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bob", seat="first")
            with pytest.raises(TablesRefused):
                await ann.request("accept", answers.SyncAnswer, challenge=made.challenge)
            await bob.request("accept", answers.SyncAnswer, challenge=made.challenge)
            with pytest.raises(TablesRefused) as wrong:
                await bob.request("move", answers.StateAnswer, table=made.challenge, move="d4", ply=0)
            assert wrong.value.code is ErrorCode.FORBIDDEN
            await ann.request("move", answers.StateAnswer, table=made.challenge, move="d4", ply=0)
            async for state in bob.follow(made.challenge):
                assert state.moves == ["d4"]
                break
            await asyncio.sleep(0.3)
            assert spied.take() is None
        finally:
            for each in (ann, bob):
                await each.close()
            await spy.close()


async def test_guests_come_in_by_the_door(secure: Secure, tmp_path: Path) -> None:
    passwords = secure.directory / "passwords"
    reload = f"kill -HUP {secure.broker.pid}"
    options = ("--guests", str(passwords), "--reload", reload, "--door", "door")
    async with referee(secure, tmp_path / "tables.db", *options):
        one, two = await seat(secure, "door", "door-a"), await seat(secure, "door", "door-b")
        spy = await two._bus.subscribe([bus_topics.answer(MAIN, one.caller), "ugp/1/tables/main/rsp/#"])
        made = await one.request("guest", answers.GuestAnswer, name="Zoe")
        with pytest.raises(TablesRefused) as wrong:
            await one.request("challenge", answers.ChallengeAnswer, game="lot")
        assert wrong.value.code is ErrorCode.FORBIDDEN
        await asyncio.sleep(0.5)
        assert spy.take() is None, "who shares the door's login does not see the new password"
        await one.close()
        await two.close()
        file = tmp_path / "guest.credentials"
        file.write_text(f"{made.user}\n{made.password}\n")
        zoe = await connect(secure.url, credentials=file, tls=secure.tls, deadline=20)
        assert zoe.user.startswith("guest-Zoe-")
        with pytest.raises(TablesRefused) as wrong:
            await zoe.request("challenge", answers.ChallengeAnswer, game="lot", rated=True)
        assert wrong.value.code is ErrorCode.FORBIDDEN
        await zoe.request("challenge", answers.ChallengeAnswer, game="lot")
        await zoe.close()
    accounts = PasswordFile(passwords, reload.split())
    await accounts.delete(made.user)
    await asyncio.sleep(0.5)
    with pytest.raises(EngineGone):
        await connect(secure.url, credentials=file, tls=secure.tls, deadline=3)
    assert "door:" in passwords.read_text()
