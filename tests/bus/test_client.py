"""The client of one engine on a bus: as over a pipe, and what only a bus can do to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from protocol.bus import Caller
from protocol.bus.memory import MemoryBus
from protocol.bus.repeats import LONGEST
from protocol.client import Client, bus_mailbox
from protocol.client.bus_connect import over
from protocol.client.bus_mailbox import presence_will
from protocol.errors import DeadlineExceeded, EngineGone, EngineRefused, ErrorCode, GoneKind
from tests.bus.asker import Desk, desk


@asynccontextmanager
async def client_of(
    engine: Desk, name: str = "c1", user: str = "ann", **settings: Any
) -> AsyncIterator[Client]:
    caller = Caller(user, name)
    bus = await MemoryBus(engine.broker, f"{user}-{name}", user=user, will=presence_will(caller)).start()
    async with await over(bus, caller, settings.pop("at", "e"), **settings) as client:
        yield client


@pytest.mark.parametrize("encoding", ["text", "msgpack"])
async def test_a_game_as_over_a_pipe(encoding: str) -> None:
    async with desk() as engine, client_of(engine, encoding=encoding) as client:
        assert client.greeting is not None
        assert client.greeting.name == "trilogue"
        assert (await client.new("lot", size=6)).session == "main"
        assert (await client.play("d4")).ply == 1
        assert (await client.moves()).count > 0
        assert (await client.undo()).ply == 0
        answer = await client.go(depth=2)
        assert answer.move in (await client.moves()).moves
        with pytest.raises(EngineRefused) as caught:
            await client.play("z9")
        assert caught.value.code is ErrorCode.ILLEGAL_MOVE


async def test_a_search_streams_and_stops() -> None:
    async with desk() as engine, client_of(engine) as client:
        async with client.search(infinite=True, game="loa") as search:
            async for info in search:
                assert info.pv
                break
            assert (await search.stop()).move
        assert engine.engine.searches.free == 2


async def test_leaving_a_search_frees_its_slot() -> None:
    async with desk(searches=1) as engine, client_of(engine) as client:
        async with client.search(infinite=True, game="loa"):
            await asyncio.sleep(0.1)
        assert (await client.go(depth=1, game="loa")).move


async def test_two_clients_of_one_user_do_not_meet() -> None:
    async with desk() as engine, client_of(engine, "one") as one, client_of(engine, "two") as two:
        results = await asyncio.gather(*(each.go(game="loa", movetime=100) for each in (one, two)))
        assert all(each.move for each in results)


async def test_closing_a_client_ends_its_searches() -> None:
    async with desk(searches=1) as engine:
        async with client_of(engine) as client:
            search = client.search(infinite=True, game="loa")
            await search.__aenter__()
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)
        assert engine.engine.searches.free == 1


async def test_no_such_engine() -> None:
    async with desk() as engine:
        with pytest.raises(EngineGone) as caught:
            async with client_of(engine, at="nobody", start_deadline=0.2):
                pass
        assert caught.value.kind is GoneKind.START


async def test_requests_outlive_a_broker() -> None:
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa")
        asked: list[asyncio.Future[Any]] = [asyncio.ensure_future(client.go(game="loa", movetime=300))]
        await asyncio.sleep(0.05)
        engine.broker.stop()
        asked += [asyncio.ensure_future(client.play(["b1-b3"], ply=0)), asyncio.ensure_future(client.ping())]
        await asyncio.sleep(0.4)
        engine.broker.start()
        await asyncio.gather(*asked)
        assert (await client.status()).ply == 1
        assert engine.server.intake.counts["served"] == 6  # hello, new, go, play, ping, status


async def test_a_request_is_not_served_twice_however_often_the_line_breaks() -> None:
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa")
        for ply in range(30):
            asked = asyncio.ensure_future(client.play((await client.moves()).moves[0]))  # type: ignore[arg-type]
            for name in ("trilogue-e", "ann-c1"):
                await asyncio.sleep(0)
                engine.broker.cut(name) if (ply + len(name)) % 3 else None
            assert (await asked).ply == ply + 1
            await asyncio.sleep(0.02)


async def test_an_engine_that_comes_back_after_its_clients_misses_nothing() -> None:
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa")
        engine.server._bus._retry = 0.3  # type: ignore[attr-defined]
        engine.broker.stop()
        asked = asyncio.ensure_future(client.play("b1-b3", deadline=5))
        await asyncio.sleep(0.05)
        engine.broker.start()
        await asyncio.sleep(0.1)
        late = asyncio.ensure_future(client.play("a5-c5", deadline=5))
        assert (await asked).ply == 1
        assert (await late).ply == 2


async def test_what_an_engine_missed_while_it_was_away_is_sent_again() -> None:
    """Only its line breaks, and the broker keeps no session for it."""
    async with desk() as engine, client_of(engine) as client:
        engine.server._bus._retry = 0.3  # type: ignore[attr-defined]
        engine.broker.cut("trilogue-e")
        engine.broker.forget("trilogue-e")
        assert (await client.new("loa", deadline=5)).session == "main"


async def test_patience_beyond_what_an_engine_knows_repeats_for_is_no_fault() -> None:
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa", deadline=10 * LONGEST)
        await client.play("b1-b3", deadline=10 * LONGEST)
        assert (await client.status(deadline=10 * LONGEST)).ply == 1


async def test_what_changes_something_is_given_up_before_an_engine_would_do_it_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bus_mailbox, "LONGEST", 2)
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa")
        engine.broker.mute("trilogue-e")
        with pytest.raises(EngineRefused, match="unanswered") as caught:
            async with asyncio.timeout(5):
                await client.play("b1-b3", deadline=60)
        assert caught.value.code is ErrorCode.CANCELLED


async def test_an_engine_that_is_gone_is_told_before_the_deadline() -> None:
    async with desk() as engine, client_of(engine) as client:
        asked = asyncio.ensure_future(client.go(game="loa", movetime=20_000))
        await asyncio.sleep(0.05)
        engine.broker.cut("trilogue-e")
        engine.task.cancel()
        await asyncio.gather(engine.task, return_exceptions=True)
        with pytest.raises(EngineGone):
            async with asyncio.timeout(5):
                await asked


async def test_an_engine_started_anew_has_lost_its_sessions_and_says_so() -> None:
    async with desk() as engine, client_of(engine) as client:
        await client.new("loa")
        await engine.start(epoch=2)
        with pytest.raises(EngineGone, match="anew"):
            async with asyncio.timeout(5):
                await client.status()


async def test_a_deadline_is_kept_while_the_broker_is_away() -> None:
    async with desk() as engine, client_of(engine) as client:
        engine.broker.stop()
        await asyncio.sleep(0.02)
        with pytest.raises(DeadlineExceeded):
            await client.ping(deadline=0.3)
        engine.broker.start()
