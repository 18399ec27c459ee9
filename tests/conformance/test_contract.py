"""What is true of every game under every combination of options, in random games."""

import random
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine import _core
from tests.conformance.rows import STARTS, Options, combinations

COMBINATIONS = list(combinations())
PLIES = 80


def name(combination: tuple[str, Options]) -> str:
    game, options = combination
    return "-".join([game, *(str(value) for value in options.values())])


def random_game(game: str, options: Options, seed: int) -> list[_core.State]:
    """Play at random and return the state after each ply, the start first."""
    choice = random.Random(f"{game}{options}{seed}")
    state = _core.State(game, options)
    states = [state.copy()]
    while not state.over and len(states) <= PLIES:
        state.play([choice.choice(state.moves())])
        states.append(state.copy())
    return states


def facts(state: _core.State) -> tuple[Any, ...]:
    return (state.position, state.hash, state.turn, state.ply, state.moves(), state.cells(), state.seats)


@pytest.fixture(params=COMBINATIONS, ids=name)
def states(request: pytest.FixtureRequest) -> list[_core.State]:
    """Give the positions of a random game."""
    game, options = request.param
    return random_game(game, options, seed=1)


def test_start() -> None:
    for (game, size), start in STARTS.items():
        assert _core.State(game, {"size": size}).position == start


def test_game(states: list[_core.State]) -> None:
    start, last = states[0], states[-1]
    for before, state in pairwise(states):
        assert state.ply == before.ply + 1
        assert state.history[:-1] == before.history
        assert state.options == start.options
        assert state.start == start.position
    for state in states:
        check_status(state)
        check_position_again(state)
    for state in states[::9]:
        check_every_move(state)
    check_undo(states)
    check_replay(start, last)


def check_status(state: _core.State) -> None:
    moves = state.moves()
    assert state.legal == len(moves) == len(set(moves))
    assert state.over == (not moves) == (state.result is not None) == (state.reason is not None)
    assert state.result in {None, "black", "white", "draw"}
    assert sorted(state.seats.values()) == ["black", "white"]
    assert sorted(drawn(state)) == sorted(state.cells().values())


def drawn(state: _core.State) -> list[str]:
    """List the pieces in the picture, without the coordinates round it."""
    lines = state.text().splitlines()
    rows = lines if lines[-1][-1].isdigit() else lines[:-1]
    codes = {piece["code"] for piece in board(state)["pieces"]}
    return [piece for row in rows for piece in row.split()[1:] if piece in codes]


def check_position_again(state: _core.State) -> None:
    """A position string says all but the history."""
    again = _core.State(state.game, state.options, state.position)
    if state.reason == "repetition":
        assert not again.over
        return
    assert facts(again) == facts(state)
    assert (again.result, again.reason) == (state.result, state.reason)
    shorter = _core.State(state.game, {k: v for k, v in state.options.items() if k != "size"}, state.position)
    assert shorter.hash == state.hash


def check_every_move(state: _core.State) -> None:
    details = state.moves_detail()
    assert [detail["move"] for detail in details] == state.moves()
    check_clicks(details)
    kinds = {(piece["colour"], piece["kind"]): piece["code"] for piece in board(state)["pieces"]}
    cells = {cell["name"] for cell in board(state)["cells"]}
    for detail in details:
        after = state.copy()
        assert after.play([detail["move"].upper()]) == [detail["move"]]
        after.undo(1)
        assert facts(after) == facts(state)
        after.play([detail["move"]])
        assert after.cells() == expected_cells(state, detail, kinds)
        assert set(after.cells()) <= cells
        # Only the swap leaves the same colour to move.
        assert (after.turn == state.turn) == (detail.get("label") == "swap")


def check_clicks(details: list[dict[str, Any]]) -> None:
    clicks = [tuple(detail["clicks"]) for detail in details if "clicks" in detail]
    labels = [detail["label"] for detail in details if "label" in detail]
    assert len(clicks) + len(labels) == len(details)
    assert len(set(labels)) == len(labels)
    beginnings = {click[:length] for click in clicks for length in range(len(click))}
    assert len(set(clicks)) == len(clicks)
    assert not beginnings & set(clicks)


def board(state: _core.State) -> dict[str, Any]:
    return described(state.game, tuple(state.options.items()))


@cache
def described(game: str, options: tuple[tuple[str, int | str], ...]) -> dict[str, Any]:
    return _core.describe(game, dict(options))


def expected_cells(
    state: _core.State, detail: dict[str, Any], kinds: dict[tuple[str, str], str]
) -> dict[str, str]:
    """Work out a move's effect from its detail alone."""
    cells = state.cells()
    for cell in detail.get("captured", []):
        assert cells.pop(cell) not in {code for (colour, _), code in kinds.items() if colour == state.turn}
    if "from" in detail:
        cells[detail["to"]] = cells.pop(detail["from"])
    for cell in detail.get("placed", []):
        assert cell not in cells
        cells[cell] = kinds[state.turn, "single"]
    for cell in detail.get("stacked", []):
        cells[cell] = kinds[state.turn, "stack"]
    for cell in detail.get("removed", []):
        del cells[cell]
    return cells


def check_undo(states: list[_core.State]) -> None:
    state = states[-1].copy()
    for earlier in reversed(states[:-1]):
        state.undo(1)
        assert facts(state) == facts(earlier)
        assert state.history == earlier.history
        assert state.over == earlier.over
    with pytest.raises(ValueError, match="undo takes back 0 to 0 moves here"):
        state.undo(1)
    assert states[-1].ply == states[0].ply + len(states) - 1, "copies live their own lives"


def check_replay(start: _core.State, last: _core.State) -> None:
    again = start.copy()
    assert again.play(last.history) == last.history
    assert facts(again) == facts(last)
    assert (again.result, again.reason) == (last.result, last.reason)
    if last.over:
        with pytest.raises(_core.GameOverError, match="the game is over") as caught:
            again.play(["a1"])
        assert caught.value.index == 0
        with pytest.raises(_core.GameOverError) as caught:
            start.copy().play([*last.history, "a1"])
        assert caught.value.index == len(last.history)
    again.undo(len(last.history))
    assert facts(again) == facts(start)


def test_hash_is_equal_exactly_for_equal_positions() -> None:
    hashes: dict[str, tuple[Any, ...]] = {}
    boards: dict[tuple[Any, ...], str] = {}
    for game, options in COMBINATIONS:
        rules = tuple(value for key, value in options.items() if key != "setup")
        for seed in range(2):
            for state in random_game(game, options, seed):
                swap = "swap" in state.moves()
                board = (game, rules, state.turn, swap, tuple(sorted(state.cells().items())))
                assert hashes.setdefault(state.hash, board) == board
                assert boards.setdefault(board, state.hash) == state.hash
    assert len(hashes) > 5000


def test_failed_move_changes_nothing() -> None:
    for game, options in COMBINATIONS[::5]:
        state = _core.State(game, options)
        before = facts(state)
        first = state.moves()[0]
        with pytest.raises(_core.MoveError, match="z9-z8") as caught:
            state.play([first, "z9-z8"])
        assert (caught.value.index, facts(state), state.history) == (1, before, [])
