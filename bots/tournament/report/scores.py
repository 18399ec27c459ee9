"""Scores as they developed over a tournament, thinned out for a chart."""

from collections.abc import Sequence

from bots.tournament.report.charts import Series
from bots.tournament.report.summary import Section
from bots.tournament.statistics import Tally, estimate, score_of_elo

MOST_POINTS = 240
MOST_LINES = 8
SETTLED = 4
"""Games before a line begins: the first few only leap between the extremes."""


def score_series(players: Sequence[str], section: Section) -> list[Series]:
    """Return lines of points per game: a match's first player's with its 95 % band, else the best eight's."""
    if len(players) == 2:
        return [_match(players, section)]
    best = [rating.player for rating in section.ratings.ratings if rating.games][:MOST_LINES]
    return [line for player in best if (line := _line(player, section)).points]


def _match(players: Sequence[str], section: Section) -> Series:
    games = [result for result in section.results if not result.outcome.void]
    wanted = _wanted(len(games))
    running = Tally(players)
    points: list[tuple[int, float]] = []
    band: list[tuple[float, float]] = []
    for number, result in enumerate(games, start=1):
        running.add(result)
        if number in wanted:
            counts = running.counts(*players)
            found = estimate(counts)
            points.append((number, counts.score))
            low, high = score_of_elo(found.low), score_of_elo(found.high)
            band.append((min(low, counts.score), max(high, counts.score)))
    return Series(players[0], points, band)


def _line(player: str, section: Section) -> Series:
    wanted = _wanted(len(section.results))
    points: list[tuple[int, float]] = []
    games, total = 0, 0.0
    for number, result in enumerate(section.results, start=1):
        if player in {result.spec.first, result.spec.second}:
            score = result.score(player)
            if score is not None:
                games += 1
                total += score
        if number in wanted and games >= SETTLED:
            points.append((number, total / games))
    return Series(player, points, [])


def _wanted(count: int) -> set[int]:
    """Return the game numbers to draw at: all of few, else evenly spread, the last included."""
    if count <= MOST_POINTS:
        return set(range(min(SETTLED, count), count + 1))
    return {max(SETTLED, count * step // MOST_POINTS) for step in range(1, MOST_POINTS + 1)}
