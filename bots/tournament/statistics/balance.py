"""What the first seat, and LOT's swap, are worth: by contest, and by opening."""

from collections.abc import Callable, Iterable

import msgspec

from bots.tournament.game import GameResult
from bots.tournament.statistics.counts import Counts
from bots.tournament.statistics.elo import Estimate, estimate


class Balance(msgspec.Struct, kw_only=True):
    """How the seats fared in one contest or on one opening.

    contest, opening -- which; opening None: the whole contest
    first, draws, second -- games won by the first seat, drawn, won by the second
    swapped -- games in which the swap was played; swapped_first, swapped_draws -- of those, how
        many the first seat won, and how many were drawn
    black, white -- games won by each colour, where the colour is known
    """

    contest: str
    opening: int | None
    first: int = 0
    draws: int = 0
    second: int = 0
    swapped: int = 0
    swapped_first: int = 0
    swapped_draws: int = 0
    black: int = 0
    white: int = 0

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.first + self.draws + self.second

    @property
    def advantage(self) -> Estimate:
        """What the first seat was worth, in Elo.

        Each game counts by itself; opponents of unequal strength even out as both sit first.
        """
        singles = [self.second, self.draws, self.first]
        return estimate(Counts(singles=singles, wins=self.first, draws=self.draws, losses=self.second))

    def add(self, result: GameResult) -> None:
        """Count a game; a void one counts nowhere."""
        score = result.outcome.score("first")
        if score is None:
            return
        self.first += score == 1
        self.draws += score == 0.5
        self.second += score == 0
        self.black += result.outcome.colour == "black"
        self.white += result.outcome.colour == "white"
        if result.swapped:
            self.swapped += 1
            self.swapped_first += score == 1
            self.swapped_draws += score == 0.5


def balance_by_contest(results: Iterable[GameResult]) -> list[Balance]:
    """Return the balance of each contest, in the order they first appear."""
    return _balances(results, lambda _: None)


def balance_by_opening(results: Iterable[GameResult]) -> list[Balance]:
    """Return the balance of each opening of each contest, by contest, then by opening."""
    found = _balances(results, lambda result: result.spec.opening)
    order = list(dict.fromkeys(each.contest for each in found))
    return sorted(found, key=lambda each: (order.index(each.contest), each.opening or 0))


def _balances(results: Iterable[GameResult], opening: Callable[[GameResult], int | None]) -> list[Balance]:
    found: dict[tuple[str, int | None], Balance] = {}
    for result in results:
        key = result.spec.contest, opening(result)
        if key not in found:
            found[key] = Balance(contest=key[0], opening=key[1])
        found[key].add(result)
    return list(found.values())
