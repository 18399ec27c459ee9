"""The likelihood that ratings maximise, its maximum by scipy, and how sure that maximum is."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from bots.tournament.game import GameResult

if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.floating[Any]]

NATURAL = 400 / math.log(10)
"""Elo per natural unit of the model."""
PRIOR_GAMES = 1.0
"""Weight, in games, of each player's draw with the average; see `rate`."""
ADVANTAGE_DEVIATION = 300 / NATURAL
"""A weak normal prior on the first seat's advantage; it only matters when the first seat always, or
never, wins."""

PairKey = tuple[int, int, int, float | None, float | None]


@dataclass(slots=True)
class Results:
    """Results by pairs of games, as counts of (contest, a, b, a's score sitting first, sitting second).

    A score is None where that game is not there. Players and contests are indexes, a < b.
    """

    players: Sequence[str]
    contests: list[str]
    pairs: dict[PairKey, int]

    @classmethod
    def gather(cls, players: Sequence[str], results: Iterable[GameResult]) -> Self:
        """Count results; void games are left out."""
        index = {name: number for number, name in enumerate(players)}
        contests: dict[str, int] = {}
        halves: dict[str, PairKey] = {}
        for result in results:
            score = result.outcome.score("first")
            if score is None:
                continue
            spec = result.spec
            contest = contests.setdefault(spec.contest, len(contests))
            first, second = index[spec.first], index[spec.second]
            before = halves.get(spec.pair, (contest, 0, 0, None, None))
            if first < second:
                halves[spec.pair] = (contest, first, second, score, before[4])
            else:
                halves[spec.pair] = (contest, second, first, before[3], 1 - score)
        pairs: dict[PairKey, int] = {}
        for key in halves.values():
            pairs[key] = pairs.get(key, 0) + 1
        return cls(players, list(contests), pairs)

    def met(self) -> Iterable[tuple[int, int]]:
        """Return who met whom."""
        return ((a, b) for _, a, b, _, _ in self.pairs)

    def games_of(self, contest: int) -> int:
        """Return how many games a contest has."""
        return sum(
            count * ((one is not None) + (other is not None))
            for (played, _, _, one, other), count in self.pairs.items()
            if played == contest
        )

    def record(self, player: int) -> tuple[int, float]:
        """Return a player's games and points."""
        games, points = 0, 0.0
        for (_, a, b, *scores), count in self.pairs.items():
            if player in {a, b}:
                own = [(s if player == a else 1 - s) for s in scores if s is not None]
                games += count * len(own)
                points += count * sum(own)
        return games, points


@dataclass(slots=True)
class Fit:
    """The most likely parameters and their covariance, in natural units.

    Parameters: a rating for each player, then for each contest the advantage of the first seat.
    """

    values: "Vector"
    covariance: "Vector"

    def combination(self, weights: Mapping[int, float]) -> tuple[float, float]:
        """Return a sum of weighted parameters and its standard deviation, in Elo."""
        import numpy as np

        vector = np.zeros(len(self.values))
        for index, weight in weights.items():
            vector[index] = weight
        variance = float(vector @ self.covariance @ vector)
        return NATURAL * float(vector @ self.values), NATURAL * math.sqrt(max(variance, 0.0))


class _Likelihood:
    """Minus the logarithm of the penalised likelihood, with its slope, curvature and scatter.

    Row 2k of `lead` is a's lead over b in the game of pair k in which a sat first, row 2k + 1 in the
    other; `present` is 0 where that game is not there.
    """

    def __init__(self, results: Results) -> None:
        import numpy as np

        self.players, contests = len(results.players), len(results.contests)
        self.size = self.players + contests
        keys = np.array([key[:3] for key in results.pairs], dtype=int).reshape(-1, 3).repeat(2, axis=0)
        scores = [score for key in results.pairs for score in key[3:]]
        self.present = np.array([score is not None for score in scores], dtype=float)
        self.scores = np.array([0.5 if score is None else score for score in scores])
        self.counts = np.array(list(results.pairs.values()), dtype=float)
        rows = np.arange(len(keys))
        self.lead = np.zeros((len(keys), self.size))
        self.lead[rows, keys[:, 1]] = 1
        self.lead[rows, keys[:, 2]] = -1
        self.lead[rows, self.players + keys[:, 0]] = np.where(rows % 2 == 0, 1.0, -1.0)
        self.games = self.present * self.counts.repeat(2)
        self.precision = np.zeros(self.size)
        self.precision[self.players :] = ADVANTAGE_DEVIATION**-2

    def _expected(self, x: "Vector") -> "Vector":
        import numpy as np

        expected: Vector = 0.5 * (1 + np.tanh(self.lead @ x / 2))
        return expected

    def value(self, x: "Vector") -> float:
        """Return minus the log likelihood: a draw counts as half a win and half a loss."""
        import numpy as np

        lead, ratings = self.lead @ x, x[: self.players]
        played = self.games * (np.logaddexp(0, lead) - self.scores * lead)
        drawn = PRIOR_GAMES * (np.logaddexp(0, ratings) - ratings / 2)
        return float(played.sum() + drawn.sum() + (self.precision * x**2).sum() / 2)

    def slope(self, x: "Vector") -> "Vector":
        """Return the gradient of `value`."""
        import numpy as np

        slope: Vector = self.lead.T @ (self.games * (self._expected(x) - self.scores))
        slope[: self.players] += PRIOR_GAMES / 2 * np.tanh(x[: self.players] / 2)
        return slope + self.precision * x

    def curvature(self, x: "Vector") -> "Vector":
        """Return the Hessian of `value`; positive definite everywhere."""
        import numpy as np

        expected = self._expected(x)
        weights = self.games * expected * (1 - expected)
        prior = self.precision.copy()
        prior[: self.players] += PRIOR_GAMES / 4 / np.cosh(x[: self.players] / 2) ** 2
        curvature: Vector = self.lead.T @ (weights[:, None] * self.lead) + np.diag(prior)
        return curvature

    def scatter(self, x: "Vector") -> "Vector":
        """Return the variance of the slope as the pairs of games show it.

        Draws, and what two games on one opening have in common, make it smaller than the curvature
        that independent wins and losses would have. What stands in for data scatters as they would.
        """
        import numpy as np

        off = (self.present * (self._expected(x) - self.scores))[:, None] * self.lead
        by_pair = off[0::2] + off[1::2]
        total = self.counts.sum()
        spare = total / max(total - self.size + 1, total / 2) if total else 1.0
        prior = self.precision.copy()
        prior[: self.players] += PRIOR_GAMES / 4 * (1 + np.tanh(x[: self.players] / 2) ** 2)
        scatter: Vector = spare * by_pair.T @ (self.counts[:, None] * by_pair) + np.diag(prior)
        return scatter


def fit(results: Results) -> Fit:
    """Return the most likely parameters; one maximum exists, whatever the results.

    The covariance is the sandwich estimate with pairs as clusters (P. Huber, "The behavior of maximum
    likelihood estimates under nonstandard conditions", 1967; K. Liang and S. Zeger, 1986).
    """
    import numpy as np
    from scipy.optimize import minimize

    likelihood = _Likelihood(results)
    start = np.zeros(likelihood.size)
    solved = minimize(
        likelihood.value,
        start,
        jac=likelihood.slope,
        hess=likelihood.curvature,
        method="trust-exact",
        options={"gtol": 1e-6, "maxiter": 500},
    )
    bread = np.linalg.inv(likelihood.curvature(solved.x))
    return Fit(solved.x, bread @ likelihood.scatter(solved.x) @ bread)
