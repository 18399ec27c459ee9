"""Scores compare as their player would."""

from itertools import pairwise

import pytest

from bots.players.score import Score

BEST_FIRST = ["win:1", "win:9", "cp:20", "cp:0", "cp:-5", "loss:8", "loss:2"]


def test_order() -> None:
    scores = [Score.parse(text) for text in BEST_FIRST]
    assert sorted(scores, reverse=True) == scores
    for better, worse in pairwise(scores):
        assert better > worse
        assert better >= worse
        assert worse < better
        assert worse <= better
        assert not worse >= better
    assert sorted(score.turned() for score in scores) == [score.turned() for score in scores]


@pytest.mark.parametrize("text", [*BEST_FIRST, "draw"])
def test_text_and_back(text: str) -> None:
    assert str(Score.parse(text)) == text
    assert Score.parse(text).turned().turned() == Score.parse(text)


@pytest.mark.parametrize("text", ["", "cp", "cp:", "cp:x", "mate:3", "draw:1"])
def test_no_score(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Score.parse(text)


def test_results() -> None:
    assert Score.of_result("black", "black", 1) == Score("win", 1)
    assert Score.of_result("white", "black", 1) == Score("loss", 1)
    assert Score.of_result("draw", "black") == Score("draw")


def test_all_four_comparisons_hold() -> None:
    low, high = Score.parse("cp:-500"), Score.parse("cp:3")
    assert low < high
    assert low <= high
    assert high > low
    assert high >= low
