"""What other implementations of these games got wrong, each as a test."""

import pytest

from engine import _core
from tests.conformance.rows import REPETITION, Options

BEFORE_BOTH_CONNECT = "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40"
STUCK = "6wb/6ww/8/8/8/8/ww6/bw6"
BOTH_STUCK = "1w1w1/b1w1b/1b1b1/b1w1b/1w1w1"


def loa(position: str | None = None, **options: str) -> _core.State:
    return _core.State("loa", options, position)


def test_a_line_is_counted_behind_the_piece_too() -> None:
    state = loa("8/8/8/w6w/8/8/8/bb1b3b:b:0")
    moves = [move for move in state.moves() if move.startswith("b1") and move.endswith("1")]
    assert moves == ["b1-f1"]


def test_own_pieces_are_jumped_and_enemies_are_not() -> None:
    assert "b1-f1" in loa("8/8/8/w6w/8/8/8/bb1b3b:b:0").moves()
    assert "b1-f1" not in loa("8/8/8/w6w/8/8/8/bb1w3b:b:0").moves()


@pytest.mark.parametrize(("option", "result"), [("draw", "draw"), ("mover", "black")])
def test_both_connected_ends_the_game_for_the_mover(option: str, result: str) -> None:
    state = loa(BEFORE_BOTH_CONNECT, simultaneous=option)
    state.play(["a6xe6"])
    assert (state.over, state.result, state.reason) == (True, result, "both-connected")
    # The mover, not a fixed colour: the same with colours exchanged.
    exchanged = BEFORE_BOTH_CONNECT.translate(str.maketrans("bw", "wb")).replace(":40", ":41")
    state = loa(exchanged, simultaneous=option)
    state.play(["a6xe6"])
    assert state.result == ("draw" if option == "draw" else "white")


def test_connecting_only_the_opponent_loses() -> None:
    state = loa("b7/8/8/4w3/3w4/7b/8/7w:b:0")
    state.play(["h3xh1"])
    assert (state.result, state.reason) == ("white", "connected")


@pytest.mark.parametrize(("option", "ply"), [("3", 48), ("2", 44)])
def test_repetition_draws_at_its_ply(option: str, ply: int) -> None:
    state = loa(repetition=option)
    state.play(REPETITION[: ply - 1])
    assert not state.over
    state.play([REPETITION[ply - 1]])
    assert (state.over, state.result, state.reason, state.moves()) == (True, "draw", "repetition", [])
    state.undo(1)
    assert not state.over


def test_repetition_can_be_off_and_begins_at_the_position_given() -> None:
    state = loa(repetition="off")
    state.play(REPETITION)
    assert not state.over
    middle = loa(repetition="2")
    middle.play(REPETITION[:41])
    later = loa(middle.position, repetition="2")
    later.play(REPETITION[41:45])
    assert later.reason == "repetition"


def test_the_side_to_move_is_part_of_a_repeated_position() -> None:
    state = loa(f"{STUCK}:b:0", repetition="2")
    before = state.cells()
    state.play(["pass"])
    assert state.cells() == before
    assert not state.over


def test_no_cap_on_moves_overrides_a_win() -> None:
    state = loa("8/8/b2bwb2/3b3w/7w/7w/7w/8:b:999998", simultaneous="mover")
    state.play(["a6xe6"])
    assert (state.result, state.ply) == ("black", 999999)
    assert not loa("8/8/b2bwb2/3b3w/7w/7w/7w/8:b:1000000").over


def test_a_side_without_a_move_passes() -> None:
    state = loa(f"{STUCK}:b:0")
    assert state.moves() == ["pass"]
    assert state.moves_detail() == [{"move": "pass", "label": "pass"}]
    state.play(["PASS"])
    assert (state.turn, state.ply, state.legal) == ("white", 1, 22)


def test_a_side_without_a_move_loses_if_so_agreed() -> None:
    state = loa(f"{STUCK}:b:0", nomove="loss")
    assert (state.result, state.reason, state.moves()) == ("white", "no-move", [])


@pytest.mark.parametrize("nomove", ["pass", "loss"])
@pytest.mark.parametrize("side", ["b:0", "w:1"])
def test_both_sides_without_a_move_draw(nomove: str, side: str) -> None:
    state = loa(f"{BOTH_STUCK}:{side}", nomove=nomove)
    assert (state.result, state.reason) == ("draw", "stuck")


@pytest.mark.parametrize(
    ("game", "options", "first", "home"),
    [("lag", {}, "white", "a1"), ("loa", {}, "black", "b1"), ("lot", {}, "black", None)],
)
def test_the_right_colour_begins(game: str, options: Options, first: str, home: str | None) -> None:
    state = _core.State(game, options)
    assert (state.turn, state.seats["first"]) == (first, first)
    if home is not None:
        assert state.cells()[home] == first[0]


def test_an_empty_side_is_refused_or_judged() -> None:
    with pytest.raises(_core.PositionError, match="White has no piece"):
        loa("8/8/8/8/8/8/8/bb6:b:0")
    lag = _core.State("lag", {}, "3/4/2b2/4/3:w:0")
    assert (lag.result, lag.reason) == ("white", "fewer-objects")


def test_a_move_changes_no_cells_but_its_two() -> None:
    for game in ("lag", "loa"):
        state = _core.State(game, {})
        for _ in range(40):
            if state.over:
                break
            before = state.cells()
            detail = state.moves_detail()[state.ply * 7 % state.legal]
            state.play([detail["move"]])
            cells = {c for c in {*before, *state.cells()} if before.get(c) != state.cells().get(c)}
            assert cells == {detail["from"], detail["to"]}


def test_capturing_the_last_piece_loses_in_lag() -> None:
    state = _core.State("lag", {}, "3/4/1b3/1w2/3:w:0")
    state.play(["b2xc2"])
    assert (state.result, state.reason) == ("black", "fewer-objects")
