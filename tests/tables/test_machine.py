"""The table as a pure state machine: who may do what in which phase, and what comes of it."""

import msgspec
import pytest
from msgspec import UNSET

from bots.tables import machine
from bots.tables.rules import Rules
from bots.tables.table import Now, Table, board, document, mover, played_by
from engine import games
from protocol.errors import ErrorCode, RequestError
from protocol.tables.documents import Phase
from protocol.tables.order import MAY, PHASES, Role

RULES = Rules()
START = Now(1_000, 1_700_000_000_000)


def at(ms: int) -> Now:
    return Now(START.watch + ms, START.wall + ms)


def begun(game: str = "lot", *, time: int = 60_000, inc: int = 1_000) -> Table:
    return machine.begin(
        "t1",
        games.begin(game),
        {"first": "ann", "second": "bob"},
        time=time,
        inc=inc,
        rated=True,
        ratings={"first": 1500, "second": 1500},
        now=START,
        rules=RULES,
    ).table


def played(table: Table, count: int, each: int = 100) -> Table:
    """Play the first legal move so often, each taking so many ms."""
    for _ in range(count):
        state = board(table)
        now = at(table.clocks.since - START.watch + each)
        step = machine.move(table, state, mover(state), state.moves()[0], ply=state.ply, now=now, rules=RULES)
        table = step.table
    return table


def in_phase(phase: Phase) -> Table:
    table = begun()
    if phase == "opening":
        return table
    table = played(table, 2)
    if phase == "offered":
        return machine.offer_draw(table, board(table), "second", at(300), RULES).table
    return table if phase == "playing" else machine.resign(table, "first", at(300)).table


ROLE_OF = {  # in all phases here the first player, ann, is to move, and the second offers
    "ann": {Role.MOVER, Role.PLAYER, Role.ANSWERER, Role.ANYBODY},
    "bob": {Role.PLAYER, Role.ANYBODY},
    "eve": {Role.ANYBODY},
}


@pytest.mark.parametrize("user", ROLE_OF)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("action", MAY)
def test_the_table_of_what_may_follow_what(action: str, phase: Phase, user: str) -> None:
    table = in_phase(phase)
    assert table.phase == phase
    cell = MAY[action][phase]
    if isinstance(cell, ErrorCode):
        with pytest.raises(RequestError) as refused:
            machine.permit(table, board(table), user, action)
        assert refused.value.code is cell
    elif cell in ROLE_OF[user]:
        machine.permit(table, board(table), user, action)
    else:
        with pytest.raises(RequestError) as refused:
            machine.permit(table, board(table), user, action)
        assert refused.value.code is ErrorCode.FORBIDDEN


def test_every_cell_names_a_role_or_a_code_that_is_used() -> None:
    assert all(set(row) == set(PHASES) for row in MAY.values())
    used = {cell for row in MAY.values() for cell in row.values() if isinstance(cell, Role)}
    assert used == {Role.MOVER, Role.PLAYER, Role.ANSWERER, Role.ANYBODY}


@pytest.mark.parametrize("game", ["lag", "loa", "lot"])
def test_a_game_to_its_end(game: str) -> None:
    table = begun(game)
    state = board(table)
    seq = 1
    while not state.over and len(table.moves) < 600:
        step = machine.move(
            table, state, mover(state), state.moves()[-1], ply=state.ply, now=at(0), rules=RULES
        )
        assert [event.seq for event in step.events] == list(range(seq + 1, step.table.seq + 1))
        table, seq = step.table, step.table.seq
        state = board(table)
    if state.over:
        assert table.ended == "rule"
        assert table.reason == state.reason
        assert step.events[-1].kind == "over"
        shown = document(table, state, at(0), machine.deadline(table, RULES))
        assert shown.mover is shown.until is shown.running is UNSET


def test_a_swap_changes_colours_and_no_seats() -> None:
    table = played(begun(), 1)
    state = board(table)
    assert "swap" in state.moves()
    table = machine.move(table, state, "second", "swap", ply=1, now=at(200), rules=RULES).table
    after = board(table)
    assert after.seats == {"first": "white", "second": "black"}
    assert mover(after) == table.clocks.running == "first"


@pytest.mark.parametrize(
    ("text", "ply", "code", "field"),
    [
        ("z9", 2, ErrorCode.ILLEGAL_MOVE, "move"),
        ("", 2, ErrorCode.ILLEGAL_MOVE, "move"),
        ("d4", 1, ErrorCode.BAD_ARGUMENT, "ply"),
        ("d4", 3, ErrorCode.BAD_ARGUMENT, "ply"),
    ],
)
def test_moves_refused(text: str, ply: int, code: ErrorCode, field: str) -> None:
    table = in_phase("playing")
    with pytest.raises(RequestError) as refused:
        machine.move(table, board(table), "first", text, ply=ply, now=at(400), rules=RULES)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_the_last_move_is_known_again_and_no_other() -> None:
    table = in_phase("playing")
    state = board(table)
    last = table.moves[-1]
    assert machine.is_repeat(table, state, "bob", 1, last)
    assert not machine.is_repeat(table, state, "ann", 1, last)
    assert not machine.is_repeat(table, state, "bob", 0, last)
    assert not machine.is_repeat(table, state, "bob", 1, "z9")
    assert played_by(table, state, 7) == ()


def test_draws() -> None:
    table = in_phase("offered")
    assert machine.accept_draw(table, "first", at(400)).table.ended == "agreement"
    declined = machine.decline_draw(table, "first", at(400)).table
    assert declined.phase == "playing"
    with pytest.raises(RequestError) as refused:
        machine.offer_draw(declined, board(declined), "second", at(500), RULES)
    assert refused.value.code is ErrorCode.BUSY
    machine.offer_draw(declined, board(declined), "first", at(500), RULES)
    assert played(table, 1).offer is None  # the other player's move declines


def test_resigning_and_aborting() -> None:
    table = in_phase("playing")
    done = machine.resign(table, "first", at(400)).table
    assert (done.ended, done.winner) == ("resignation", "second")
    aborted = machine.abort(begun(), "second", at(400)).table
    assert (aborted.ended, aborted.winner) == ("aborted", None)


def test_gone_and_back() -> None:
    table = in_phase("playing")
    gone = machine.presence(table, "bob", False, at(400), RULES)
    assert [event.kind for event in gone.events] == ["disconnected"]
    assert machine.presence(gone.table, "bob", False, at(500), RULES).events == ()
    back = machine.presence(gone.table, "bob", True, at(600), RULES).table
    assert not back.gone


@pytest.mark.parametrize(
    ("phase", "users", "ended", "winner"),
    [
        ("playing", ["bob"], "disconnect", "first"),
        ("playing", ["ann", "bob"], "aborted", None),
        ("opening", ["bob"], "aborted", None),
    ],
)
def test_gone_for_good(phase: Phase, users: list[str], ended: str, winner: str | None) -> None:
    rules = msgspec.structs.replace(RULES, grace=10_000, first_move=40_000)
    table = in_phase(phase)
    for user in users:
        table = machine.presence(table, user, False, at(400), rules).table
    assert machine.tick(table, at(10_399), rules).events == ()
    done = machine.tick(table, at(10_400), rules).table
    assert (done.ended, done.winner) == (ended, winner)
    assert machine.deadline(done, rules) is None
    assert machine.tick(done, at(99_999), rules).events == ()
