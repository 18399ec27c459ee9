"""Results added up as they come: the table, and counts of everybody against everybody."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bots.tournament.game import GameResult
from bots.tournament.outcome import Ending
from bots.tournament.statistics.counts import Counts

Meeting = tuple[str, str, str]
"""Contest, player, opponent."""


@dataclass(slots=True)
class Line:
    """One player's results: counts over all opponents, and how the games it lost or won ended."""

    player: str
    counts: Counts = field(default_factory=Counts)
    forfeits: dict[str, int] = field(default_factory=dict)
    """How often it lost by a fault of its own, by ending."""


class Tally:
    """Counts of a tournament; add finished games with `add`, in any order, each once."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.games = 0
        self.void = 0
        self.contests: list[str] = []
        self.endings: dict[Ending, int] = {}
        self.forfeits: dict[str, dict[str, int]] = {name: {} for name in players}
        self._meetings: dict[Meeting, Counts] = {}
        self._halves: dict[str, tuple[str, float]] = {}

    def add(self, result: GameResult) -> None:
        """Count a finished game."""
        spec, outcome = result.spec, result.outcome
        self.endings[outcome.ending] = self.endings.get(outcome.ending, 0) + 1
        score = outcome.score("first")
        if score is None:
            self.void += 1
            return
        self.games += 1
        if spec.contest not in self.contests:
            self.contests.append(spec.contest)
        if outcome.abnormal and outcome.loser is not None:
            faults = self.forfeits[spec.player(outcome.loser)]
            faults[outcome.ending] = faults.get(outcome.ending, 0) + 1
        half = self._halves.pop(spec.pair, None)
        if half is None:
            self._halves[spec.pair] = spec.first, score
        for player, other, own in ((spec.first, spec.second, score), (spec.second, spec.first, 1 - score)):
            key = spec.contest, player, other
            if (counts := self._meetings.get(key)) is None:
                counts = self._meetings[key] = Counts()
            if half is None:
                counts.single(own)
            else:
                before = half[1] if half[0] == player else 1 - half[1]
                counts.single(before, -1)
                counts.pair(before, own)

    def counts(self, player: str, other: str, contest: str | None = None) -> Counts:
        """Return a player's results against another, in one contest or in all."""
        total = Counts()
        for name in self.contests if contest is None else [contest]:
            if (counts := self._meetings.get((name, player, other))) is not None:
                total.add(counts)
        return total

    def line(self, player: str, contest: str | None = None) -> Line:
        """Return a player's results against all others, in one contest or in all."""
        total = Counts()
        for other in self.players:
            if other != player:
                total.add(self.counts(player, other, contest))
        return Line(player, total, dict(self.forfeits[player]))

    def lines(self, contest: str | None = None) -> list[Line]:
        """Return all players' lines: most points for a game first, then most points, then as entered."""
        lines = [self.line(player, contest) for player in self.players]
        return sorted(lines, key=lambda line: (line.counts.score, line.counts.points), reverse=True)


def tally(players: Sequence[str], results: Iterable[GameResult]) -> Tally:
    """Return the counts of results."""
    made = Tally(players)
    for result in results:
        made.add(result)
    return made
