"""Position strings, options and moves from outside: what is refused, and how it is said."""

import pytest

from engine import _core
from tests.conformance.rows import STARTS

BAD_POSITIONS = [
    ("loa", {}, "1bbbbbb1/w6w/8:b:0", "3 rows: loa has 5 to 8"),
    ("loa", {}, "", "1 row: loa has 5 to 8"),
    ("lag", {}, "3/4/5/4/3/3:w:0", "6 rows: lag has 5, 7 or 9"),
    ("lot", {"size": 5}, "6/6/6/6/6/6:b:0", "6 rows: lot of size 5 has 5"),
    ("lag", {"size": "3"}, "4/5/6/7/6/5/4:w:0", "7 rows: lag of size 3 has 5"),
    ("loa", {}, "1bbb1/w3w/w3w/w3w/1bbb1:b:1", "ply 1: Black moves on even plies, White on odd ones"),
    ("loa", {}, "1bbb1/w3w/w3w/w3w/1bBb1:b:0", "row 1: B is no piece (b, w)"),
    ("loa", {}, "1bbb1/w3w/w12w/w3w/1bbb1:b:0", "row 3: two numbers side by side"),
    ("loa", {}, "1bbb1/w3w/w3w/w3w/1bbb10:b:0", "row 1: 0 is no number of empty cells"),
    ("loa", {}, "1bbb1/w3w/w3w/w3w/0bbbb1:b:0", "row 1: 0 is no number of empty cells"),
    ("loa", {}, "5/5/5/5/1bbb1:b:0", "White has no piece"),
    ("loa", {}, "1bbb1/w3w/w2bw/w3w/1bbb1:b:0", "7 black pieces: at most 6 a side"),
    ("lag", {}, "bbb/bbbb/2w2/wwww/www:w:0", "8 white pieces: at most 7 a side"),
    ("lag", {}, "bbb/bbbb/5/wwww/www:b:2", "ply 2: White moves on even plies, Black on odd ones"),
    ("lot", {}, "BBB2/5/WWW2/5/5:b:18", "both colours have a line of stacks"),
    ("lot", {}, "5/5/2b2/5/5:b", "White is to move: the board shows 1 placed"),
    ("lot", {"pie": "off"}, "5/5/2b2/5/5:w:2", "ply 2: the board shows 1 placed, and the pie rule is off"),
    ("lot", {}, "5/5/5/5/5:b:1", "ply 1: the board shows 0 placed, and a swap needs one"),
    ("lot", {}, "5/5/5/5/5:é:0", "side to move: b or w"),
    ("lot", {}, "5/5/5/5/é4:b:0", "row 1: a character is no piece (b, w, B, W)"),
    ("lot", {}, "5/5/5/5/5:b:0\0", "ply: a number from 0 to 1000000"),
]


@pytest.mark.parametrize(("game", "options", "position", "message"), BAD_POSITIONS)
def test_bad_position(game: str, options: dict[str, int | str], position: str, message: str) -> None:
    with pytest.raises(_core.PositionError) as caught:
        _core.State(game, options, position)
    assert caught.value.message == str(caught.value) == message


@pytest.mark.parametrize("start", STARTS.values(), ids=lambda start: start.split(":")[0])
def test_no_part_of_a_position_is_half_read(start: str) -> None:
    """Every shorter string is refused, but for the ply, which may be left out or be shorter."""
    game = next(game for (game, _), position in STARTS.items() if position == start)
    size = next(size for (_, size), position in STARTS.items() if position == start)
    whole = start.removesuffix(":0")
    for length in range(len(whole)):
        with pytest.raises(_core.PositionError):
            _core.State(game, {"size": size}, whole[:length])
    assert _core.State(game, {"size": size}, whole).position == start
    for tail in (" ", ":", ":x", ":0:0", "\n"):
        with pytest.raises(_core.PositionError):
            _core.State(game, {"size": size}, whole + tail)


