"""Games in files."""

from pathlib import Path

import pytest

from bots.errors import CommandError
from bots.play.saved import SavedGame, load, save
from bots.players import Limits

GAME = SavedGame(
    format="trilogue-game/1",
    game="loa",
    first="person",
    second="engine?threads=2",
    options={"size": 8, "repetition": "off"},
    moves=["b1-b3", "a3xc1"],
    limits=Limits(nodes=100),
)


def test_a_game_and_back(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, GAME)
    save(path, GAME)
    assert load(path) == GAME
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no saved game"),
        ("{}", "required field `game`"),
        ('{"format":"other"}', "is no saved game"),
        ('{"format":"trilogue-game/1","game":"loa","first":"x","second":"y","mvoes":[]}', "mvoes"),
        ("x" * 2_000_000, "far too long"),
    ],
)
def test_files_that_are_no_games(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=message):
        load(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"cannot be read: No such file.*; give"):
        load(tmp_path / "none.json")
    with pytest.raises(CommandError, match=r"cannot be written"):
        save(tmp_path / "none" / "game.json", GAME)
