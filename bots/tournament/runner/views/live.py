"""For a terminal: the table, redrawn as games end, with progress, speed and the time to go."""

import asyncio
import time

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from bots.tournament.game import GameSpec
from bots.tournament.match import Played
from bots.tournament.runner.run import Run
from bots.tournament.runner.views.base import Notes, Pace
from bots.tournament.runner.views.tables import below, progress, standings

REDRAW = 0.25  # s between drawings while games end
TICK = 1.0  # s between drawings while none does: the time to go runs
SHOWN = 4
"""Games under way that are named."""


class LiveView:
    """Draws in the event loop's own thread: what it shows never changes under its hands."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            console=console,
            auto_refresh=False,
        )
        self._live = Live(console=console, auto_refresh=False)
        self._pace = Pace()
        self._notes = Notes()
        self._under_way: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._drawn = 0.0
        self._run: Run | None = None

    def open(self, run: Run) -> None:
        """Begin to draw."""
        self._run = run
        self._task = self._bar.add_task("", total=run.schedule.total, pace="")
        self._pace = Pace()
        self._live.start()
        self._draw()

    def close(self) -> None:
        """Draw the last state and leave it standing."""
        if self._timer is not None:
            self._timer.cancel()
        self._under_way.clear()
        self._draw()
        if self._timer is not None:
            self._timer.cancel()
        self._live.stop()

    def started(self, spec: GameSpec) -> None:
        """Name a game under way."""
        self._under_way[spec.id] = f"{spec.first} \N{EN DASH} {spec.second} ({spec.contest})"

    def finished(self, played: Played) -> None:
        """Count a game, and say so above the table if it was out of the ordinary."""
        self._pace.add(played.result.plies)
        self._end(played, "")

    def spoilt(self, played: Played) -> None:
        """Say that a game will be played again."""
        self._end(played, "; again")

    def _end(self, played: Played, more: str) -> None:
        self._under_way.pop(played.result.spec.id, None)
        for note in self._notes.of(played, more):
            self._console.print(note, style="yellow")
        if time.monotonic() - self._drawn >= REDRAW:
            self._draw()

    def _draw(self) -> None:
        """Draw now, and again after a while if nothing else makes it."""
        if self._timer is not None:
            self._timer.cancel()
        self._drawn = time.monotonic()
        self._live.update(self._picture(), refresh=True)
        self._timer = asyncio.get_running_loop().call_later(TICK, self._draw)

    def _picture(self) -> Group:
        assert self._run is not None
        schedule = self._run.schedule
        left = schedule.total - schedule.finished
        self._bar.update(
            self._task,
            description=progress(self._run),
            completed=schedule.finished,
            pace=self._pace.text(left),
        )
        playing = list(self._under_way.values())
        more = f", and {len(playing) - SHOWN} more" if len(playing) > SHOWN else ""
        now = [Text(f"playing {', '.join(playing[:SHOWN])}{more}", style="dim")] if playing else []
        return Group(standings(self._run), *map(Text, below(self._run)), *now, self._bar)
