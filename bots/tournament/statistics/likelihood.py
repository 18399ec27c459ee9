"""Generalized log-likelihood ratio of two hypotheses about a distribution's mean or t value.

The distribution is multinomial on given scores; each hypothesis fixes one number of it, and the most
likely distribution under it is found. Sources: M. Van den Bergh, "The generalized maximum likelihood
ratio for the expectation value of a distribution" (proposition 1.1) for the mean, and "Comments on
normalized Elo" (sections 4.1 and 4.2) for the t value, (mean - 1/2) / standard deviation.
"""

import math
from collections.abc import Callable, Sequence

from bots.tournament.statistics.elo import moments

EMPTY_CELL = 1e-3
"""Stands in for a count of zero: a hypothesis must be able to put weight on every score."""
SWEEPS = 40
STEADY = 1e-9


def filled(counts: Sequence[float]) -> list[float]:
    """Return the counts with a trifle in place of every zero."""
    return [count or EMPTY_CELL for count in counts]


def llr_of_means(counts: Sequence[float], scores: Sequence[float], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of mean1 to mean0, both inside the range of scores."""
    cells = filled(counts)
    return _ratio(cells, *(_most_likely_mean(cells, scores, mean) for mean in (mean0, mean1)))


def llr_of_t_values(counts: Sequence[float], scores: Sequence[float], t0: float, t1: float) -> float:
    """Return the log-likelihood ratio of two t values with respect to a score of 1/2.

    Where the iteration for one of them leads nowhere (t values beyond about 1, that is leads of
    hundreds of normalized Elo), the closed form of section 4.2 stands in for both.
    """
    cells = filled(counts)
    fits = [_most_likely_t(cells, scores, t) for t in (t0, t1)]
    if fits[0] is None or fits[1] is None:
        mean, variance = moments(cells, scores)
        t = (mean - 0.5) / math.sqrt(variance)
        return sum(cells) / 2 * math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))
    return _ratio(cells, fits[0], fits[1])


def _ratio(cells: Sequence[float], fit0: Sequence[float], fit1: Sequence[float]) -> float:
    return sum(n * (math.log(b) - math.log(a)) for n, a, b in zip(cells, fit0, fit1, strict=True))


def _most_likely_mean(cells: Sequence[float], scores: Sequence[float], mean: float) -> list[float]:
    total = sum(cells)
    offsets = [score - mean for score in scores]
    theta = _secular_root(cells, offsets)
    return [n / total / (1 + theta * x) for n, x in zip(cells, offsets, strict=True)]


def _most_likely_t(cells: Sequence[float], scores: Sequence[float], t: float) -> list[float] | None:
    """Fit by sweeps: each makes the condition linear at the fit before it; None if that fails."""
    total = sum(cells)
    fit = [1 / len(cells)] * len(cells)
    for _ in range(SWEEPS):
        mean, variance = moments(fit, scores)
        deviation = math.sqrt(variance)
        offsets = [s - 0.5 - t * deviation / 2 * (1 + ((s - mean) / deviation) ** 2) for s in scores]
        if min(offsets) >= 0 or max(offsets) <= 0:
            return None
        theta = _secular_root(cells, offsets)
        before, fit = fit, [n / total / (1 + theta * x) for n, x in zip(cells, offsets, strict=True)]
        if max(abs(a - b) for a, b in zip(before, fit, strict=True)) < STEADY:
            return fit
    return None


def _secular_root(cells: Sequence[float], offsets: Sequence[float]) -> float:
    """Return the root of sum n x / (1 + theta x), which falls from +inf to -inf between its poles."""
    from scipy.optimize import brentq

    terms = list(zip(cells, offsets, strict=True))

    def slope(theta: float) -> float:
        return sum(n * x / (1 + theta * x) for n, x in terms)

    low, high = -1 / max(offsets), -1 / min(offsets)
    inside = 1e-14
    return _bracketed(brentq, slope, low * (1 - inside), high * (1 - inside))


def _bracketed(solve: Callable[..., float], f: Callable[[float], float], low: float, high: float) -> float:
    """Solve within bounds that rounding may have pushed past the root, next to a pole."""
    if f(low) <= 0:
        return low
    if f(high) >= 0:
        return high
    return solve(f, low, high, xtol=1e-15, rtol=1e-14, maxiter=200)
