"""A table as a value: who plays what, the moves and their times, the clocks, how it ended."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct

from bots.tables.clock import SEATS, Clocks
from engine import games
from engine.games import State
from protocol.tables.documents import Phase, Seat, TableInfo, TableState
from protocol.values import Scalar


class Now(Struct, frozen=True):
    """A moment: by the referee's watch, by which games are kept, and since 1970, for people. Both in ms."""

    watch: int
    wall: int


class Table(Struct, frozen=True, kw_only=True):
    """One game.

    start -- position string it began with
    ratings -- before the game, as shown
    used -- ms that each move took
    seq -- number of the last event
    offers -- seat -> ply of its last draw offer
    gone -- seat -> watch reading at which the player's presence went
    ended, reason, winner -- how it ended, see `protocol.tables.documents`; None while it goes on
    closed -- watch reading at the end
    """

    id: str
    game: str
    options: Mapping[str, Scalar]
    start: str
    players: Mapping[Seat, str]
    rated: bool
    ratings: Mapping[Seat, int]
    time: int
    inc: int
    began: int
    clocks: Clocks
    moves: tuple[str, ...] = ()
    used: tuple[int, ...] = ()
    seq: int = 1
    offer: Seat | None = None
    offers: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    gone: Mapping[Seat, int] = msgspec.field(default_factory=dict)
    ended: str | None = None
    reason: str = ""
    winner: Seat | None = None
    closed: int | None = None

    @property
    def phase(self) -> Phase:
        """Where it is in the table of what may follow what."""
        if self.ended is not None:
            return "over"
        if len(self.moves) < 2:
            return "opening"
        return "playing" if self.offer is None else "offered"

    def seats_of(self, user: str) -> list[Seat]:
        """Return the seats of a user."""
        return [seat for seat in SEATS if self.players[seat] == user]


def board(table: Table) -> State:
    """Return the game so far by the rules."""
    state = games.begin(table.game, table.options, table.start)
    games.play(state, table.moves)
    return state


class Boards:
    """The boards of games under way, kept so that a move costs one move and not the whole game."""

    def __init__(self) -> None:
        self._kept: dict[str, State] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, table: Table) -> State:
        """Return the board of a table; not to be changed."""
        state = self._kept.get(table.id)
        if state is None or len(state.history) > len(table.moves):
            state = board(table)
        elif (missing := table.moves[len(state.history) :]) != ():
            state = state.copy()
            state.play(missing)
        if table.ended is None:
            self._kept[table.id] = state
        else:
            self.forget(table.id)  # finished games are looked at now and then, for ever
        return state

    def forget(self, table: str) -> None:
        """Drop a board."""
        self._kept.pop(table, None)


def mover(state: State) -> Seat:
    """Return the seat that is to move: in LOT colours can change hands, seats never do."""
    return "first" if state.seats["first"] == state.turn else "second"


def info(table: Table) -> TableInfo:
    """Return a table's line in a list."""
    over = table.ended is not None
    return TableInfo(
        table=table.id,
        game=table.game,
        players=dict(table.players),
        rated=table.rated,
        ply=len(table.moves),
        ended=table.ended if table.ended is not None else UNSET,
        reason=table.reason if over else UNSET,
        winner=table.winner if table.winner is not None else UNSET,
    )


def document(table: Table, state: State, now: Now, deadline: int | None) -> TableState:
    """Return a table as it is published. `deadline`: watch reading at which something happens by itself."""
    over = table.ended is not None
    return TableState(
        table=table.id,
        seq=table.seq,
        phase=table.phase,
        game=table.game,
        options=dict(table.options),
        start=table.start,
        players=dict(table.players),
        seats={seat: state.seats[seat] for seat in SEATS},
        connected={seat: seat not in table.gone for seat in SEATS},
        rated=table.rated,
        ratings=dict(table.ratings),
        time=table.time,
        inc=table.inc,
        clocks=table.clocks.both(now.watch),
        running=UNSET
        if table.clocks.running is None or table.clocks.allowed is not None
        else table.clocks.running,
        until=UNSET if deadline is None or over else max(0, deadline - now.watch),
        at=now.wall,
        moves=list(table.moves),
        position=state.position,
        ply=state.ply,
        turn=state.turn,
        mover=UNSET if over else mover(state),
        offer=UNSET if table.offer is None else table.offer,
        ended=table.ended if table.ended is not None else UNSET,
        reason=table.reason if over else UNSET,
        winner=UNSET if table.winner is None else table.winner,
    )


def played_by(table: Table, state: State, ply: int) -> Sequence[str]:
    """Return the move made at `ply`, as a list of one, or an empty one when there is none."""
    index = ply - (state.ply - len(table.moves))
    return table.moves[index : index + 1] if index >= 0 else ()