BAD_OPTIONS = [
    ("lag", {"size": 6}, "bad-argument", "size", "size must be 3 to 5"),
    ("lag", {"size": "x"}, "bad-argument", "size", "size must be 3 to 5"),
    ("lag", {"size": "\udcff"}, "bad-argument", "size", "size must be 3 to 5"),
    ("lag", {"size": 10**30}, "bad-argument", "size", "size must be 3 to 5"),
    ("loa", {"size": True}, "bad-argument", "size", "size must be 5 to 8"),
    ("loa", {"repetition": 4}, "bad-argument", "repetition", "repetition must be one of 3, 2, off"),
    ("lot", {"pie": True}, "bad-argument", "pie", "pie must be one of on, off"),
    (
        "lot",
        {"nomove": "loss"},
        "unknown-argument",
        "nomove",
        "lot takes no nomove; its options are size, pie",
    ),
]


@pytest.mark.parametrize(("game", "options", "code", "field", "message"), BAD_OPTIONS)
def test_bad_option(game: str, options: dict[str, int | str], code: str, field: str, message: str) -> None:
    for call in (_core.State, _core.describe):
        with pytest.raises(_core.OptionError) as caught:
            call(game, options)
        error = caught.value
        assert (error.code, error.field, error.message) == (code, field, message)


def test_options_take_the_type_that_they_declare() -> None:
    state = _core.State("loa", {"size": "6", "repetition": 2})
    assert state.options == {
        "size": 6,
        "simultaneous": "draw",
        "nomove": "pass",
        "repetition": "2",
        "setup": "standard",
    }


@pytest.mark.parametrize("call", [_core.State, _core.describe])
def test_unknown_game(call: type[_core.State]) -> None:
    known = ", ".join(game["name"] for game in _core.games())
    with pytest.raises(KeyError, match=f"chess: known are {known}"):
        call("chess", {})


def test_size_follows_from_the_position() -> None:
    for (game, size), start in STARTS.items():
        assert _core.State(game, {}, start).options["size"] == size
        assert _core.State(game, {"size": f"00{size}"}, start).options["size"] == size


BAD_MOVES = [
    ("loa", None, "e5-e9", "e5-e9: no such cell"),
    ("loa", None, "a2-c2", "a2-c2: Black has no piece on a2"),
    ("loa", None, "b1-c1", "b1-c1: Black's own piece stands on c1"),
    ("loa", None, "b1-b4", "b1-b4: along that line a piece moves 2 cells"),
    ("loa", None, "b1-c3", "b1-c3: not along a row, column or diagonal"),
    ("loa", None, "pass", "pass: Black has a legal move"),
    ("loa", None, "", ": not a move: write two cells, as b1-b3"),
    ("loa", None, "é1-b3", "??1-b3: not a move: write two cells, as b1-b3"),
    ("lag", None, "b2-d2", "b2-d2: White has 1 object: a piece moves just as many cells"),
    ("lag", "3/4/2w2/4/b2:w:0", "c3-b2", "c3-b2: no piece moves backward"),
    ("lag", "3/4/2w2/4/b2:w:0", "c3-c4", "c3-c4: a sideways move must leave fewer objects"),
    ("lot", None, "swap", "swap: only the second player may swap, and only at ply 1; this is ply 0"),
    ("lot", "7/7/7/1bb4/7/7/w5w:b:4", "d4", "d4: d4 completes a line: say how to reduce it, as d4:b4-d4^b4"),
    ("lot", "7/7/7/1bb4/7/7/w5w:b:4", "b4", "b4: b4 is not empty"),
]


@pytest.mark.parametrize(("game", "position", "move", "message"), BAD_MOVES)
def test_bad_move(game: str, position: str | None, move: str, message: str) -> None:
    state = _core.State(game, {}, position)
    with pytest.raises(_core.MoveError) as caught:
        state.play([move])
    assert (caught.value.index, caught.value.message) == (0, message)
    assert not isinstance(caught.value, _core.GameOverError)
