"""The report as one HTML page that needs nothing but itself."""

import time
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from bots.draw import board_script
from bots.tournament.game import Opening
from bots.tournament.records import Reader
from bots.tournament.report import wording
from bots.tournament.report.charts import ratings_chart, score_chart
from bots.tournament.report.games import boards, viewer_data
from bots.tournament.report.scores import score_series
from bots.tournament.report.summary import Section, Summary, summarise
from bots.tournament.statistics import Balance, Counts, Estimate, estimate

MOST_OPENINGS = 200
FORMATS = {"match": "Match", "round-robin": "Round robin", "gauntlet": "Gauntlet", "swiss": "Swiss"}
PAIR_LABELS = ("0", "½", "1", "1½", "2")


class Cell(NamedTuple):
    """One cell of a crosstable; score None on the diagonal and where two never met."""

    score: float | None
    counts: Counts
    estimate: Estimate | None


class Match(NamedTuple):
    """What a contest between two players comes to."""

    counts: Counts
    estimate: Estimate
    bars: list[tuple[str, int, float]]


def html_page(reader: Reader) -> str:
    """Return the page of a tournament as its file stands."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bots.tournament.report", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        number=wording.number,
        signed=wording.signed,
        lead=wording.lead,
        points=wording.points,
        percent=wording.percent,
    )
    summary = summarise(reader)
    data = viewer_data(reader, summary)
    return environment.get_template("page.html.j2").render(
        _context(summary),
        boards=boards(summary.tournament.plan.contests),
        games=data["games"],
        data=_script_safe(msgspec.json.encode(data).decode()),
        style=_asset("style.css"),
        script=board_script() + _asset("viewer.js"),
    )


def _context(summary: Summary) -> dict[str, Any]:
    players = summary.tournament.plan.players
    return {
        "name": summary.tournament.name,
        "facts": list(_facts(summary)),
        "players": players,
        "sections": [_section(summary, section) for section in summary.sections],
        "sprt": summary.sprt,
        "sprt_text": wording.sprt_text(summary.sprt, summary.finished, summary.total) if summary.sprt else "",
        "standings": summary.standings,
        "balances": summary.by_contest,
        "openings": _openings(summary),
        "shown_openings": MOST_OPENINGS,
        "endings": _endings(summary),
        "adjudications": _adjudications(summary),
        "forfeits": {name: counts for name, counts in summary.tally.forfeits.items() if counts},
        "forfeit_kinds": sorted({kind for counts in summary.tally.forfeits.values() for kind in counts}),
        "words": wording.ENDINGS,
        "finished": summary.finished,
        "written": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "version": summary.tournament.version,
    }


def _facts(summary: Summary) -> Iterable[tuple[str, str]]:
    plan = summary.tournament.plan
    yield "Format", FORMATS[plan.format]
    yield "Games of", ", ".join(each.name for each in plan.contests)
    part = f" ({wording.percent(summary.finished / summary.total, 0)})" if summary.total else ""
    done = f"{summary.finished} of {summary.total}{part}"
    yield "Played", done + (f", {summary.tally.void} void" if summary.tally.void else "")
    if summary.tournament.created:
        yield "Begun", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(summary.tournament.created))
    started = [result.started for result in summary.results if result.started]
    if started:
        ended = max(result.started + result.seconds for result in summary.results)
        yield "Span", wording.duration(ended - min(started))
    yield "Seed", str(plan.seed)


def _section(summary: Summary, section: Section) -> dict[str, Any]:
    players = summary.tournament.plan.players
    games = len(section.results)
    ratings = {rating.player: rating for rating in section.ratings.ratings}
    order = [rating.player for rating in section.ratings.ratings]
    lines = {line.player: line for line in section.lines}
    return {
        "title": section.title,
        "games": games,
        "match": _match(summary, section) if len(players) == 2 else None,
        "rows": [(ratings[player], lines[player].counts) for player in order],
        "ratings": ratings_chart(section.ratings, f"Ratings: {section.title}"),
        "rated": section.ratings,
        "scores": score_chart(score_series(players, section), games, f"Scores: {section.title}")
        if games
        else "",
        "order": order,
        "cross": [
            (player, [_cell(summary, player, other, section.contest) for other in order]) for player in order
        ],
    }


def _match(summary: Summary, section: Section) -> Match:
    first, second = summary.tournament.plan.players
    counts = summary.tally.counts(first, second, section.contest)
    most = max(1, *counts.pairs)
    bars = [(label, count, count / most) for label, count in zip(PAIR_LABELS, counts.pairs, strict=True)]
    return Match(counts, estimate(counts), bars)


def _cell(summary: Summary, player: str, other: str, contest: str | None) -> Cell:
    counts = summary.tally.counts(player, other, contest)
    if not counts.games:
        return Cell(None, counts, None)
    return Cell(counts.score, counts, estimate(counts))


def _openings(summary: Summary) -> list[tuple[Balance, str]]:
    """Return the openings that favoured one seat most, with how they go; none if nobody chose any."""
    listed = summary.tournament.openings
    found = [each for each in summary.by_opening if listed.get(each.contest)]
    found.sort(key=lambda each: (-abs(each.first - each.second), each.contest, each.opening or 0))
    return [
        (each, opening_text(summary.tournament.opening(each.contest, each.opening or 0)))
        for each in found[:MOST_OPENINGS]
    ]


def opening_text(opening: Opening) -> str:
    """Write an opening in one line."""
    return " ".join([*([opening.position] if opening.position else []), *opening.moves]) or "the start"


def _endings(summary: Summary) -> list[tuple[str, int, float]]:
    endings = summary.tally.endings
    most = max(endings.values(), default=1)
    by_count = sorted(endings.items(), key=lambda item: -item[1])
    return [(wording.ENDINGS[ending], count, count / most) for ending, count in by_count]


def _adjudications(summary: Summary) -> dict[str, int]:
    found: dict[str, int] = {}
    for result in summary.results:
        if result.outcome.ending == "adjudication":
            found[result.outcome.reason] = found.get(result.outcome.reason, 0) + 1
    return found


def _asset(name: str) -> str:
    return files("bots.tournament.report").joinpath("assets", name).read_text(encoding="utf-8")


def _script_safe(json: str) -> str:
    """Make JSON safe within a script element: nothing in it may close the element or open a comment."""
    return json.replace("<", "\\u003c")
