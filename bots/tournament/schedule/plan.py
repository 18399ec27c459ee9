"""What a schedule is made from, checked whole before anything is played."""

import math
import re
from typing import Literal

import msgspec

from bots.tournament.game import Contest

Format = Literal["match", "round-robin", "gauntlet", "swiss"]


class PlanError(ValueError):
    """A plan that cannot be played; `field` names what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The whole of what decides a schedule.

    format -- how players meet
    players -- unique names; their order is the seeding (strongest first, where known)
    contests -- the games of the cup, one or more
    pairs -- pairs of games in each contest whenever two players meet, 1 or more; in a match,
        round robin or gauntlet all meet once for the first pair, then for the second, and so on
    rounds -- Swiss only: how many; 0 is enough to tell the players apart, log2 of their number.
        Up to half the number of players nobody ever meets anyone twice; beyond it that can be
        unavoidable, since earlier rounds are paired without regard to later ones
    heads -- gauntlet only: so many of the first players meet all the others
    seed -- decides the seeds of the games and what else is left to chance
    openings -- how many openings each contest has, by name (left out: 1)
    """

    format: Format
    players: tuple[str, ...]
    contests: tuple[Contest, ...]
    pairs: int = 1
    rounds: int = 0
    heads: int = 1
    seed: int = 0
    openings: dict[str, int] = msgspec.field(default_factory=dict)

    def check(self) -> None:
        """Raise PlanError if this cannot be played."""
        self._check_players()
        self._check_contests()
        if self.pairs < 1:
            raise PlanError("pairs", "at least one pair of games is needed")
        most = swiss_limit(len(self.players))
        if self.format == "swiss" and not 0 <= self.rounds <= most:
            raise PlanError("rounds", f"{len(self.players)} players can play at most {most} rounds")
        if self.format == "gauntlet" and not 1 <= self.heads < len(self.players):
            raise PlanError("heads", f"must be 1 to {len(self.players) - 1}: somebody has to be met")

    def _check_players(self) -> None:
        if len(self.players) < 2:
            raise PlanError("players", "at least two players are needed")
        for name in self.players:
            if self.players.count(name) > 1:
                raise PlanError("players", f"two players are called {name!r}; give each its own name")
        if self.format == "match" and len(self.players) != 2:
            raise PlanError("players", f"a match has two players, not {len(self.players)}")

    def _check_contests(self) -> None:
        if not self.contests:
            raise PlanError("contests", "at least one game is needed")
        slugs = [slug(each.name) for each in self.contests]
        for name, word in zip(self.contests, slugs, strict=True):
            if slugs.count(word) > 1:
                raise PlanError("contests", f"{name.name!r} stands twice in the cup")
        for key, count in self.openings.items():
            if key not in {each.name for each in self.contests}:
                raise PlanError("openings", f"{key!r} is no contest of the cup")
            if count < 1:
                raise PlanError("openings", f"{key!r} has no opening")

    @property
    def swiss_rounds(self) -> int:
        """How many rounds a Swiss tournament of this plan has."""
        enough = math.ceil(math.log2(len(self.players)))
        return self.rounds or max(1, min(enough, swiss_limit(len(self.players))))


def swiss_limit(players: int) -> int:
    """Return in how many rounds so many players can meet without meeting anyone twice."""
    return players - 1 if players % 2 == 0 else players


def slug(name: str) -> str:
    """Return a contest's name as it stands in the ids of games: `loa size=6` -> `loa-size-6`."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
