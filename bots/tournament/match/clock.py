"""What a player may use for its moves, and a clock that counts it. All times are milliseconds."""

from typing import Annotated

import msgspec
from msgspec import Meta

from bots.players.base import Limits
from bots.tournament.outcome import Seat, other_seat
from protocol.values import DAY, INT63, Milliseconds, MoveTime

DEFAULT_MARGIN = 50
DEFAULT_STALL = 10_000
UNTIMED_STALL = 120_000


class TimeControl(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What ends one player's thinking.

    time, inc -- a clock for the whole game, and what each move adds to it
    movetime -- for each move
    nodes, depth -- for each move, in moves made and in plies
    margin -- how much later than allowed an answer may come and still count
    stall -- how much later than that it is given up: the player has stalled. None: 10 s, or where no time
        limits the player (nodes or depth alone) 120 s for each move
    """

    time: Annotated[int, Meta(ge=1, le=30 * DAY)] | None = None
    inc: Milliseconds = 0
    movetime: MoveTime | None = None
    nodes: Annotated[int, Meta(ge=1, le=INT63)] | None = None
    depth: Annotated[int, Meta(ge=1, le=127)] | None = None
    margin: Milliseconds = DEFAULT_MARGIN
    stall: Milliseconds | None = None

    @property
    def timed(self) -> bool:
        """Whether time limits the player at all."""
        return self.time is not None or self.movetime is not None

    @property
    def limited(self) -> bool:
        """Whether anything limits the player."""
        return self.timed or self.nodes is not None or self.depth is not None

    @property
    def patience(self) -> int:
        """How long after its time a player that has not answered is given up."""
        if self.stall is not None:
            return self.stall
        return DEFAULT_STALL if self.timed else UNTIMED_STALL


class Clock:
    """The clocks of one game, by seat."""

    def __init__(self, first: TimeControl, second: TimeControl) -> None:
        self.controls: dict[Seat, TimeControl] = {"first": first, "second": second}
        self._left: dict[Seat, float | None] = {"first": first.time, "second": second.time}

    def left(self, seat: Seat) -> int | None:
        """Return what a player has left; None without a clock. Never negative."""
        left = self._left[seat]
        return None if left is None else max(0, round(left))

    def limits(self, seat: Seat) -> Limits:
        """Return the limits of the move that a player is to make now."""
        own, opponent = self.controls[seat], other_seat(seat)
        clocked = own.time is not None
        return Limits(
            movetime=own.movetime,
            nodes=own.nodes,
            depth=own.depth,
            # an engine is never told that it has no time at all: it still has the margin
            time=max(1, self.left(seat) or 0) if clocked else None,
            inc=own.inc if clocked and own.inc else None,
            opptime=max(1, self.left(opponent) or 0)
            if clocked and self._left[opponent] is not None
            else None,
            oppinc=self.controls[opponent].inc or None
            if clocked and self._left[opponent] is not None
            else None,
        )

    def allowed(self, seat: Seat) -> float | None:
        """Return how long the move may take, the margin included; None where time does not matter."""
        control = self.controls[seat]
        if not control.timed:
            return None
        given = [each for each in (self._left[seat], control.movetime) if each is not None]
        return min(given) + control.margin

    def deadline(self, seat: Seat) -> float:
        """Return after how long a player that has not answered is given up. Always finite."""
        return (self.allowed(seat) or 0) + self.controls[seat].patience

    def spend(self, seat: Seat, used: float) -> bool:
        """Take the time of a move off its player's clock; return False if it was too late.

        The margin is a courtesy for each move and cannot be saved up: a clock never stands below zero.
        """
        allowed = self.allowed(seat)
        if allowed is not None and used > allowed:
            return False
        left = self._left[seat]
        if left is not None:
            self._left[seat] = max(0.0, left - used) + self.controls[seat].inc
        return True
