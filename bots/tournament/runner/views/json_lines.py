"""For programs: one JSON object a line on stdout; the tournament, each game as it counts, then the table."""

import sys

import msgspec

from bots.tournament.game import GameSpec
from bots.tournament.match import Played
from bots.tournament.runner.run import Run
from bots.tournament.statistics import estimate
from bots.tournament.statistics.tally import Line


class JsonView:
    """Writes JSON lines; every number in them is finite."""

    def __init__(self) -> None:
        self._run: Run | None = None

    def open(self, run: Run) -> None:
        """Write what is to be played."""
        self._run = run
        tournament = run.setup.tournament
        self._write(
            {
                "tournament": tournament.name,
                "plan": msgspec.to_builtins(tournament.plan),
                "games": run.schedule.total,
                "finished": run.schedule.finished,
            }
        )

    def close(self) -> None:
        """Write the table."""
        assert self._run is not None
        lines = [_line(line) for line in self._run.tally.lines()]
        self._write({"table": lines, "void": self._run.tally.void, "sprt": self._run.sprt})

    def started(self, spec: GameSpec) -> None:
        """Write nothing."""

    def finished(self, played: Played) -> None:
        """Write a game, with what was out of the ordinary."""
        self._write({"game": played.result, **_events(played)})

    def spoilt(self, played: Played) -> None:
        """Write a game that will be played again."""
        self._write({"spoilt": played.result, **_events(played)})

    @staticmethod
    def _write(data: object) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
        sys.stdout.buffer.flush()


def _line(line: Line) -> dict[str, object]:
    return {
        "player": line.player,
        **msgspec.to_builtins(line.counts),
        "points": line.counts.points,
        "estimate": msgspec.to_builtins(estimate(line.counts)),
        "forfeits": line.forfeits,
    }


def _events(played: Played) -> dict[str, object]:
    return {"events": played.events} if played.events else {}
