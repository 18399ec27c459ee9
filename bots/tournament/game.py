"""One game of a tournament as values: what is to be played, and what came of it."""

import msgspec

from bots.tournament.outcome import Outcome, Seat

Scalar = bool | int | str


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """One game with its options, as a tournament plays it.

    name -- unique in the tournament: `loa`, `loa size=6`
    game -- the game's name in the protocol
    options -- the game's options that differ from their defaults
    """

    name: str
    game: str
    options: dict[str, Scalar] = msgspec.field(default_factory=dict)


def contest(game: str, **options: Scalar) -> Contest:
    """Return a contest named after its game and options."""
    words = [game, *(f"{key}={value}" for key, value in sorted(options.items()))]
    return Contest(name=" ".join(words), game=game, options=options)


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game begins: a position (None: the game's start), then moves."""

    position: str | None = None
    moves: tuple[str, ...] = ()


class GameSpec(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One game to be played.

    id -- stable for the same plan: `c1.r2.e3.lot.p4a` (cycle, round, encounter, contest, pair, game)
    number -- place in the order of play, from 0
    round -- from 1
    encounter -- id of the meeting of two players that it belongs to
    pair -- id shared by the two games of one opening, in which the players change seats
    contest -- name of the contest
    opening -- index into the contest's openings
    first, second -- the players by seat: `first` makes ply 0 (in an opening with moves: made it)
    seed -- for the engines of this game, 0 to 2**31 - 1
    """

    id: str
    number: int
    round: int
    encounter: str
    pair: str
    contest: str
    opening: int
    first: str
    second: str
    seed: int

    def player(self, seat: Seat) -> str:
        """Return who sits there."""
        return self.first if seat == "first" else self.second

    def seat(self, player: str) -> Seat:
        """Return where the player sits; ValueError if it does not play."""
        if player == self.first:
            return "first"
        if player == self.second:
            return "second"
        raise ValueError(f"{player} does not play in {self.id}")


class GameResult(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What came of one game: all that schedule and statistics need.

    outcome -- how it ended
    plies -- plies played after the opening
    swapped -- True if LOT's swap was played (in the opening or after)
    started -- seconds since 1970
    seconds -- how long it took
    final -- the last position
    """

    spec: GameSpec
    outcome: Outcome
    plies: int = 0
    swapped: bool = False
    started: float = 0.0
    seconds: float = 0.0
    final: str = ""

    @property
    def winner(self) -> str | None:
        """The player who won; None for a draw and for a void game."""
        return None if self.outcome.winner is None else self.spec.player(self.outcome.winner)

    def score(self, player: str) -> float | None:
        """Return the player's 1, 0.5 or 0; None if the game is void."""
        return self.outcome.score(self.spec.seat(player))


class Ply(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One move as it was played.

    move -- in canonical form
    score -- the mover's own, as the protocol writes it (`cp:12`, `win:3`, `draw`), or None
    depth, nodes -- what the mover said, or None
    time -- milliseconds the move took by the runner's clock
    clock -- milliseconds the mover had left after it, or None without a clock
    """

    move: str
    score: str | None = None
    depth: int | None = None
    nodes: int | None = None
    time: int = 0
    clock: int | None = None


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something out of the ordinary, kept with what is needed to understand it.

    kind -- an ending (`crash`, `stall`, ...), `restart`, `warning`, or the hypothesis (`H0`, `H1`) that the
        sequential test accepted
    text -- one line for a person
    game, player -- whom it concerns, where that can be told
    time -- seconds since 1970
    lines -- the last protocol lines by seat (`first`, `second`), oldest first
    stderr -- the end of standard error by seat
    """

    kind: str
    text: str
    game: str | None = None
    player: str | None = None
    time: float = 0.0
    lines: dict[str, list[str]] = msgspec.field(default_factory=dict)
    stderr: dict[str, str] = msgspec.field(default_factory=dict)


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game: enough to play it through again."""

    result: GameResult
    contest: Contest
    opening: Opening
    plies: tuple[Ply, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def moves(self) -> list[str]:
        """All moves from the opening's position on, the opening's included."""
        return [*self.opening.moves, *(ply.move for ply in self.plies)]
