"""Results of one player against another, by game and by pair of games on one opening.

Two games on one opening, seats changed, are not independent: an opening that favours the first
mover makes one win and one loss. Counting pairs by their sum (a pentanomial: 0, 1/2, 1, 3/2 or 2
points) takes that into account; it gives narrower and truer intervals than counting games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(slots=True)
class Counts:
    """Counts from one side's view; add to them with `pair` and `single`.

    pairs -- complete pairs by points: 0, 1/2, 1, 3/2, 2
    singles -- games without their partner (still to come, or void): lost, drawn, won
    wins, draws, losses -- all games, paired or not
    """

    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    singles: list[int] = field(default_factory=lambda: [0] * 3)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points from all games."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; 0.5 without games."""
        return self.points / self.games if self.games else 0.5

    @property
    def draw_rate(self) -> float:
        """Part of the games that were drawn, 0 to 1; 0 without games."""
        return self.draws / self.games if self.games else 0.0

    def single(self, score: float, count: int = 1) -> None:
        """Count a game without its partner; a negative count takes it back."""
        self.singles[round(2 * score)] += count
        self._game(score, count)

    def pair(self, one: float, other: float) -> None:
        """Count a complete pair of games."""
        self.pairs[round(2 * (one + other))] += 1
        self._game(one, 1)
        self._game(other, 1)

    def reversed(self) -> "Counts":
        """Return the same from the other side's view."""
        return Counts(self.pairs[::-1], self.singles[::-1], self.losses, self.draws, self.wins)

    def add(self, other: "Counts") -> None:
        """Add another count to this one."""
        self.pairs = [a + b for a, b in zip(self.pairs, other.pairs, strict=True)]
        self.singles = [a + b for a, b in zip(self.singles, other.singles, strict=True)]
        self.wins += other.wins
        self.draws += other.draws
        self.losses += other.losses

    def distribution(self) -> tuple[list[int], Sequence[float]]:
        """Return counts and the score each stands for: pairs if there are any, else games."""
        if any(self.pairs):
            return self.pairs, PAIR_SCORES
        return self.singles, GAME_SCORES

    def _game(self, score: float, count: int) -> None:
        if score == 1:
            self.wins += count
        elif score == 0:
            self.losses += count
        else:
            self.draws += count


def counts_of(pairs: Sequence[int] = (0,) * 5, singles: Sequence[int] = (0,) * 3) -> Counts:
    """Return counts of pairs (0, 1/2, 1, 3/2, 2 points) and of single games (lost, drawn, won).

    A pair of one point is taken as two draws: pentanomial counts do not tell it from a win and a
    loss.
    """
    points_to_games: Iterable[tuple[float, float]] = ((0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1))
    counts = Counts(list(pairs), list(singles), singles[2], singles[1], singles[0])
    for count, (one, other) in zip(pairs, points_to_games, strict=True):
        counts._game(one, count)
        counts._game(other, count)
    return counts
