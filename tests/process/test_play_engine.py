"""An engine as a player: started when needed, restarted when dead, hurried, cancelled."""

import asyncio
import os
import signal

import pytest

from bots.players import Limits, Turn, make_player
from bots.players.engine import EnginePlayer
from engine import games
from protocol.answers import GoInfo
from protocol.errors import EngineGone, EngineRefused

pytestmark = pytest.mark.process


def view(*moves: str) -> Turn:
    state = games.begin("loa", {"repetition": "off"})
    games.play(state, moves)
    return Turn("loa", {"repetition": "off"}, None, moves, state.position, tuple(state.moves()), state.ply)


def engine(spec: str) -> EnginePlayer:
    player = make_player(spec)
    assert isinstance(player, EnginePlayer)
    return player


async def test_the_same_answer_after_the_same_start() -> None:
    player = engine("engine?threads=1&seed=3&nodes=2000")
    infos: list[GoInfo] = []
    choices = []
    for _ in range(2):
        await player.prepare("loa", {"repetition": "off"}, None)
        choice = await player.choose(view("b1-b3"), Limits(movetime=60_000), infos.append)
        choices.append((choice.move, choice.score, choice.nodes, choice.pv))
    await player.close()
    assert choices[0] == choices[1]
    assert choices[0][0] in view("b1-b3").legal
    assert infos


async def test_a_dead_engine_is_replaced_by_the_next_game() -> None:
    player = engine("engine?nodes=100")
    await player.prepare("loa", {}, None)
    first = player.client
    assert first is not None
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    with pytest.raises(EngineGone):
        await player.choose(view(), Limits())
    await player.prepare("loa", {}, None)
    assert player.client is not first
    assert (await player.choose(view(), Limits())).move in view().legal
    await player.close()
    await player.close()


async def test_cancelling_leaves_the_engine_fit() -> None:
    player = engine("engine")
    await player.prepare("loa", {}, None)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(player.choose(view(), Limits(movetime=60_000)), 0.2)
    before = player.client
    await player.prepare("loa", {}, None)
    assert (await player.choose(view(), Limits(nodes=100))).move in view().legal
    assert player.client is before
    await player.close()


async def test_hurry_brings_the_move_at_once() -> None:
    player = engine("engine")
    await player.hurry()
    await player.prepare("loa", {}, None)
    thinking = asyncio.create_task(player.choose(view(), Limits(movetime=60_000)))
    await asyncio.sleep(0.2)
    await player.hurry()
    choice = await asyncio.wait_for(thinking, 5)
    assert choice.move in view().legal
    await player.close()


async def test_a_game_that_the_engine_does_not_know() -> None:
    player = engine("engine")
    with pytest.raises(EngineRefused, match="chess"):
        await player.prepare("chess", {}, None)
    await player.close()
