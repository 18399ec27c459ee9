"""Everything that a report says in figures, gathered from a tournament's file once."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bots.tournament.game import GameResult
from bots.tournament.records import Reader, Tournament
from bots.tournament.schedule import Standing, schedule
from bots.tournament.statistics import (
    Balance,
    Line,
    RatingList,
    Sprt,
    SprtState,
    Tally,
    balance_by_contest,
    balance_by_opening,
    rate,
    tally,
)
from bots.tournament.statistics.sprt import Verdict


class Section(NamedTuple):
    """One contest's figures, or all contests' together (contest None)."""

    contest: str | None
    title: str
    lines: list[Line]
    ratings: RatingList
    results: Sequence[GameResult]


class Summary(NamedTuple):
    """A tournament in figures.

    total -- games of the whole schedule
    sections -- all contests pooled first (if there are several), then each
    sprt -- where the test stands, if the tournament is one: of the first player against the second
    standings -- the Swiss table, empty for other formats
    """

    tournament: Tournament
    results: Sequence[GameResult]
    total: int
    tally: Tally
    sections: list[Section]
    by_contest: list[Balance]
    by_opening: list[Balance]
    sprt: SprtState | None
    standings: list[Standing]
    events: dict[str, int]

    @property
    def finished(self) -> int:
        """How many games are finished, void ones included."""
        return len(self.results)


def summarise(reader: Reader) -> Summary:
    """Return the figures of a tournament as its file stands."""
    tournament = reader.tournament()
    plan = tournament.plan
    results = list(reader.results())
    counted = tally(plan.players, results)
    made = schedule(plan, results if plan.format == "swiss" else ())
    return Summary(
        tournament=tournament,
        results=results,
        total=made.total,
        tally=counted,
        sections=_sections(tournament, results, counted),
        by_contest=balance_by_contest(results),
        by_opening=balance_by_opening(results),
        sprt=_sprt(tournament, counted, reader.accepted()),
        standings=made.table() if plan.format == "swiss" else [],
        events=reader.event_counts(),
    )


def _sections(tournament: Tournament, results: list[GameResult], counted: Tally) -> list[Section]:
    names = [each.name for each in tournament.plan.contests]
    wanted: list[tuple[str | None, str]] = [(name, name) for name in names]
    if len(names) > 1:
        wanted.insert(0, (None, "All games together"))
    sections = []
    for contest, title in wanted:
        own = [each for each in results if contest in {None, each.spec.contest}]
        sections.append(Section(contest, title, counted.lines(contest), _ratings(tournament, own), own))
    return sections


def _ratings(tournament: Tournament, results: Sequence[GameResult]) -> RatingList:
    anchor = tournament.config.get("anchor")
    elo = float(tournament.config.get("anchor_elo") or 0.0)
    return rate(tournament.plan.players, results, anchor=anchor, anchor_elo=elo if anchor else 0.0)


def _sprt(tournament: Tournament, counted: Tally, accepted: Verdict | None) -> SprtState | None:
    described = tournament.config.get("sprt")
    if not described:
        return None
    first, second = tournament.plan.players[:2]
    return msgspec.convert(described, Sprt).state(counted.counts(first, second), accepted)
