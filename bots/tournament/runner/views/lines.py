"""For a pipe: a line for what is out of the ordinary, one every half minute, and the table at the end."""

import time

from rich.console import Console

from bots.tournament.game import GameSpec
from bots.tournament.match import Played
from bots.tournament.runner.run import Run
from bots.tournament.runner.views.base import Notes, Pace
from bots.tournament.runner.views.tables import below, standings

EVERY = 30.0  # seconds between lines of progress
WIDTH = 160
"""Columns of the table: a pipe has none of its own, and a table cut or folded is hard to read."""


class LineView:
    """Writes lines."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pace = Pace()
        self._notes = Notes()
        self._last = time.monotonic()
        self._run: Run | None = None

    def open(self, run: Run) -> None:
        """Begin."""
        self._run = run
        self._pace = Pace()

    def close(self) -> None:
        """Write the table."""
        assert self._run is not None
        self._console.print(standings(self._run))
        for line in below(self._run):
            self._write(line)

    def started(self, spec: GameSpec) -> None:
        """Write nothing."""

    def finished(self, played: Played) -> None:
        """Count a game; write a line if there is something to say, or it is time for one."""
        assert self._run is not None
        self._pace.add(played.result.plies)
        for note in self._notes.of(played):
            self._write(note)
        now = time.monotonic()
        if now - self._last >= EVERY:
            self._last = now
            done, total = self._run.schedule.finished, self._run.schedule.total
            self._write(f"{done} of {total} games; {self._pace.text(total - done)}")

    def spoilt(self, played: Played) -> None:
        """Write that a game will be played again."""
        for note in self._notes.of(played, "; again"):
            self._write(note)

    def _write(self, line: str) -> None:
        self._console.print(line, soft_wrap=True)
