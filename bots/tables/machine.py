"""What happens at a table, as pure functions: a table, its board and a moment in, a new table and events out.

Who may do what in which phase stands in `protocol.tables.order` and is checked by `permit`; what is checked
here beyond are the arguments. All raise RequestError and then nothing has happened.
"""

import msgspec
from msgspec import UNSET, Struct

from bots.tables.clock import SEATS, other, start
from bots.tables.rules import Rules
from bots.tables.table import Now, Table, mover, played_by
from engine import games
from engine.games import State
from protocol.errors import ErrorCode, RequestError
from protocol.tables.documents import Event, Seat
from protocol.tables.order import MAY, Role
from protocol.values import Scalar

replace = msgspec.structs.replace


class Step(Struct, frozen=True):
    """What became of a table; no events: nothing happened."""

    table: Table
    events: tuple[Event, ...] = ()


def begin(
    table_id: str,
    state: State,
    players: dict[Seat, str],
    *,
    time: int,
    inc: int,
    rated: bool,
    ratings: dict[Seat, int],
    now: Now,
    rules: Rules,
) -> Step:
    """Begin a game on the board of `state`."""
    options: dict[str, Scalar] = {**state.options}
    table = Table(
        id=table_id,
        game=state.game,
        options=options,
        start=state.start,
        players=players,
        rated=rated,
        ratings=ratings,
        time=time,
        inc=inc,
        began=now.wall,
        clocks=start(time, inc, mover(state), now.watch, rules),
    )
    return Step(table, (Event(table=table.id, seq=1, kind="started", at=now.wall, position=state.position),))


def roles(table: Table, state: State, user: str) -> dict[Role, Seat | None]:
    """Return the roles of a user at a table, each with the seat it comes from (None for a spectator's)."""
    found: dict[Role, Seat | None] = {Role.ANYBODY: None}
    for seat in table.seats_of(user):
        found[Role.PLAYER] = seat
        if table.ended is None and seat == mover(state):
            found[Role.MOVER] = seat
        if table.offer == other(seat):
            found[Role.ANSWERER] = seat
    return found


def permit(table: Table, state: State, user: str, action: str) -> Seat | None:
    """Return the seat in which `user` does something, by the table of what may follow what."""
    cell = MAY[action][table.phase]
    if isinstance(cell, ErrorCode):
        raise _refusal(cell, table, action)
    found = roles(table, state, user)
    if cell not in found:
        if Role.PLAYER not in found:
            raise RequestError(ErrorCode.FORBIDDEN, f"{user} does not play at this table", "table")
        raise RequestError(
            ErrorCode.FORBIDDEN, f"{action.split(maxsplit=1)[0]} is for the {cell} now", "table"
        )
    return found[cell]


def _refusal(code: ErrorCode, table: Table, action: str) -> RequestError:
    if code is ErrorCode.GAME_OVER:
        return RequestError(code, f"the game is over: {table.ended} ({table.reason})", "table")
    if action == "draw offer":
        message = "an offer is open" if table.offer else "no draw before both have moved"
        return RequestError(code, message, "what")
    if action == "abort":
        return RequestError(code, "both have moved: resign instead", "table")
    return RequestError(code, "no draw is offered", "what")


def is_repeat(table: Table, state: State, user: str, ply: int, move: str) -> bool:
    """Return whether the last move was just this one: it came again, and its answer is owed again."""
    made = played_by(table, state, ply)
    if not made or ply != state.ply - 1 or made[0] != move:
        return False
    return table.players[other(mover(state))] == user


def move(table: Table, state: State, seat: Seat, text: str, *, ply: int, now: Now, rules: Rules) -> Step:
    """Make a move, and press the clock."""
    if ply != state.ply:
        raise RequestError(ErrorCode.BAD_ARGUMENT, f"the table is at ply {state.ply}", "ply")
    if table.clocks.fallen(now.watch):
        return overdue(table, now)
    after = state.copy()
    try:
        made = games.play(after, [text], field="move")[0]
    except RequestError as fault:
        raise RequestError(fault.code, fault.message, "move") from None
    moves = (*table.moves, made)
    used = max(0, now.watch - table.clocks.since)
    clocks = table.clocks.press(now.watch, mover(after), next_is_first_move=len(moves) < 2, rules=rules)
    declined = table.offer is not None and table.offer != seat
    moved = replace(
        table,
        moves=moves,
        used=(*table.used, used),
        clocks=clocks,
        seq=table.seq + 1,
        offer=None if declined else table.offer,
    )
    event = Event(
        table=table.id,
        seq=moved.seq,
        kind="moved",
        at=now.wall,
        seat=seat,
        move=made,
        ply=ply,
        used=used,
        clocks=clocks.both(now.watch),
        position=after.position,
    )
    if not after.over:
        return Step(moved, (event,))
    winner: Seat | None = None
    if after.result != "draw":
        winner = "first" if after.seats["first"] == after.result else "second"
    ended = finish(moved, "rule", after.reason or "", winner, now=now)
    return Step(ended.table, (event, *ended.events))


