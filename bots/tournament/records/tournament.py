"""What a tournament's file says about the tournament itself."""

from typing import Any

import msgspec

from bots.tournament.game import Contest, Opening
from bots.tournament.schedule import Plan


class PlayerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the tournament's description has it; `about` is for whoever starts it."""

    name: str
    about: dict[str, Any] = msgspec.field(default_factory=dict)


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it was described; fixed once its file exists.

    name -- for people
    plan -- decides the schedule
    players -- one entry for each player of the plan, in its order
    openings -- the openings of each contest by its name, in their order
    config -- whatever else the runner needs to go on as it began (limits, adjudication, ...)
    created -- seconds since 1970
    version -- of the program that began it
    """

    name: str
    plan: Plan
    players: tuple[PlayerEntry, ...] = ()
    openings: dict[str, tuple[Opening, ...]] = msgspec.field(default_factory=dict)
    config: dict[str, Any] = msgspec.field(default_factory=dict)
    created: float = 0.0
    version: str = ""

    def contest(self, name: str) -> Contest:
        """Return a contest of the plan by its name."""
        return next(each for each in self.plan.contests if each.name == name)

    def opening(self, contest: str, index: int) -> Opening:
        """Return an opening by its contest and index; the game's own start where none was given."""
        listed = self.openings.get(contest, ())
        return listed[index] if listed else Opening()
