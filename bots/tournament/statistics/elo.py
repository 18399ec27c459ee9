"""How much stronger one player is than another, with the error of that figure.

Elo is logistic: a lead of 400 expects 10 points of 11. Normalized Elo measures the lead in standard
deviations of a game's score instead, and so does not depend on how many games are drawn (M. Van den
Bergh, "Normalized Elo", 2020). Errors are 95 % and come from the variance of pairs.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

from bots.tournament.statistics.counts import PAIR_SCORES, Counts

Z95 = NormalDist().inv_cdf(0.975)
ELO_LIMIT = 2000.0
"""No estimate leaves -2000..2000: beyond it there is nothing that so few games could tell."""
NELO_PER_DEVIATION = 800 / math.log(10)


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """What counts say about a player against another.

    elo, low, high -- Elo lead and the ends of its 95 % interval
    error -- half the width of the interval
    nelo, nelo_error -- the same in normalized Elo
    los -- likelihood of superiority: of the lead being above 0, 0 to 1
    score -- points per game; draw_rate -- part of the games drawn; both 0 to 1
    games, pairs -- how many there are; the estimate is from the pairs if there are any
    one_sided -- True if the data have no spread, or an end of the interval lies beyond what they
        can tell: then low and high are cautious bounds, not the normal approximation
    """

    elo: float
    low: float
    high: float
    error: float
    nelo: float
    nelo_error: float
    los: float
    score: float
    draw_rate: float
    games: int
    pairs: int
    one_sided: bool


def score_of_elo(elo: float) -> float:
    """Return the expected score, 0 to 1, of a lead in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the lead in Elo that an expected score stands for, within -2000..2000."""
    if score <= 0 or score >= 1:
        return math.copysign(ELO_LIMIT, score - 0.5)
    # adding 0.0 turns the -0.0 of an even score into 0.0
    return max(-ELO_LIMIT, min(ELO_LIMIT, -400 * math.log10(1 / score - 1) + 0.0))


def moments(counts: Sequence[float], scores: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance of a distribution given by its counts."""
    total = sum(counts)
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / total
    variance = sum(c * (score - mean) ** 2 for c, score in zip(counts, scores, strict=True)) / total
    return mean, variance


def estimate(counts: Counts) -> Estimate:
    """Return what the counts say; finite on any, also on none."""
    observed, scores = counts.distribution()
    total = sum(observed)
    if total == 0:
        return _nothing(counts)
    mean, variance = moments(observed, scores)
    spread = Z95 * math.sqrt(variance / total)
    one_sided = variance == 0 or mean - spread <= 0 or mean + spread >= 1
    centre = mean
    if one_sided:
        # Half an observation at either end: with n wins of n the score is at least 1 - 1/(2n + 2).
        # It keeps the variance from vanishing and dwindles as the data grow.
        centre, variance = moments([observed[0] + 0.5, *observed[1:-1], observed[-1] + 0.5], scores)
        total += 1
        spread = Z95 * math.sqrt(variance / total)
        margin = 0.5 / total
        mean = _clamped(mean, margin)
        low, high = _clamped(centre - spread, margin), _clamped(centre + spread, margin)
    else:
        low, high = mean - spread, mean + spread
    games_each = 2 if scores is PAIR_SCORES else 1
    to_nelo = NELO_PER_DEVIATION / math.sqrt(games_each * variance)
    low_elo, high_elo = elo_of_score(low), elo_of_score(high)
    return Estimate(
        elo=elo_of_score(mean),
        low=low_elo,
        high=high_elo,
        error=(high_elo - low_elo) / 2,
        nelo=(mean - 0.5) * to_nelo,
        nelo_error=spread * to_nelo,
        los=NormalDist().cdf((centre - 0.5) / math.sqrt(variance / total)),
        score=counts.score,
        draw_rate=counts.draw_rate,
        games=counts.games,
        pairs=sum(counts.pairs),
        one_sided=one_sided,
    )


def _clamped(score: float, margin: float) -> float:
    return max(margin, min(1 - margin, score))


def _nothing(counts: Counts) -> Estimate:
    return Estimate(
        elo=0.0,
        low=-ELO_LIMIT,
        high=ELO_LIMIT,
        error=ELO_LIMIT,
        nelo=0.0,
        nelo_error=ELO_LIMIT,
        los=0.5,
        score=counts.score,
        draw_rate=counts.draw_rate,
        games=counts.games,
        pairs=0,
        one_sided=True,
    )


def trinomial(counts: Counts) -> Estimate:
    """Return the estimate by single games, as if pairs told nothing more; for comparison."""
    return estimate(
        Counts(
            singles=[counts.losses, counts.draws, counts.wins],
            wins=counts.wins,
            draws=counts.draws,
            losses=counts.losses,
        )
    )
