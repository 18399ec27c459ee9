"""The verdicts of the conformance kit as a table for people and as JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from bots.conform.point import Status, Verdict

STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.SKIP: "yellow"}


class Table:
    """Prints each verdict as it comes: a line, and what was seen instead beneath one that failed."""

    def __init__(self, console: Console, verbose: bool) -> None:
        self._console = console
        self._verbose = verbose
        self._chapter = ""

    def tell(self, verdict: Verdict) -> None:
        """Print one verdict."""
        point = verdict.point
        if point.chapter != self._chapter:
            self._chapter = point.chapter
            self._console.print(Text(f"\n{point.chapter}", style="bold"))
        line = Text("  ")
        line.append(f"{verdict.status:4}", style=STYLES[verdict.status])
        line.append(f"  {point.id:18}", style="cyan")
        line.append(point.says)
        self._console.print(line, soft_wrap=True)
        if verdict.seen and (self._verbose or verdict.status is not Status.PASS):
            self._console.print(Text(f"{'':26}{verdict.seen}", style="dim"), soft_wrap=True)

    def total(self, verdicts: Sequence[Verdict]) -> None:
        """Print the sum of them all."""
        count = Counter(verdict.status for verdict in verdicts)
        style = "bold red" if count[Status.FAIL] else "bold green"
        words = f"{count[Status.PASS]} passed, {count[Status.FAIL]} failed, {count[Status.SKIP]} skipped"
        self._console.print(Text(f"\n{words}", style=style))


def as_data(argv: Sequence[str], verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the verdicts as plain data for JSON. `conforms`: no point failed."""
    return {
        "command": list(argv),
        "conforms": all(verdict.status is not Status.FAIL for verdict in verdicts),
        "points": [
            {
                "id": verdict.point.id,
                "chapter": verdict.point.chapter,
                "says": verdict.point.says,
                "verdict": str(verdict.status),
                "seen": verdict.seen,
                "seconds": round(verdict.seconds, 3),
            }
            for verdict in verdicts
        ],
    }
