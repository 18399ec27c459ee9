"""What results say about players: pure functions of counts, finite on whatever data."""

from bots.tournament.statistics.balance import Balance, balance_by_contest, balance_by_opening
from bots.tournament.statistics.counts import Counts, counts_of
from bots.tournament.statistics.elo import Estimate, elo_of_score, estimate, score_of_elo
from bots.tournament.statistics.ratings import Rating, RatingList, rate
from bots.tournament.statistics.sprt import Sprt, SprtError, SprtState
from bots.tournament.statistics.tally import Line, Tally, tally

__all__ = [
    "Balance",
    "Counts",
    "Estimate",
    "Line",
    "Rating",
    "RatingList",
    "Sprt",
    "SprtError",
    "SprtState",
    "Tally",
    "balance_by_contest",
    "balance_by_opening",
    "counts_of",
    "elo_of_score",
    "estimate",
    "rate",
    "score_of_elo",
    "tally",
]
