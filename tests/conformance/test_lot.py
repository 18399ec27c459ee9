"""LOT: its own invariants, the swap, and how a reduction is clicked."""

import random
from itertools import pairwise

import pytest

from engine import _core

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def lines_of(cells: dict[str, str], code: str) -> list[tuple[str, str, str]]:
    """List three adjacent cells in line that all hold `code`."""
    places = {(ord(cell[0]), int(cell[1])) for cell, piece in cells.items() if piece == code}
    lines = []
    for x, y in places:
        for dx, dy in STEPS:
            line = [(x + i * dx, y + i * dy) for i in range(3)]
            if places.issuperset(line):
                a, b, c = (f"{chr(column)}{row}" for column, row in line)
                lines.append((a, b, c))
    return lines


@pytest.mark.parametrize("size", [5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_no_three_adjacent_singles_are_left(size: int, seed: int) -> None:
    choice = random.Random(seed)
    state = _core.State("lot", {"size": size})
    while not state.over:
        moves = state.moves()
        reductions = [move for move in moves if ":" in move]
        state.play([choice.choice(reductions or moves)])
        for code in "bw":
            assert lines_of(state.cells(), code) == []
        stacked = [code for code in "BW" if lines_of(state.cells(), code)]
        assert bool(stacked) == (state.reason == "line")


def test_a_reduction_in_detail() -> None:
    state = _core.State("lot", {}, "7/7/7/1bb4/7/7/w5w:b:4")
    details = {detail["move"]: detail for detail in state.moves_detail()}
    assert len(details) == 49
    assert details["d4:b4-d4^b4"] == {
        "move": "d4:b4-d4^b4",
        "clicks": ["d4", "b4", "c4"],
        "placed": ["d4"],
        "removed": ["c4", "d4"],
        "stacked": ["b4"],
    }
    assert details["d4:b4-d4^d4"]["clicks"] == ["d4", "d4", "b4", "c4"]
    assert details["e5"] == {"move": "e5", "clicks": ["e5"], "placed": ["e5"]}


@pytest.mark.parametrize(
    "position",
    [
        "7/7/3b3/1bb1bb1/3b3/wwwww2/wwww3:b",
        "b2b2b/1b1b1b1/2bbb2/bbb1bbb/2bbb2/1b1b1b1/b2b2b:b",
        "1bbbb2/bb3bb/b1bbb1b/b1b1b1b/b1bbb1b/bb3bb/2bbb2:b",
    ],
)
def test_clicks_stay_unique_where_many_lines_cross(position: str) -> None:
    state = _core.State("lot", {}, with_right_side(position))
    clicks = sorted(tuple(detail["clicks"]) for detail in state.moves_detail() if "clicks" in detail)
    assert len(clicks) > 50
    for one, following in pairwise(clicks):
        assert following[: len(one)] != one


def with_right_side(position: str) -> str:
    """Give the move to the side whose turn the number of pieces says it is."""
    rows = position.split(":", maxsplit=1)[0]
    placed = sum(map(str.isalpha, rows))
    own = rows if placed % 2 == 0 else rows.translate(str.maketrans("bw", "wb"))
    return f"{own}:{'bw'[placed % 2]}"


def test_both_ends_and_cases_are_read() -> None:
    for written in ("d4:d4-b4^C4", "D4:B4-D4^c4"):
        state = _core.State("lot", {}, "7/7/7/1bb4/7/7/w5w:b:4")
        assert state.play([written]) == ["d4:b4-d4^c4"]
    for other in ("d4:b4d4^c4", "d4-b4-d4^c4", "d4:b4-d4c4", "d4:b4-d4^c4 "):
        with pytest.raises(_core.MoveError, match="not a move"):
            _core.State("lot", {}, "7/7/7/1bb4/7/7/w5w:b:4").play([other])


def test_swap_exchanges_the_seats() -> None:
    state = _core.State("lot", {})
    state.play(["d4"])
    assert {"move": "swap", "label": "swap"} in state.moves_detail()
    assert state.play(["Swap"]) == ["swap"]
    assert (state.turn, state.ply, state.legal) == ("white", 2, 48)
    assert state.position == "7/7/7/3b3/7/7/7:w:2"
    assert state.seats == {"first": "white", "second": "black"}
    state.play(["d5"])
    assert (state.turn, state.seats["first"]) == ("black", "white")
    state.undo(2)
    assert state.seats == {"first": "black", "second": "white"}


def test_a_line_of_stacks_wins_whoever_is_to_move() -> None:
    for position in ("BBB2/5/WW3/5/ww3:w", "BBB2/5/WW3/5/w4:b"):
        state = _core.State("lot", {}, position)
        assert (state.result, state.reason, state.moves()) == ("black", "line", [])
