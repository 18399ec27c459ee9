"""Configuration errors name the file, the line, the key and the likely spelling."""

from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from bots.config import ConfigError, load, parse


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    time: Annotated[int, msgspec.Meta(ge=1)]
    increment: int = 0


class Player(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    name: str
    command: list[str] = []
    clock: Clock | None = None
    start_deadline: int = 10


class Cup(msgspec.Struct, forbid_unknown_fields=True):
    games: int
    players: list[Player]
    options: dict[str, Clock] = {}


GOOD = """\
games = 10

[[players]]
name = "a"
start-deadline = 3

[[players]]
name = "b"

[players.clock]
time = 1000
"""


def test_a_good_text_becomes_the_value() -> None:
    cup = parse(GOOD, Cup, source="cup.toml")
    assert cup.players[0].start_deadline == 3
    assert cup.players[1].clock == Clock(1000)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("games = 10", "gmes = 10", "cup.toml:1: gmes: no such key; did you mean games?"),
        ('name = "b"', 'nmae = "b"', "cup.toml:8: players[2].nmae: no such key; did you mean name?"),
        (
            "start-deadline = 3",
            "start-dedline = 3",
            "cup.toml:5: players[1].start-dedline: no such key; did you mean start-deadline?",
        ),
        ("time = 1000", "tme = 1000", "cup.toml:11: players[2].clock.tme: no such key; did you mean time?"),
        ("time = 1000", "time = 0", "cup.toml:11: players[2].clock.time: expected `int` >= 1"),
        ("time = 1000", 'time = "x"', "cup.toml:11: players[2].clock.time: expected `int`, got `str`"),
        ('name = "a"\n', "", "cup.toml:3: players[1]: name is missing"),
        ("games = 10", "", "cup.toml: games is missing"),
        ("games = 10", "zzz = 10", "cup.toml:1: zzz: no such key"),
    ],
)
def test_an_error_names_line_key_and_spelling(old: str, new: str, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(GOOD.replace(old, new, 1), Cup, source="cup.toml")
    assert str(caught.value) == expected


def test_a_syntax_error_names_its_line() -> None:
    with pytest.raises(ConfigError) as caught:
        parse("games = 10\nplayers = = 3", Cup, source="cup.toml")
    assert caught.value.line == 2


def test_a_bad_value_inside_a_mapping_names_the_mapping() -> None:
    text = GOOD.replace("games = 10", "games = 10\noptions = {fast = {time = -1}}")
    with pytest.raises(ConfigError) as caught:
        parse(text, Cup, source="cup.toml")
    assert (caught.value.line, caught.value.key) == (2, "options")


def test_an_inline_table_names_the_line_that_holds_it() -> None:
    text = GOOD.replace("[players.clock]\ntime = 1000", "clock = {tme = 5}")
    with pytest.raises(ConfigError) as caught:
        parse(text, Cup, source="cup.toml")
    assert caught.value.line == 10
    assert "did you mean time?" in str(caught.value)


def test_a_missing_file_and_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="can't be read"):
        load(tmp_path / "none.toml", Cup)
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"games = \xff")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(bad, Cup)
