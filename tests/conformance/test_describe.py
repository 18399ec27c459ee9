"""The list of games and their boards as data."""

import math

import pytest

from engine import _core
from tests.conformance.rows import combinations


def test_games() -> None:
    games = {game["name"]: game for game in _core.games()}
    assert list(games) == sorted(games)
    loa = games["loa"]
    assert loa["title"] == "Lines of Action"
    assert loa["options"]["size"] == {"type": "integer", "default": 8, "min": 5, "max": 8}
    assert loa["options"]["repetition"] == {"type": "string", "default": "3", "values": ["3", "2", "off"]}


@pytest.mark.parametrize("combination", [c for c in combinations() if c[1].get("repetition", "3") == "3"])
def test_board(combination: tuple[str, dict[str, int | str]]) -> None:
    game, options = combination
    board = _core.describe(game, options)
    state = _core.State(game, options)
    assert board["game"] == game
    assert board["options"] == options
    assert board["colours"][0]["name"] == state.turn
    assert {colour["name"] for colour in board["colours"]} == {"black", "white"}
    names = [cell["name"] for cell in board["cells"]]
    assert len(set(names)) == len(names)
    assert set(state.cells()) <= set(names)
    assert set(state.cells().values()) <= {piece["code"] for piece in board["pieces"]}
    centres = [(cell["x"], cell["y"]) for cell in board["cells"]]
    nearest = min(math.dist(a, b) for a in centres for b in centres if a is not b)
    assert nearest == pytest.approx(1)
    for cell in board["cells"]:
        for corner in cell["polygon"]:
            assert 0.5 < math.dist(corner, (cell["x"], cell["y"])) < 0.75
    taken = {(label["x"], label["y"]) for label in board["labels"]}
    assert not taken & set(centres)


def test_places() -> None:
    cells = {cell["name"]: cell for cell in _core.describe("loa", {})["cells"]}
    assert cells["a1"]["x"] < cells["h1"]["x"]
    assert cells["a1"]["y"] < cells["a8"]["y"], "y points up"
    cells = {cell["name"]: cell for cell in _core.describe("lag", {})["cells"]}
    assert len(cells) == 61
    assert cells["a1"]["x"] == pytest.approx(cells["i1"]["x"])
    assert cells["a1"]["y"] < cells["i1"]["y"]
    assert len(cells["e9"]["polygon"]) == 6


def test_text() -> None:
    assert _core.State("loa", {"size": 5}).text() == (
        "5  . b b b .\n4  w . . . w\n3  w . . . w\n2  w . . . w\n1  . b b b .\n   a b c d e\n"
    )
    assert _core.State("lag", {"size": 3}).text() == (
        "  e  b b b  3\n d  b b b b  4\nc  . . . . .  5\n b  w w w w  4\n  a  w w w  3\n"
    )
