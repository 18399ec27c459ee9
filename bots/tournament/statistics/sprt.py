"""Sequential probability ratio test on pairs of games: stop as soon as enough is known.

A GSPRT (X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate families
of hypotheses", 2014): Wald's bounds on the generalized log-likelihood ratio of the pentanomial.
"""

import math
from typing import Literal

import msgspec

from bots.tournament.statistics.counts import PAIR_SCORES, Counts, counts_of
from bots.tournament.statistics.elo import NELO_PER_DEVIATION, score_of_elo
from bots.tournament.statistics.likelihood import llr_of_means, llr_of_t_values

EloModel = Literal["normalized", "logistic"]
Verdict = Literal["H0", "H1"]
MOST_ELO = 1000.0


class SprtError(ValueError):
    """A test that cannot be run; `field` names what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Sprt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A test of H1, the lead is elo1, against H0, it is elo0.

    model -- what the bounds are in: `normalized` or `logistic` Elo
    alpha -- how often H1 may be accepted though H0 holds; beta -- the other way round
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = "normalized"

    def check(self) -> None:
        """Raise SprtError if this is no test."""
        if not self.elo0 < self.elo1:
            raise SprtError("elo1", f"must be greater than elo0, which is {self.elo0:g}")
        for field, value in (("elo0", self.elo0), ("elo1", self.elo1)):
            if abs(value) > MOST_ELO:
                raise SprtError(field, f"must lie within -{MOST_ELO:g} to {MOST_ELO:g}")
        for field, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise SprtError(field, "must lie between 0 and 0.5")

    @property
    def lower(self) -> float:
        """H0 is accepted at or below this log-likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at or above this log-likelihood ratio."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 without games, finite on any."""
        observed, scores = counts.distribution()
        if not any(observed):
            return 0.0
        if self.model == "logistic":
            return llr_of_means(observed, scores, score_of_elo(self.elo0), score_of_elo(self.elo1))
        # A pair's mean score has half the variance of a game's, so its t value is greater.
        scale = math.sqrt(2 if scores is PAIR_SCORES else 1) / NELO_PER_DEVIATION
        return llr_of_t_values(observed, scores, self.elo0 * scale, self.elo1 * scale)

    def decidable(self, pairs: int) -> bool:
        """Return whether so many pairs can end the test at all: if one side wins, or loses, every game."""
        won = counts_of((0, 0, 0, 0, pairs))
        return any(self.state(counts).verdict for counts in (won, won.reversed()))

    def state(self, counts: Counts, accepted: Verdict | None = None) -> "SprtState":
        """Return where the test stands.

        accepted -- what was accepted before: it stands, whatever games have ended since
        """
        llr = self.llr(counts)
        return SprtState(
            llr=llr,
            lower=self.lower,
            upper=self.upper,
            verdict=accepted or (self._verdict(llr) if any(counts.pairs) else None),
            elo0=self.elo0,
            elo1=self.elo1,
            alpha=self.alpha,
            beta=self.beta,
            model=self.model,
            basis="pairs" if any(counts.pairs) else "games",
        )

    def _verdict(self, llr: float) -> Verdict | None:
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


class SprtState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a test stands; says itself in which Elo its bounds are.

    verdict -- the hypothesis accepted; None: go on. It stands even if games that were under way then
        have moved the ratio back within the bounds
    basis -- what was counted: `pairs`, or `games` as long as no pair is complete: those decide nothing
    """

    llr: float
    lower: float
    upper: float
    verdict: Verdict | None
    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: EloModel
    basis: str

    def __str__(self) -> str:
        said = {None: "undecided", "H0": "H0 accepted", "H1": "H1 accepted"}[self.verdict]
        return (
            f"SPRT [{self.elo0:g}, {self.elo1:g}] {self.model} Elo: LLR {self.llr:.2f}"
            f" ({self.lower:.2f}, {self.upper:.2f}), {said}"
        )
