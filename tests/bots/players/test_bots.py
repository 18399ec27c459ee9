"""The built-in bots choose legal moves, the greedy one good ones; with a seed the same again."""

import asyncio
from random import Random

import pytest

from bots.players import Limits, Turn, make_player
from engine import games


def seen(state: games.State) -> Turn:
    moves = tuple(state.history)
    return Turn(
        state.game, state.options, state.start, moves, state.position, tuple(state.moves()), state.ply
    )


def line(spec: str, game: str, plies: int = 12) -> list[str]:
    """The moves of a bot that plays itself, and of the same bot in a second game."""

    async def games_of_two() -> list[list[str]]:
        player = make_player(spec)
        played = []
        for _ in range(2):
            await player.prepare(game, {}, None)
            state = games.begin(game)
            for _ in range(plies):
                games.play(state, [(await player.choose(seen(state), Limits())).move])
            played.append(state.history)
        await player.close()
        return played

    first, second = asyncio.run(games_of_two())
    assert first == second
    return first


@pytest.mark.parametrize("spec", ["random?seed=5", "greedy?seed=5"])
@pytest.mark.parametrize("game", ["lag", "loa", "lot"])
def test_with_a_seed_the_same_again_in_every_game(spec: str, game: str) -> None:
    assert line(spec, game) == line(spec, game)
    assert line(spec.replace("5", "6"), game) != line(spec, game)


@pytest.mark.parametrize("game", ["lag", "loa", "lot"])
def test_greedy_takes_every_win_in_one(game: str) -> None:
    chance, found = Random(11), 0
    greedy = make_player("greedy?seed=1")
    while found < 5:
        state = games.begin(game, {"size": 5})
        while not state.over:
            turn = seen(state)
            winning = [move for move in turn.legal if wins(state, move)]
            if winning:
                choice = asyncio.run(greedy.choose(turn, Limits()))
                assert choice.move in winning
                assert choice.score == "win:1"
                assert choice.nodes == len(turn.legal)
                found += 1
            games.play(state, [chance.choice(turn.legal)])


def wins(state: games.State, move: str) -> bool:
    after = state.copy()
    games.play(after, [move])
    return after.result == state.turn
