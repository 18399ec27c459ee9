"""What a person sees of a running tournament: a live table on a terminal, lines in a pipe, or JSON lines."""

import sys
import time
from typing import Protocol

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from bots.tournament.game import GameSpec
from bots.tournament.match import Played
from bots.tournament.report import wording
from bots.tournament.runner.run import Run, Watch
from bots.tournament.statistics import estimate

QUIET_EVERY = 30.0  # seconds between lines of progress in a pipe


class View(Watch, Protocol):
    """A `Watch` that is opened before and closed after a run."""

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


def standings(run: Run) -> Table:
    """Return the table as it stands, best first."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player")
    for heading in ("points", "games", "+", "=", "-", "Elo", "LOS", "forfeits"):
        table.add_column(heading, justify="right")
    for line in run.tally.lines():
        counts = line.counts
        said = estimate(counts)
        table.add_row(
            line.player,
            wording.points(counts.points),
            str(counts.games),
            str(counts.wins),
            str(counts.draws),
            str(counts.losses),
            wording.lead(said) if counts.games else "",
            wording.percent(said.los) if counts.games else "",
            " ".join(f"{ending} {count}" for ending, count in line.forfeits.items()),
        )
    return table


class LiveView:
    """The table, redrawn as games end; for a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            console=console,
            auto_refresh=False,
        )
        self._live = Live(console=console, refresh_per_second=4, get_renderable=self._draw)
        self._pace = Pace()
        self._run: Run | None = None

    def open(self, run: Run) -> None:
        """Begin to draw."""
        self._run = run
        name = run.setup.tournament.name
        self._task = self._progress.add_task(
            name, total=run.schedule.total, completed=run.schedule.finished, pace=""
        )
        self._pace = Pace()
        self._live.start()

    def close(self) -> None:
        """Draw the last state."""
        self._live.stop()

    def started(self, spec: GameSpec) -> None:
        """Show nothing: the table is about results."""

    def finished(self, played: Played) -> None:
        """Count a game, and say so above the table if it was out of the ordinary."""
        assert self._run is not None
        self._pace.add(played.result.plies)
        left = self._run.schedule.total - self._run.schedule.finished
        self._progress.update(self._task, completed=self._run.schedule.finished, pace=self._pace.text(left))
        for event in played.events:
            self._console.print(
                f"{played.result.spec.id}: {event.player or 'runner'}: {event.text}", style="yellow"
            )

    def spoilt(self, played: Played) -> None:
        """Say that a game will be played again."""
        self._console.print(f"{played.result.spec.id}: {played.result.outcome.detail}; again", style="yellow")

    def _draw(self) -> Group:
        assert self._run is not None
        extra = [str(self._run.sprt)] if self._run.sprt is not None else []
        return Group(standings(self._run), *extra, self._progress)


class LineView:
    """A line for what is out of the ordinary, one every half minute, and the table at the end; for a pipe."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pace = Pace()
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
        if self._run.sprt is not None:
            self._console.print(str(self._run.sprt))

    def started(self, spec: GameSpec) -> None:
        """Write nothing."""

    def finished(self, played: Played) -> None:
        """Count a game; write a line if there is something to say, or it is time for one."""
        assert self._run is not None
        self._pace.add(played.result.plies)
        for event in played.events:
            self._console.print(f"{played.result.spec.id}: {event.player or 'runner'}: {event.text}")
        now = time.monotonic()
        if now - self._last >= QUIET_EVERY:
            self._last = now
            done, total = self._run.schedule.finished, self._run.schedule.total
            self._console.print(f"{done} of {total} games; {self._pace.text(total - done)}")

    def spoilt(self, played: Played) -> None:
        """Write that a game will be played again."""
        self._console.print(f"{played.result.spec.id}: {played.result.outcome.detail}; again")


class JsonView:
    """One JSON object a line on stdout: each game as it counts, and at the end the table."""

    def __init__(self) -> None:
        self._run: Run | None = None

    def open(self, run: Run) -> None:
        """Begin."""
        self._run = run

    def close(self) -> None:
        """Write the table."""
        assert self._run is not None
        lines = [
            {"player": line.player, **msgspec.to_builtins(line.counts), "forfeits": line.forfeits}
            for line in self._run.tally.lines()
        ]
        self._write({"table": lines, "sprt": msgspec.to_builtins(self._run.sprt)})

    def started(self, spec: GameSpec) -> None:
        """Write nothing."""

    def finished(self, played: Played) -> None:
        """Write a game."""
        self._write({"game": msgspec.to_builtins(played.result)})

    def spoilt(self, played: Played) -> None:
        """Write a game that will be played again."""
        self._write({"spoilt": msgspec.to_builtins(played.result)})

    @staticmethod
    def _write(data: object) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
        sys.stdout.buffer.flush()


def choose_view(*, as_json: bool) -> View:
    """Return the view that suits where the output goes."""
    if as_json:
        return JsonView()
    console = Console(highlight=False, markup=False)
    return LiveView(console) if console.is_terminal else LineView(console)
