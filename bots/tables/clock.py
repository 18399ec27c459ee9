"""Fischer clocks of a table as a value. All times are ms of the referee's watch; no lag is allowed for."""

from msgspec import Struct

from bots.tables.rules import Rules
from protocol.tables.documents import Seat

SEATS: tuple[Seat, Seat] = ("first", "second")


def other(seat: Seat) -> Seat:
    """Return the opposite seat."""
    return "second" if seat == "first" else "first"


class Clocks(Struct, frozen=True):
    """What each player has left, and whose time runs since when.

    In a player's first move its clock does not run: there is `allowed` for it, and nothing is charged.
    """

    first: int
    second: int
    inc: int
    running: Seat | None
    since: int
    allowed: int | None = None

    def left(self, seat: Seat, now: int) -> int:
        """Return what a player has left now; never negative."""
        base = self.first if seat == "first" else self.second
        if seat != self.running or self.allowed is not None:
            return base
        return max(0, base - max(0, now - self.since))

    def both(self, now: int) -> dict[Seat, int]:
        """Return what both have left now."""
        return {seat: self.left(seat, now) for seat in SEATS}

    def falls(self) -> int | None:
        """Return when the running flag falls, or the first move is overdue; None when nothing runs."""
        if self.running is None:
            return None
        return self.since + (self.left(self.running, self.since) if self.allowed is None else self.allowed)

    def fallen(self, now: int) -> bool:
        """Return whether the running player has no time left."""
        falls = self.falls()
        return falls is not None and now >= falls

    def press(self, now: int, mover: Seat, *, next_is_first_move: bool, rules: Rules) -> "Clocks":
        """Return the clocks after the running player moved: its increment added, `mover`'s time running."""
        if self.running is None:
            raise ValueError("no clock runs")
        seat = self.running
        left = self.left(seat, now) + (self.inc if self.allowed is None else 0)
        return Clocks(
            first=left if seat == "first" else self.first,
            second=left if seat == "second" else self.second,
            inc=self.inc,
            running=mover,
            since=now,
            allowed=rules.first_move if next_is_first_move else None,
        )

    def stopped(self, now: int) -> "Clocks":
        """Return the clocks standing still."""
        left = self.both(now)
        return Clocks(left["first"], left["second"], self.inc, None, now)


def start(time: int, inc: int, mover: Seat, now: int, rules: Rules) -> Clocks:
    """Return the clocks of a game that begins now."""
    return Clocks(time, time, inc, mover, now, rules.first_move)
