"""The likelihood that ratings maximise, and its maximum by scipy."""

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
DRAWS_DEVIATION = 4.0
"""Weak normal priors on the first seat's advantage and on the logarithm of the draws' weight: they
only matter when the data say nothing, as when all games, or none, are drawn."""


@dataclass(slots=True)
class Results:
    """Results by (contest, first, second), all as indexes: games lost, drawn, won by the first."""

    players: Sequence[str]
    contests: list[str]
    cells: dict[tuple[int, int, int], list[int]]

    @classmethod
    def gather(cls, players: Sequence[str], results: Iterable[GameResult]) -> Self:
        """Count results; void games are left out."""
        index = {name: number for number, name in enumerate(players)}
        contests: dict[str, int] = {}
        cells: dict[tuple[int, int, int], list[int]] = {}
        for result in results:
            score = result.outcome.score("first")
            if score is None:
                continue
            spec = result.spec
            contest = contests.setdefault(spec.contest, len(contests))
            cell = cells.setdefault((contest, index[spec.first], index[spec.second]), [0, 0, 0])
            cell[round(2 * score)] += 1
        return cls(players, list(contests), cells)

    def met(self) -> Iterable[tuple[int, int]]:
        """Return who met whom."""
        return ((first, second) for _, first, second in self.cells)

    def games_of(self, contest: int) -> int:
        """Return how many games a contest has."""
        return sum(sum(cell) for (played, _, _), cell in self.cells.items() if played == contest)

    def record(self, player: int) -> tuple[int, float]:
        """Return a player's games and points."""
        games, points = 0, 0.0
        for (_, first, second), (lost, drawn, won) in self.cells.items():
            if player in {first, second}:
                games += lost + drawn + won
                points += drawn / 2 + (won if player == first else lost)
        return games, points


@dataclass(slots=True)
class Fit:
    """The most likely parameters and their covariance, in natural units.

    Parameters: a rating for each player, then for each contest the advantage of the first seat,
    then for each contest the logarithm of the weight of draws.
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
    """Minus the logarithm of the posterior, with its slope and curvature."""

    def __init__(self, results: Results) -> None:
        import numpy as np

        self.players, self.contests = len(results.players), len(results.contests)
        self.size = self.players + 2 * self.contests
        keys = np.array(list(results.cells), dtype=int).reshape(-1, 3)
        self.counts = np.array(list(results.cells.values()), dtype=float).reshape(-1, 3)
        rows = np.arange(len(keys))
        # lead[k] @ parameters = the first player's lead in cell k; draws[k] likewise picks log v
        self.lead = np.zeros((len(keys), self.size))
        self.lead[rows, keys[:, 1]] = 1
        self.lead[rows, keys[:, 2]] = -1
        self.lead[rows, self.players + keys[:, 0]] = 1
        self.draws = np.zeros((len(keys), self.size))
        self.draws[rows, self.players + self.contests + keys[:, 0]] = 1
        self.precision = np.zeros(self.size)
        self.precision[self.players : self.players + self.contests] = ADVANTAGE_DEVIATION**-2
        self.precision[self.players + self.contests :] = DRAWS_DEVIATION**-2

    def _weights(self, x: "Vector") -> "Vector":
        """Return for each cell the probabilities of a loss, a draw, a win of the first player."""
        import numpy as np

        lead = self.lead @ x / 2
        logits = np.stack([-lead, self.draws @ x, lead], axis=1)
        logits -= logits.max(axis=1, keepdims=True)
        weights: Vector = np.exp(logits)
        weights /= weights.sum(axis=1, keepdims=True)
        return weights

    def value(self, x: "Vector") -> float:
        """Return minus the log posterior."""
        import numpy as np

        logs = np.log(np.maximum(self._weights(x), 1e-300))
        ratings = x[: self.players]
        drawn = PRIOR_GAMES * np.logaddexp(ratings / 2, -ratings / 2).sum()
        return float(-(self.counts * logs).sum() + drawn + (self.precision * x**2).sum() / 2)

    def slope(self, x: "Vector") -> "Vector":
        """Return the gradient of `value`."""
        import numpy as np

        expected = self._weights(x) * self.counts.sum(axis=1, keepdims=True)
        off = expected - self.counts
        slope: Vector = self.lead.T @ (off[:, 2] - off[:, 0]) / 2 + self.draws.T @ off[:, 1]
        slope[: self.players] += PRIOR_GAMES / 2 * np.tanh(x[: self.players] / 2)
        return slope + self.precision * x

    def curvature(self, x: "Vector") -> "Vector":
        """Return the Hessian of `value`; positive definite everywhere."""
        import numpy as np

        weights, games = self._weights(x), self.counts.sum(axis=1)
        step = (weights[:, 2] - weights[:, 0]) / 2
        lead_lead = games * ((weights[:, 2] + weights[:, 0]) / 4 - step**2)
        lead_draw = games * (-step * weights[:, 1])
        draw_draw = games * weights[:, 1] * (1 - weights[:, 1])
        mixed = self.lead.T @ (lead_draw[:, None] * self.draws)
        curvature: Vector = (
            self.lead.T @ (lead_lead[:, None] * self.lead)
            + self.draws.T @ (draw_draw[:, None] * self.draws)
            + mixed
            + mixed.T
        )
        prior = self.precision.copy()
        prior[: self.players] += PRIOR_GAMES / 4 / np.cosh(x[: self.players] / 2) ** 2
        return curvature + np.diag(prior)


def fit(results: Results) -> Fit:
    """Return the most likely parameters; one maximum exists, whatever the results."""
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
    return Fit(solved.x, np.linalg.inv(likelihood.curvature(solved.x)))
