"""What all views share: how fast it goes, and what is said of a game out of the ordinary."""

import time
from collections.abc import Iterator
from typing import Protocol

from bots.tournament.match import Played
from bots.tournament.report import wording
from bots.tournament.runner.run import Run, Watch

NOTES_SHOWN = 20
"""Notes on single games that a person is shown; the file keeps all."""


class View(Watch, Protocol):
    """A `Watch` that is opened before and closed after a run, both in its event loop."""

    def open(self, run: Run) -> None:
        """Begin to show a run."""

    def close(self) -> None:
        """Show the last state and end."""


class Pace:
    """How fast games and plies come, and how long the rest will take."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.games = 0
        self.plies = 0

    def add(self, plies: int) -> None:
        """Count a game."""
        self.games += 1
        self.plies += plies

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return max(time.monotonic() - self._began, 1e-6)

    def remaining(self, games: int) -> float | None:
        """Return the seconds that so many games will take; None before the first."""
        return games * self.seconds / self.games if self.games else None

    def text(self, games: int) -> str:
        """Say it for a person."""
        left = self.remaining(games)
        eta = "" if left is None else f", {wording.duration(left)} to go"
        return f"{self.games / self.seconds:.2f} games/s, {self.plies / self.seconds:.0f} plies/s{eta}"


class Notes:
    """Lines about games out of the ordinary: the first of them, then a word that there are more."""

    def __init__(self) -> None:
        self._said = 0

    def of(self, played: Played, more: str = "") -> Iterator[str]:
        """Yield what is to be said of a game."""
        for event in played.events:
            self._said += 1
            if self._said <= NOTES_SHOWN:
                yield f"{played.result.spec.id}: {event.player or 'runner'}: {event.kind}: {event.text}{more}"
            elif self._said == NOTES_SHOWN + 1:
                yield "more like these are only counted; trilogue-bots report shows them all"
