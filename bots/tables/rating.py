"""Ratings of users in each game, by openskill's Bradley-Terry model (Weng and Lin, JMLR 12, 2011).

Why this one: it updates after each game (Glicko-2 wants periods of ten games or more), gives an uncertainty
with each rating, knows draws, and for two players is Elo with a step that shrinks as one becomes known. The
scale is put so that the numbers read like Elo: 1500 to begin with, 200 more are a clear advantage.
"""

from functools import cache
from typing import Any

from msgspec import Struct

MEAN, DEVIATION, BETA, TAU = 1500.0, 350.0, 200.0, 3.5
CERTAIN = 1.96  # standard deviations that hold 95 %


class Rating(Struct, frozen=True):
    """One user's rating in one game: mean and standard deviation, and the rated games so far."""

    user: str
    game: str
    mu: float = MEAN
    sigma: float = DEVIATION
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as a whole number."""
        return round(self.mu)

    @property
    def error(self) -> int:
        """With 95 % certainty the rating is within so much."""
        return round(CERTAIN * self.sigma)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull  # its import costs more than the rest of a start

    return BradleyTerryFull(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)


def rated(first: Rating, second: Rating, score: float) -> tuple[Rating, Rating]:
    """Return both ratings after a game; `score` of the first is 1, 0.5 or 0."""
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (first, second)]
    ranks = {1.0: [0, 1], 0.5: [0, 0], 0.0: [1, 0]}[score]
    (one,), (two,) = model.rate(teams, ranks=ranks)
    return (
        Rating(first.user, first.game, one.mu, one.sigma, first.games + 1),
        Rating(second.user, second.game, two.mu, two.sigma, second.games + 1),
    )
