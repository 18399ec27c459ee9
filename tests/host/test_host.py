"""Hosted bots at tables over a bus in memory."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bots.host.config import BotConfig, HostConfig, Matchmaking, Policy
from bots.host.host import Host
from bots.host.notify import Notify
from bots.tables.client import TableClient, TablesRefused
from protocol.bus.memory import MemoryBus
from protocol.errors import DeadlineExceeded
from protocol.tables import answers
from protocol.tables.documents import Presence, TableInfo
from tests.tables.hall import Hall, hall

SMALL = {"game": "loa", "size": 5}


def a_bot(user: str, **settings: object) -> BotConfig:
    return BotConfig(**{"user": user, "player": "random?seed=1", "slots": 2, **settings})  # type: ignore[arg-type]


@asynccontextmanager
async def hosting(place: Hall, *bots: BotConfig) -> AsyncIterator[Host]:
    async def connect(bot: BotConfig, presence: Presence) -> TableClient:
        return await place.player(bot.user)

    host = Host(HostConfig(bot=bots), Path(), connect_bot=connect, notify=Notify({}))
    task = asyncio.create_task(host.run())
    try:
        yield host
    finally:
        host.end()
        host.end()
        await asyncio.wait_for(task, 20)


async def finished(client: TableClient, count: int) -> list[TableInfo]:
    """Wait until so many games have been finished."""
    async with asyncio.timeout(40):
        while True:
            found = await client.request("results", answers.ResultsAnswer, limit=200)
            if len(found.tables) >= count:
                return found.tables
            await asyncio.sleep(0.05)


async def test_bots_find_each_other_and_play(tmp_path: Path) -> None:
    asks = Matchmaking(every=0, most=2, limit=6, games=("lot",), time=5_000, inc=100)
    async with hall(tmp_path / "tables.db") as place:
        eve = await place.player("eve")
        async with hosting(place, a_bot("noir", matchmaking=asks), a_bot("blanche")) as host:
            games = await finished(eve, 6)
            assert {each.ended for each in games} == {"rule"}
            assert all(each.rated for each in games)
            await asyncio.sleep(0.5)
            assert host.ledger.taken == 0
            assert len((await eve.request("results", answers.ResultsAnswer)).tables) == 6
        assert b'trilogue_host_games_finished_total{bot="noir",ended="rule"} 6.0' in host.metrics.text()


async def test_a_bot_declines_with_a_reason_and_says_so_before(tmp_path: Path) -> None:
    policy = Policy(games=("lot",), rated="casual")
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        async with hosting(place, a_bot("bot", accept=policy)):
            notices = ann.notices()
            first = asyncio.ensure_future(anext(notices))
            async with asyncio.timeout(10):
                async for lobby in ann.lobby():
                    if lobby.bots and lobby.bots[0].offer.free:
                        break
            assert lobby.bots[0].offer.games == ["lot"]
            assert lobby.bots[0].offer.rated == [False]
            made = await ann.request("challenge", answers.ChallengeAnswer, to="bot", **SMALL)  # type: ignore[arg-type]
            notice = await asyncio.wait_for(first, 10)
            assert (notice.kind, notice.challenge) == ("declined", made.challenge)
            assert notice.reason == "I do not play loa, but lot"


async def test_a_slot_of_an_acceptance_that_came_to_nothing_is_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.host.bot.RESYNC", 0.2)
    async with hall(tmp_path / "tables.db") as place, hosting(place, a_bot("bot")) as host:
        await place.player("ann")
        host.ledger.take("bot", "withdrawn-meanwhile", "ann")
        async with asyncio.timeout(10):
            while host.ledger.taken:
                await asyncio.sleep(0.05)


async def test_an_acceptance_that_was_lost_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.host.bot.RESYNC", 0.2)
    lost: list[str] = []
    ask = TableClient.request

    async def losing(client: TableClient, verb: str, answer: Any, **arguments: Any) -> Any:
        if verb == "accept" and not lost:
            lost.append(verb)
            raise DeadlineExceeded("the referee did not answer", request=verb)
        return await ask(client, verb, answer, **arguments)

    monkeypatch.setattr(TableClient, "request", losing)
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        async with hosting(place, a_bot("bot", slots=1, accept=Policy(per_user=1))) as host:
            made = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bot")
            async with asyncio.timeout(10):
                while made.challenge not in (bot.games if (bot := host.bots.get("bot")) else ()):
                    await asyncio.sleep(0.05)
            assert lost
            assert host.ledger.taken == 1


async def test_drain_finishes_the_game_and_takes_no_other(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        async with hosting(place, a_bot("bot")) as host:
            made = await ann.request(
                "challenge", answers.ChallengeAnswer, game="lot", to="bot", seat="second"
            )
            state = None
            async with asyncio.timeout(20):
                while state is None:
                    try:
                        state = (await ann.sync(made.challenge)).state
                    except TablesRefused:
                        await asyncio.sleep(0.05)
            host.end()
            other = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bot")
            async with asyncio.timeout(20):
                while any(
                    each.challenge == other.challenge
                    for each in (await ann.request("mine", answers.MineAnswer)).challenges
                ):
                    await asyncio.sleep(0.05)
            assert (await ann.sync(made.challenge)).state.phase != "over"
            await ann.request("resign", answers.StateAnswer, table=made.challenge)


async def test_a_second_host_with_the_same_bot_is_told_of(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place, hosting(place, a_bot("bot")) as host:
        async with asyncio.timeout(10):
            while "bot" not in host.bots:
                await asyncio.sleep(0.02)
        first = host.bots["bot"].client
        other = MemoryBus(place.broker, first.caller.client, user="bot")
        await other.start()
        async with asyncio.timeout(10):
            while b'trilogue_host_lost_total{bot="bot"} 1.0' not in host.metrics.text():
                await asyncio.sleep(0.02)
        status, _, page = host.http._pages["/ready"]()
        assert status == 503
        assert b"bot: away: another client took over the name" in page
        await other.close()
        async with asyncio.timeout(10):
            while host.http._pages["/ready"]()[0] != 200:
                await asyncio.sleep(0.02)
        assert host.bots["bot"].client is not first


async def test_a_bot_whose_engine_fails_again_and_again_is_told_of(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place, hosting(place, a_bot("bot")) as host:
        async with asyncio.timeout(10):
            while "bot" not in host.bots:
                await asyncio.sleep(0.02)
            while b'trilogue_host_resting{bot="bot"} 0.0' not in host.metrics.text():
                await asyncio.sleep(0.02)
        for _ in range(HostConfig(bot=()).crashes):
            host.bots["bot"].stable.breaker.fault(time.monotonic())
        assert host.http._pages["/ready"]() == (
            503,
            "text/plain",
            b"bot: resting: its engine fails, 0 of 2 games\n",
        )
        async with asyncio.timeout(10):
            while b'trilogue_host_resting{bot="bot"} 1.0' not in host.metrics.text():
                await asyncio.sleep(0.02)
