"""What a conformance kit is made of: points, each a sentence of the protocol with a test of it; verdicts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.conform.kit import Kit

Check = Callable[["Kit"], Awaitable[str | None]]


class Failed(Exception):
    """The engine does not do what the point says; the message is what was seen instead."""


class Skipped(Exception):
    """The point does not apply to the engine; the message says why."""


class Status(StrEnum):
    """What came out of a point."""

    PASS = "pass"  # noqa: S105 - not a password
    FAIL = "fail"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Point:
    """One point: its id, its chapter, what the protocol says, and the check of it.

    A check raises Failed or Skipped; what it returns, if anything, is what was seen.
    """

    id: str
    chapter: str
    says: str
    check: Check


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one point; `seen` is what was seen, for a person."""

    point: Point
    status: Status
    seen: str
    seconds: float


class Chapter:
    """Collects the points of one chapter, in the order of the file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.points: list[Point] = []

    def point(self, identity: str, says: str) -> Callable[[Check], Check]:
        """Register the decorated check as a point."""

        def register(check: Check) -> Check:
            self.points.append(Point(identity, self.name, says, check))
            return check

        return register


def expect(holds: object, seen: str) -> None:
    """Fail the point with what was seen unless `holds`."""
    if not holds:
        raise Failed(seen)
