"""What goes in and out of the referee's desk: a request, its effects, and what is read from the file."""

from typing import Any, Protocol

from msgspec import Struct, field

from bots.tables.challenges import Challenge
from bots.tables.machine import Step
from bots.tables.rating import Rating
from bots.tables.table import Now, Table
from protocol.messages import Request
from protocol.tables.documents import Event, Notice


class Archive(Protocol):
    """What the desk reads from the file."""

    def rating(self, user: str, game: str) -> Rating:
        """Return a rating; the initial one if there is none."""

    def ratings(self, game: str | None, user: str | None) -> list[Rating]:
        """List ratings, the highest first."""

    def results(self, user: str | None, limit: int) -> list[Table]:
        """List finished tables, the latest first."""

    def table(self, name: str) -> Table | None:
        """Return a table, finished or not."""

    def events(self, name: str, since: int, limit: int) -> list[Event]:
        """List events of a table after `since`, in order."""


class Effects(Struct):
    """What is to be committed, applied and published, in this order."""

    steps: list[Step] = field(default_factory=list)
    opened: list[Challenge] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)
    notices: list[tuple[str, Notice]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.steps or self.opened or self.closed)


class Asked(Struct, frozen=True):
    """A request on its way through the desk: who asks, under which id of its own, what, and when."""

    user: str
    key: str
    request: Request
    now: Now

    @property
    def args(self) -> Any:
        """The arguments; each handler knows its verb's."""
        return self.request.args
