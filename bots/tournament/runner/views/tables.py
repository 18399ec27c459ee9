"""The standings as a table, and the lines below it."""

from rich.table import Table

from bots.tournament.report import wording
from bots.tournament.runner.run import Run
from bots.tournament.statistics import Counts, estimate
from bots.tournament.statistics.tally import Line


def standings(run: Run) -> Table:
    """Return the table as it stands, best first; in a cup with the points of each game."""
    contests = run.setup.tournament.plan.contests
    cup = [each.name for each in contests] if len(contests) > 1 else []
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("player", no_wrap=True)
    for heading in ("points", "games", "+", "=", "\N{MINUS SIGN}", "Elo", "LOS", *cup):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("faults")
    by_contest = {name: {line.player: line.counts for line in run.tally.lines(name)} for name in cup}
    for line in run.tally.lines():
        table.add_row(*_row(line), *(_points(by_contest[name][line.player]) for name in cup), _faults(line))
    return table


def below(run: Run) -> list[str]:
    """Return the lines below the table: a match's figures by pairs, void games, the sequential test."""
    plan = run.setup.tournament.plan
    lines = []
    if plan.format == "match" and run.tally.games:
        lines.append(_figures(run.tally.counts(*plan.players), plan.players[0]))
    if run.tally.void:
        games = "1 game is" if run.tally.void == 1 else f"{run.tally.void} games are"
        lines.append(f"{games} void by a fault of the runner: nobody's result")
    if run.sprt is not None:
        lines.append(wording.sprt_text(run.sprt, run.schedule.finished, run.schedule.total))
    return lines


def progress(run: Run) -> str:
    """Return what is being played: the tournament's name, in a Swiss one with the round."""
    plan = run.setup.tournament.plan
    name = run.setup.tournament.name
    return f"{name}, round {run.schedule.round} of {plan.swiss_rounds}" if plan.format == "swiss" else name


def _row(line: Line) -> list[str]:
    counts, said = line.counts, estimate(line.counts)
    figures = [wording.lead(said), wording.percent(said.los)] if counts.games else ["", ""]
    numbers = (counts.games, counts.wins, counts.draws, counts.losses)
    return [line.player, wording.points(counts.points), *map(str, numbers), *figures]


def _points(counts: Counts) -> str:
    return f"{wording.points(counts.points)}/{counts.games}"


def _faults(line: Line) -> str:
    return ", ".join(f"{ending} {count}" for ending, count in line.forfeits.items())


def _figures(counts: Counts, player: str) -> str:
    said = estimate(counts)
    pairs = " ".join(map(str, counts.pairs))
    error = f" {wording.PLUS_MINUS} {wording.number(said.nelo_error, 1)}"
    nelo = f"normalized Elo {wording.signed(said.nelo, 1)}{error}, " if not said.one_sided else ""
    return f"{player}: {nelo}draws {wording.percent(said.draw_rate)}, pairs by points 0 to 2: {pairs}"
