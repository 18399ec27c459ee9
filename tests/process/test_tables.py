"""A referee as a process on mosquitto: restarts, players that vanish and return, spectators, bad messages."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.tables.client import TableClient, TablesRefused
from engine import games
from protocol.answers import Empty
from protocol.bus import Message
from protocol.bus import topics as bus_topics
from protocol.errors import ErrorCode
from protocol.tables import answers, topics
from protocol.tables.documents import Event, TableState
from protocol.transports.broker import Mosquitto
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings
from tests.process.tables import Program, check_file, children, engines, referee, running, seated

pytestmark = pytest.mark.process


@pytest.fixture
async def table(broker: Mosquitto, tmp_path: Path) -> AsyncIterator[Program]:
    program = referee(broker.url, tmp_path / "tables.db", "--grace", "3")
    async with running(program):
        yield program


async def begin(one: TableClient, two: TableClient, game: str = "loa", time: int = 60_000) -> str:
    made = await one.request(
        "challenge", answers.ChallengeAnswer, game=game, to=two.user, time=time, inc=0, seat="first"
    )
    await two.request("accept", answers.SyncAnswer, challenge=made.challenge)
    return made.challenge


async def move(*clients: TableClient, table: str, count: int = 1) -> TableState:
    """Make so many moves, each by whose turn it is; return the state then."""
    for _ in range(count):
        state = (await clients[0].sync(table)).state
        board = games.begin(state.game, state.options, state.start)
        games.play(board, state.moves)
        mover = state.players[state.mover]  # type: ignore[index]
        client = next(each for each in clients if each.user == mover)
        await client.request(
            "move", answers.StateAnswer, table=table, move=board.moves()[0], ply=state.ply, deadline=30
        )
    return (await clients[0].sync(table)).state


async def over(client: TableClient, table: str, deadline: float = 20) -> TableState:
    async with asyncio.timeout(deadline):
        async for state in client.follow(table):
            if state.phase == "over":
                return state
    raise AssertionError("it went on")


async def test_the_referee_killed_in_the_middle_of_a_game(
    broker: Mosquitto, table: Program, tmp_path: Path
) -> None:
    async with (
        seated(broker.url, "ann") as ann,
        seated(broker.url, "bob") as bob,
        seated(broker.url, "eve") as eve,
    ):
        name = await begin(ann, bob)
        seen: list[Event] = []

        async def look() -> None:
            seen.extend([event async for event in eve.events(name)])

        watching = asyncio.create_task(look())
        before = await move(ann, bob, table=name, count=5)
        for _ in range(2):
            await table.kill()
            going_on = asyncio.create_task(move(ann, bob, table=name))
            await asyncio.sleep(2)
            await table.start()
            await going_on
        after = (await ann.sync(name)).state
        assert after.ply == 7
        charged = sum(before.clocks.values()) - sum(after.clocks.values())
        assert charged < 4_000, "the time that the referee was down is not the players'"
        assert all(after.connected.values())
        await bob.request("resign", answers.StateAnswer, table=name)
        await asyncio.wait_for(watching, 30)
        assert [event.seq for event in seen] == list(range(1, after.seq + 2))
    await table.terminate()
    (game,), _ = check_file(tmp_path / "tables.db")
    assert len(game.moves) == 7


async def test_a_player_vanishes_and_comes_back(broker: Mosquitto, table: Program) -> None:
    async with seated(broker.url, "ann") as ann:
        async with seated(broker.url, "bob") as bob:
            name = await begin(ann, bob)
            await move(ann, bob, table=name, count=3)
        await asyncio.sleep(1)
        assert not (await ann.sync(name)).state.connected["second"]
        async with seated(broker.url, "bob") as bob:
            mine = await bob.request("mine", answers.MineAnswer)
            assert [each.table for each in mine.tables] == [name]
            state = await move(bob, ann, table=name, count=2)
            assert all(state.connected.values())
            kinds = [event.kind for event in (await bob.sync(name, since=0)).events]
            assert kinds.count("disconnected") == kinds.count("connected") == 1


async def test_a_player_that_does_not_come_back_loses(broker: Mosquitto, table: Program) -> None:
    async with seated(broker.url, "ann") as ann:
        async with seated(broker.url, "bob") as bob:
            begun, opening = await begin(ann, bob), await begin(ann, bob)
            await move(ann, bob, table=begun, count=3)
        lost, aborted = await over(ann, begun), await over(ann, opening)
        assert (lost.ended, lost.winner) == ("disconnect", "first")
        assert aborted.ended == "aborted"


async def test_a_flag_falls_by_itself(broker: Mosquitto, table: Program) -> None:
    async with seated(broker.url, "ann") as ann, seated(broker.url, "bob") as bob:
        name = await begin(ann, bob, time=1_000)
        await move(ann, bob, table=name, count=2)
        state = await over(bob, name)
        assert (state.ended, state.winner, state.clocks) == ("time", "second", {"first": 0, "second": 1_000})


async def test_the_broker_goes_and_comes_back(broker: Mosquitto, table: Program) -> None:
    async with seated(broker.url, "ann") as ann, seated(broker.url, "bob") as bob:
        name = await begin(ann, bob)
        before = await move(ann, bob, table=name, count=4)
        await asyncio.to_thread(broker.kill)
        going_on = asyncio.create_task(move(ann, bob, table=name))
        await asyncio.sleep(4)
        await asyncio.to_thread(broker.start)
        after = await going_on
        assert after.ply == 5
        assert all(after.connected.values()), "nobody is blamed for the broker"
        assert before.clocks["first"] - after.clocks["first"] < 3_500
        async with asyncio.timeout(10):
            async for state in bob.follow(name):
                assert state.moves == after.moves
                break


async def test_hostile_messages(broker: Mosquitto, table: Program) -> None:
    async with seated(broker.url, "ann") as ann:
        bus = MqttBus(MqttSettings("127.0.0.1", broker.port, "mallory"))
        await bus.start(deadline=10)
        topic = bus_topics.request(topics.address("main"), "mallory")
        answer = bus_topics.answer(topics.address("main"), bus_topics.Caller("mallory", "m"))
        heard = await bus.subscribe([answer])
        cases: list[tuple[bytes, dict[str, object], ErrorCode | None]] = [
            (b"\xff\xfe", {}, ErrorCode.BAD_REQUEST),
            (b"nonsense", {}, ErrorCode.UNKNOWN_VERB),
            (b"challenge chess", {}, ErrorCode.UNKNOWN_GAME),
            (b"challenge loa size=99", {}, ErrorCode.BAD_ARGUMENT),
            (b"challenge loa colour=red", {}, ErrorCode.UNKNOWN_ARGUMENT),
            (b"challenge loa", {}, ErrorCode.FORBIDDEN),  # without presence
            (b"challenge loa time=1", {}, ErrorCode.BAD_ARGUMENT),
            (b"move abc", {}, ErrorCode.BAD_ARGUMENT),
            (b"sync abc", {}, ErrorCode.UNKNOWN_SESSION),
            (b"guest", {}, ErrorCode.FORBIDDEN),
            (b"ping " + b"x" * 70_000, {}, ErrorCode.TOO_LARGE),
            (b"ping", {"expiry": None}, ErrorCode.BAD_REQUEST),
            (b"ping", {"correlation": b"x" * 65}, ErrorCode.BAD_REQUEST),
            (b"ping", {"content_type": "image/png"}, ErrorCode.BAD_REQUEST),
            (b"ping", {"response_topic": answer.replace("mallory", "ann")}, None),
            (b"ping", {"response_topic": None}, None),
        ]
        for number, (body, fields, code) in enumerate(cases):
            given: dict[str, object] = {
                "expiry": 10,
                "response_topic": answer,
                "correlation": b"c%d" % number,
                **fields,
            }
            await bus.publish(Message(topic, body, 1, **given))  # type: ignore[arg-type]
            if code is not None:
                got = await asyncio.wait_for(heard.get(), 10)
                assert f"code={code.value} " in got.payload.decode("utf-8", "replace"), body[:40]
        await ann.request("ping", Empty)
        assert heard.take() is None, "what has no answer topic of its own gets none"
        kept = Message(topic, b"ping", 1, retain=True, expiry=60, response_topic=answer, correlation=b"kept")
        await bus.publish(kept)
        assert (await asyncio.wait_for(heard.get(), 10)).payload == b"ok"
        await table.kill()
        await table.start()
        await ann.request("ping", Empty, deadline=20)
        assert heard.take() is None, "a request that the broker kept is not made again to a new referee"
        await bus.publish(Message(topic, b"", 1, retain=True))
        with pytest.raises(TablesRefused) as refused:
            await asyncio.gather(*(ann.request("ping", Empty) for _ in range(400)))
        assert refused.value.code is ErrorCode.BUSY
        await bus.close()
    assert table.process.returncode is None


async def test_an_engine_of_a_bot_is_killed(broker: Mosquitto, table: Program, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    config.write_text(
        f'broker = "{broker.url}"\n[[bot]]\nuser = "bot"\nplayer = "engine?movetime=1500"\nslots = 1\n'
    )
    async with running(Program("host", str(config), "-v")), seated(broker.url, "ann") as ann:
        await asyncio.sleep(2)
        made = await ann.request(
            "challenge", answers.ChallengeAnswer, game="lot", to="bot", seat="second", time=60_000
        )
        states = ann.follow(made.challenge)
        async with asyncio.timeout(30):
            while True:
                try:
                    await ann.sync(made.challenge)
                    break
                except TablesRefused:
                    await asyncio.sleep(0.1)
        killed = False
        async with asyncio.timeout(50):
            async for state in states:
                if state.mover == "first" and not killed and state.ply == 2:
                    await asyncio.sleep(0.7)  # in the middle of its thinking
                    for victim in engines_of_hosts():
                        os.kill(victim, signal.SIGKILL)
                    killed = True
                elif state.mover == "second" and state.phase != "over":
                    if state.ply >= 5:
                        break
                    await move(ann, table=made.challenge)
        assert killed
        await ann.request("resign", answers.StateAnswer, table=made.challenge)
        await asyncio.sleep(1)
        lobby = await ann.request("lobby", answers.LobbyAnswer)
        assert lobby.bots[0].offer.free == 1


def engines_of_hosts() -> list[int]:
    """Return the engines of hosts that this test started."""
    return [engine for host in children(os.getpid()) for engine in engines(host)]