def finish(
    table: Table, ended: str, reason: str, winner: Seat | None, *, now: Now, by: Seat | None = None
) -> Step:
    """End a game."""
    done = replace(
        table,
        seq=table.seq + 1,
        clocks=table.clocks.stopped(now.watch),
        offer=None,
        ended=ended,
        reason=reason,
        winner=winner,
        closed=now.watch,
    )
    event = Event(
        table=table.id,
        seq=done.seq,
        kind="over",
        at=now.wall,
        seat=by or UNSET,
        ended=ended,
        reason=reason,
        winner=winner or UNSET,
        clocks=done.clocks.both(now.watch),
    )
    return Step(done, (event,))


def resign(table: Table, seat: Seat, now: Now) -> Step:
    """Give the game up."""
    return finish(table, "resignation", f"{seat} resigned", other(seat), now=now, by=seat)


def abort(table: Table, seat: Seat, now: Now) -> Step:
    """End the game in the opening, without a result."""
    return finish(table, "aborted", f"{seat} aborted", None, now=now, by=seat)


def offer_draw(table: Table, state: State, seat: Seat, now: Now, rules: Rules) -> Step:
    """Offer a draw."""
    last = table.offers.get(seat)
    if last is not None and state.ply < last + rules.offers:
        message = f"{seat} offered one at ply {last}: again from ply {last + rules.offers} on"
        raise RequestError(ErrorCode.BUSY, message, "what")
    offered = replace(table, seq=table.seq + 1, offer=seat, offers={**table.offers, seat: state.ply})
    return Step(
        offered, (Event(table=table.id, seq=offered.seq, kind="draw-offered", at=now.wall, seat=seat),)
    )


def accept_draw(table: Table, seat: Seat, now: Now) -> Step:
    """Accept the draw offered."""
    return finish(table, "agreement", "draw agreed", None, now=now, by=seat)


def decline_draw(table: Table, seat: Seat, now: Now) -> Step:
    """Decline the draw offered."""
    done = replace(table, seq=table.seq + 1, offer=None)
    return Step(done, (Event(table=table.id, seq=done.seq, kind="draw-declined", at=now.wall, seat=seat),))


def presence(table: Table, user: str, here: bool, now: Now, rules: Rules) -> Step:
    """Note that a player came or went."""
    gone = dict(table.gone)
    events: list[Event] = []
    seq = table.seq
    for seat in table.seats_of(user):
        if here == (seat not in gone):
            continue
        seq += 1
        kind = "connected" if here else "disconnected"
        grace = UNSET if here else rules.grace
        events.append(Event(table=table.id, seq=seq, kind=kind, at=now.wall, seat=seat, grace=grace))
        if here:
            del gone[seat]
        else:
            gone[seat] = now.watch
    return Step(replace(table, gone=gone, seq=seq), tuple(events)) if events else Step(table)


def deadline(table: Table, rules: Rules) -> int | None:
    """Return the watch reading at which `tick` has something to do; None when it never has."""
    if table.ended is not None:
        return None
    times = [at + rules.grace for at in table.gone.values()]
    falls = table.clocks.falls()
    return min([*times, falls] if falls is not None else times, default=None)


def tick(table: Table, now: Now, rules: Rules) -> Step:
    """Do what time itself does: a flag falls, a first move is overdue, a player did not come back."""
    if table.ended is not None:
        return Step(table)
    if table.clocks.fallen(now.watch):
        return overdue(table, now)
    late = [seat for seat in SEATS if seat in table.gone and now.watch >= table.gone[seat] + rules.grace]
    if not late:
        return Step(table)
    if table.phase == "opening" or len(late) == len(SEATS):
        return finish(table, "aborted", f"{' and '.join(late)} left", None, now=now, by=late[0])
    return finish(table, "disconnect", f"{late[0]} left", other(late[0]), now=now, by=late[0])


def overdue(table: Table, now: Now) -> Step:
    """End a game whose running player has no time left."""
    seat = table.clocks.running
    assert seat is not None
    if table.clocks.allowed is not None:
        return finish(table, "aborted", f"{seat} did not move", None, now=now, by=seat)
    return finish(table, "time", f"{seat}'s flag fell", other(seat), now=now, by=seat)
