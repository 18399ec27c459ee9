"""Ratings of many players at once, by maximum likelihood.

The model is Bradley and Terry's ("Rank analysis of incomplete block designs", 1952) with points for
wins, a draw being half of each, and an advantage of the first seat: the expected score is that of Elo
for the first player's lead plus the advantage. So two players' ratings differ by the Elo of their
score, whatever their share of draws, and the errors follow the pairs of games as in `estimate`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from bots.tournament.game import GameResult
from bots.tournament.statistics.elo import ELO_LIMIT, Z95
from bots.tournament.statistics.fit import Fit, Results, fit
from bots.tournament.statistics.groups import connected_groups


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """One player's rating.

    elo, low, high -- relative to the anchor, or to the mean of its group; 95 % interval
    error -- half the width of the interval; 0 for the anchor
    games, points -- what it rests on
    group -- players of different groups never met, not even through others: their ratings cannot
        be compared
    """

    player: str
    elo: float
    low: float
    high: float
    error: float
    games: int
    points: float
    group: int = 0


class Advantage(msgspec.Struct, frozen=True, kw_only=True):
    """What the first seat is worth in a contest, in Elo with its 95 % error, all else being equal."""

    contest: str
    elo: float
    error: float
    games: int


class RatingList(msgspec.Struct, frozen=True, kw_only=True):
    """Ratings, best first within each group.

    anchor, anchor_elo -- the player whose rating was fixed, and at what
    groups -- how many sets of players without a common opponent there are
    """

    ratings: list[Rating]
    advantages: list[Advantage]
    anchor: str | None
    anchor_elo: float
    groups: int


def rate(
    players: Sequence[str],
    results: Iterable[GameResult],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
) -> RatingList:
    """Return the ratings that make the results most likely; finite whatever the results.

    players -- all to be rated, also those without games (their interval is -2000..2000)
    results -- of one contest, or of several for a pooled rating: each contest has its own advantage
        of the first seat; void games are left out
    anchor -- player whose rating is fixed at anchor_elo; without one the mean of each group is 0

    Each player also has drawn once with an average player, in effect: that keeps the rating of one
    who always won finite, and weighs nothing beside a real number of games.

    Raises ValueError if the anchor is not among the players.
    """
    if anchor is not None and anchor not in players:
        raise ValueError(f"the anchor {anchor!r} is not among the players")
    gathered = Results.gather(players, results)
    solved = fit(gathered)
    groups = connected_groups(len(players), gathered.met())
    ratings: list[Rating] = []
    for number, members in enumerate(groups):
        if anchor is not None and players.index(anchor) in members:
            scale = _Scale({players.index(anchor): 1.0}, anchor_elo, number)
        else:
            scale = _Scale({member: 1 / len(members) for member in members}, 0.0, number)
        rated = [_rating(gathered, solved, member, scale) for member in members]
        # rounded, so that what the fit leaves of a tie does not decide the order
        ratings += sorted(rated, key=lambda rating: -round(rating.elo, 6))
    return RatingList(
        ratings=ratings,
        advantages=_advantages(gathered, solved),
        anchor=anchor,
        anchor_elo=anchor_elo,
        groups=len(groups),
    )


class _Scale(NamedTuple):
    """What a group's ratings are measured from: a weighted sum of players, which stands at `base`."""

    reference: dict[int, float]
    base: float
    group: int


def _rating(gathered: Results, solved: Fit, member: int, scale: _Scale) -> Rating:
    """Return one rating: a difference, from the anchor or from the mean, with that difference's error."""
    weights = {player: -weight for player, weight in scale.reference.items()}
    weights[member] = weights.get(member, 0.0) + 1.0
    value, deviation = solved.combination(weights)
    games, points = gathered.record(member)
    error = min(Z95 * deviation, ELO_LIMIT) if games else ELO_LIMIT
    elo = scale.base + value
    return Rating(
        player=gathered.players[member],
        elo=elo,
        low=elo - error,
        high=elo + error,
        error=error,
        games=games,
        points=points,
        group=scale.group,
    )


def _advantages(gathered: Results, solved: Fit) -> list[Advantage]:
    found = []
    for index, name in enumerate(gathered.contests):
        value, deviation = solved.combination({len(gathered.players) + index: 1.0})
        games = gathered.games_of(index)
        found.append(Advantage(contest=name, elo=value, error=Z95 * deviation, games=games))
    return found
