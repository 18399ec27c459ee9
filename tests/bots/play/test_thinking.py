"""Thinking in words."""

import pytest

from bots.play.thinking import choice_text, count_text, info_text, score_text, seconds_text
from bots.players import Choice
from protocol.answers import GoInfo


@pytest.mark.parametrize(
    ("score", "text"),
    [
        ("cp:35", "+0.35"),
        ("cp:-120", "-1.20"),
        ("cp:0", "+0.00"),
        ("win:5", "win in 5"),
        ("loss:4", "loss in 4"),
        ("draw", "draw"),
        ("huge", "huge"),
    ],
)
def test_scores(score: str, text: str) -> None:
    assert score_text(score) == text


def test_numbers() -> None:
    assert [count_text(n) for n in (7, 9999, 829_101, 3_140_000)] == ["7", "9999", "829k", "3.1M"]
    assert [seconds_text(n) for n in (0, 483, 12_340)] == ["0.00 s", "0.48 s", "12.3 s"]


def test_a_line_of_thinking() -> None:
    info = GoInfo(
        depth=9, seldepth=14, score="cp:35", bound="lower", nodes=829_101, elapsed=500, pv=["b1-b3", "a4-c4"]
    )
    assert info_text(info).split() == ["9/14", "≥+0.35", "829k", "0.50", "s", "b1-b3", "a4-c4"]
    assert info_text(GoInfo(depth=1, score="draw", nodes=3, pv=[])).split() == ["1", "draw", "3"]


def test_what_a_player_says_of_its_move() -> None:
    assert choice_text(Choice(move="b1-b3")) == ""
    choice = Choice(move="b1-b3", score="win:3", depth=9, nodes=12, time_ms=20, pv=("b1-b3", "a3-c3"))
    assert choice_text(choice) == "(win in 3, depth 9, 12 nodes, 0.02 s, expects a3-c3)"
