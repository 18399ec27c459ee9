"""An engine on a bus as a player: what is the way's fault, or other users', is not its own."""

import asyncio

import pytest

from bots.players.base import Limits, Turn
from bots.players.engine import EnginePlayer
from bots.tournament.match import TimeControl, play
from bots.tournament.outcome import Ending
from engine import games
from protocol.bus import Caller
from protocol.bus.memory import MemoryBus
from protocol.client import Client
from protocol.client.bus_connect import launch, over
from protocol.client.bus_mailbox import presence_will
from protocol.errors import EngineGone, GoneKind
from tests.bus.asker import Desk, desk
from tests.tournament.match.players import Scripted, match


def player_at(engine: Desk, name: str = "runner") -> EnginePlayer:
    async def bring_up() -> Client:
        caller = Caller("ann", name)
        bus = await MemoryBus(engine.broker, f"ann-{name}", user="ann", will=presence_will(caller)).start()
        return await over(bus, caller, "e")

    return EnginePlayer("e", bring_up)


def first_turn(game: str) -> Turn:
    state = games.begin(game, {})
    return Turn(state.game, state.options, None, (), state.position, tuple(state.moves()), state.ply)


async def test_a_busy_engine_is_waited_for() -> None:
    async with desk(searches=1) as engine:
        other, mine = player_at(engine, "other"), player_at(engine)
        for each in (other, mine):
            await each.prepare("loa", {}, None)
        first = asyncio.ensure_future(other.choose(first_turn("loa"), Limits(movetime=400)))
        await asyncio.sleep(0.1)
        assert (await mine.choose(first_turn("loa"), Limits(nodes=10))).move
        assert first.done(), "there was one slot"
        await asyncio.gather(first, other.close(), mine.close())


async def test_a_broker_that_is_away_costs_nobody_the_game() -> None:
    async with desk() as engine:
        player = player_at(engine)
        control = TimeControl(movetime=300, margin=50, stall=300)
        game = asyncio.ensure_future(play(match("loa", control), {"first": player, "second": Scripted("B")}))
        while engine.engine.searches.free == 2:
            await asyncio.sleep(0.01)
        engine.broker.stop()
        played = await game
        engine.broker.start()
        assert played.result.outcome.void
        assert "the way to it was broken" in played.result.outcome.detail
        await player.close()


async def test_nor_does_it_before_the_first_move() -> None:
    async with desk() as engine:
        player = player_at(engine)
        await player.prepare("loa", {}, None)
        engine.broker.stop()
        played = await play(match("loa"), {"first": player, "second": Scripted("B")})
        engine.broker.start()
        assert played.result.outcome.void
        assert played.unready is None
        await player.close()


async def test_an_engine_that_leaves_the_bus_loses() -> None:
    async with desk() as engine:
        player = player_at(engine)
        control = TimeControl(nodes=10**9, stall=20_000)
        game = asyncio.ensure_future(play(match("loa", control), {"first": player, "second": Scripted("B")}))
        while engine.engine.searches.free == 2:
            await asyncio.sleep(0.01)
        engine.broker.cut("trilogue-e")
        engine.task.cancel()
        outcome = (await asyncio.wait_for(game, 10)).result.outcome
        assert (outcome.ending, outcome.loser) == (Ending.DISCONNECT, "first")
        await player.close()


async def test_no_broker_is_told_from_no_engine() -> None:
    with pytest.raises(EngineGone) as caught:
        await launch("mqtt://127.0.0.1:9", "e", start_deadline=0.3)
    assert caught.value.kind is GoneKind.UNREACHABLE
