"""Which slot a search gets: the one whose table it knows, so that it is warm and answers can be repeated."""

import pytest

from tests.engine.desk import Desk


def owners(desk: Desk) -> list[str | None]:
    """Return the session whose searches filled each slot's table; `-` is a position without session."""
    slots = desk.engine.searches.slots
    return [None if slot.owner is None else slot.owner[1] or "-" for slot in slots]


@pytest.fixture(autouse=True)
def sessions(desk: Desk) -> None:
    for name in "abcde":
        desk.ask(f"new lot session={name}")


def test_one_at_a_time_keeps_to_one_slot(desk: Desk) -> None:
    for _ in range(3):
        desk.ask("go nodes=50 session=a")
    for _ in range(3):
        desk.ask("go nodes=50 game=loa")
    assert owners(desk) == ["a", "-", None, None]


def test_two_games_side_by_side_keep_their_own(desk: Desk) -> None:
    for first, second in ("ab", "ba", "ab"):
        desk.send(f"#1 go infinite session={first}", f"#2 go infinite session={second}")
        desk.send("#3 stop 1", "#4 stop 2")
        for _ in range(4):
            desk.final()
        assert owners(desk) == ["a", "b", None, None]


def test_the_longest_unused_is_given_away_and_closed_ones_first(desk: Desk) -> None:
    for name in "abcd":
        desk.ask(f"go nodes=50 session={name}")
    desk.ask("go nodes=50 session=a")
    desk.ask("go nodes=50 session=e")
    assert owners(desk) == ["a", "e", "c", "d"]
    desk.ask("close d")
    desk.ask("go nodes=50 session=b")
    assert owners(desk) == ["a", "e", "c", "b"]


def test_perft_takes_nobody_s_table(desk: Desk) -> None:
    desk.ask("go nodes=50 session=a")
    desk.send("#1 perft 12 game=loa")
    desk.ask("go nodes=50 session=a")
    assert owners(desk) == ["a", None, None, None]
    desk.send("#2 cancel 1")
    desk.final()
    desk.final()


def test_clear_gives_all_back(desk: Desk) -> None:
    desk.ask("go nodes=50 session=b")
    desk.ask("clear")
    assert owners(desk) == [None] * 4
    desk.ask("go nodes=50 session=c")
    assert owners(desk) == ["c", None, None, None]


def test_after_a_stop_the_same_session_waits_for_its_own(desk: Desk) -> None:
    desk.send("#1 go infinite session=a", "#2 stop 1", "#3 go depth=1 session=a")
    assert owners(desk) == ["a", None, None, None]
    assert desk.final().startswith("#1 ok")
    assert desk.final() == "#2 ok count=1"
    assert desk.final().startswith("#3 ok")
