"""The table of a tournament by encounters, with the tie-breaks of Swiss chess."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Meeting(NamedTuple):
    """One finished encounter: players, and the game points each took from it.

    `second` is None for a bye; then `first` has a won encounter.
    """

    first: str
    second: str | None
    first_points: float = 0.0
    second_points: float = 0.0


@dataclass(slots=True)
class Standing:
    """One player's line of the table.

    points -- 1 for each encounter won, 0.5 for each drawn; a bye counts as won
    buchholz -- sum of the opponents' points; a bye counts as an opponent with one's own points
    sonneborn -- points of opponents beaten, and half those of opponents drawn with
    games -- points from games
    lead -- encounters begun in the first seat less those begun in the second
    """

    player: str
    points: float = 0.0
    buchholz: float = 0.0
    sonneborn: float = 0.0
    games: float = 0.0
    lead: int = 0
    last_first: bool = False
    byes: int = 0
    met: list[tuple[str, float]] = field(default_factory=list)

    @property
    def key(self) -> tuple[float, ...]:
        """What decides the order, greatest first; players equal in all of it stand by seeding."""
        return (self.points, self.buchholz, self.sonneborn, self.games)


def encounter_score(own: float, other: float) -> float:
    """Return what an encounter is worth to the one who took `own` game points from it."""
    if own == other:
        return DRAW
    return WIN if own > other else LOSS


def standings(players: Sequence[str], meetings: Iterable[Meeting]) -> list[Standing]:
    """Return the table, best first; players equal in everything keep the order given."""
    table = {name: Standing(player=name) for name in players}
    for meeting in meetings:
        _count(table, meeting)
    for line in table.values():
        line.buchholz = line.byes * line.points + sum(table[name].points for name, _ in line.met)
        line.sonneborn = line.byes * line.points + sum(table[n].points * score for n, score in line.met)
    return sorted(table.values(), key=lambda line: line.key, reverse=True)


def _count(table: dict[str, Standing], meeting: Meeting) -> None:
    first = table[meeting.first]
    if meeting.second is None:
        first.points += WIN
        first.byes += 1
        return
    second = table[meeting.second]
    score = encounter_score(meeting.first_points, meeting.second_points)
    for line, other, points, games, leads in (
        (first, second, score, meeting.first_points, True),
        (second, first, WIN - score, meeting.second_points, False),
    ):
        line.points += points
        line.games += games
        line.met.append((other.player, points))
        line.lead += 1 if leads else -1
        line.last_first = leads
