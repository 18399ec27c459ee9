"""How a game ended, and for whom: by seat, since in LOT the colours can change hands."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

import msgspec

Seat = Literal["first", "second"]
"""Who makes ply 0 (`first`) and who ply 1; a seat belongs to one player for the whole game."""

WIN_SCORE, DRAW_SCORE, LOSS_SCORE = 1.0, 0.5, 0.0


class OutcomeError(ValueError):
    """An outcome that contradicts itself; a fault of the caller, never of a player."""


class Ending(StrEnum):
    """How a game ended; each is told apart in the records and in every report."""

    WIN = "win"
    DRAW = "draw"
    TIME = "time-forfeit"
    ILLEGAL = "illegal-move"
    CRASH = "crash"
    DISCONNECT = "disconnect"
    STALL = "stall"
    ADJUDICATION = "adjudication"
    VOID = "void"


FORFEITS = frozenset({Ending.TIME, Ending.ILLEGAL, Ending.CRASH, Ending.DISCONNECT, Ending.STALL})
"""Endings that one player lost by a fault of its own."""

ABNORMAL = FORFEITS | {Ending.VOID}
"""Endings for which the last protocol lines of both sides are kept."""


def other_seat(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return "second" if seat == "first" else "first"


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The end of one game.

    ending -- how it ended
    winner -- seat of the winner; None for a draw and for a void game
    reason -- the rule that ended it (`connected`, `line`, ...), the adjudication's rule id
        (`plies`, `resign`, `score`, `proven`), or what exactly went wrong
    colour -- the winner's colour at the end, where known
    counters -- what the adjudication counted, such as {"plies": 200, "limit": 200}
    detail -- one line for a person

    Raises OutcomeError if ending and winner contradict each other.
    """

    ending: Ending
    winner: Seat | None = None
    reason: str = ""
    colour: str | None = None
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    detail: str = ""

    def __post_init__(self) -> None:
        needs = self.ending == Ending.WIN or self.ending in FORFEITS
        forbids = self.ending in {Ending.DRAW, Ending.VOID}
        if (needs and self.winner is None) or (forbids and self.winner is not None):
            raise OutcomeError(f"a game that ended by {self.ending} cannot have winner {self.winner}")

    @property
    def void(self) -> bool:
        """True when the runner was at fault: the game says nothing about the players."""
        return self.ending == Ending.VOID

    @property
    def abnormal(self) -> bool:
        """True when a player or the runner was at fault."""
        return self.ending in ABNORMAL

    @property
    def loser(self) -> Seat | None:
        """The seat that lost; None for a draw and for a void game."""
        return None if self.winner is None else other_seat(self.winner)

    def score(self, seat: Seat) -> float | None:
        """Return 1, 0.5 or 0 for the seat; None if the game is void."""
        if self.void:
            return None
        if self.winner is None:
            return DRAW_SCORE
        return WIN_SCORE if self.winner == seat else LOSS_SCORE


def seat_of(colour: str, seats: Mapping[str, str]) -> Seat:
    """Return the seat that has the colour now, from `seats` as an engine's status gives them."""
    if seats.get("first") == colour:
        return "first"
    if seats.get("second") == colour:
        return "second"
    raise OutcomeError(f"no seat has colour {colour!r} in {dict(seats)}")


def by_rule(result: str, reason: str, seats: Mapping[str, str]) -> Outcome:
    """Return the outcome of a finished game.

    result -- `black`, `white` or `draw`
    reason -- the rule's name
    seats -- which seat has which colour at the end (LOT's swap changes it)

    Raises OutcomeError if no seat has the winning colour.
    """
    if result == "draw":
        return Outcome(ending=Ending.DRAW, reason=reason)
    return Outcome(ending=Ending.WIN, winner=seat_of(result, seats), reason=reason, colour=result)


def forfeit(ending: Ending, loser: Seat, reason: str = "", detail: str = "") -> Outcome:
    """Return the outcome of a game that the loser lost by its own fault.

    Raises OutcomeError if the ending is not a player's fault.
    """
    if ending not in FORFEITS:
        raise OutcomeError(f"{ending} is not a player's fault")
    return Outcome(ending=ending, winner=other_seat(loser), reason=reason, detail=detail)


def adjudicated(
    rule: str, counters: Mapping[str, int], winner: Seat | None = None, detail: str = ""
) -> Outcome:
    """Return the outcome of a game stopped by a rule of the tournament; no winner is a draw."""
    return Outcome(
        ending=Ending.ADJUDICATION, winner=winner, reason=rule, counters=dict(counters), detail=detail
    )


def voided(reason: str, detail: str = "") -> Outcome:
    """Return the outcome of a game that a fault of the runner spoilt: nobody's result."""
    return Outcome(ending=Ending.VOID, reason=reason, detail=detail)
