"""What people type is found among the legal moves."""

import pytest

from bots.play.entry import complete, find
from protocol.answers import MoveDetail

MOVES = [
    MoveDetail(move="b1-b3", clicks=["b1", "b3"]),
    MoveDetail(move="b1xh1", clicks=["b1", "h1"]),
    MoveDetail(move="c1-c3", clicks=["c1", "c3"]),
    MoveDetail(move="d4:b4-d4^b4", clicks=["d4", "b4", "c4"]),
    MoveDetail(move="d4:b4-d4^c4", clicks=["d4", "c4", "b4"]),
    MoveDetail(move="swap", label="swap"),
]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("b1-b3", "b1-b3"),
        ("B1:B3", "b1-b3"),
        ("b1 b3", "b1-b3"),
        ("b1h", "b1xh1"),
        ("c", "c1-c3"),
        ("d4:b4-d4^c4", "d4:b4-d4^c4"),
        ("d4 c4", "d4:b4-d4^c4"),
        ("d4 b4 c4", "d4:b4-d4^b4"),
        ("sw", "swap"),
    ],
)
def test_found(text: str, move: str) -> None:
    assert find(text, MOVES).move == move


@pytest.mark.parametrize(("text", "count"), [("b1", 2), ("d4", 2), ("a9", 0), ("", 0), ("-", 0)])
def test_not_told_apart(text: str, count: int) -> None:
    found = find(text, MOVES)
    assert found.move is None
    assert len(found.candidates) == count


def test_a_move_that_begins_others_can_be_typed() -> None:
    moves = [MoveDetail(move="d4", clicks=["d4"]), MoveDetail(move="d4:b4-d4^b4", clicks=["d4", "b4", "c4"])]
    assert find("d4", moves).move == "d4"


def test_completion() -> None:
    assert complete("B1", [detail.move for detail in MOVES]) == ["b1-b3", "b1xh1"]
