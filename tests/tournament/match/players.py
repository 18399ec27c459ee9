"""Players that do as they are told, to see what a match makes of it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bots.players.base import Choice, Limits, Turn
from bots.tournament.game import GameSpec, Opening, contest
from bots.tournament.match import Adjudication, Match, TimeControl
from protocol.answers import GoInfo
from protocol.values import Scalar

Act = Callable[[Turn, Limits], Awaitable[Choice]]


class Scripted:
    """Plays the first legal move, except at the plies of the script."""

    def __init__(self, name: str, script: Mapping[int, Act] | None = None, score: str | None = None) -> None:
        self.name = name
        self.score = score
        self.seen: list[Limits] = []
        self._script = dict(script or {})

    async def prepare(
        self, game: str, options: Mapping[str, Scalar], start: str | None, seed: int | None = None
    ) -> None:
        """Be ready."""

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        """Do what the script has for this ply."""
        self.seen.append(limits)
        act = self._script.get(view.ply)
        return await act(view, limits) if act else Choice(move=view.legal[0], score=self.score)

    async def close(self) -> None:
        """Nothing to end."""


def slow(seconds: float) -> Act:
    async def act(view: Turn, limits: Limits) -> Choice:
        await asyncio.sleep(seconds)
        return Choice(move=view.legal[0])

    return act


def raising(error: Exception) -> Act:
    async def act(view: Turn, limits: Limits) -> Choice:
        raise error

    return act


def saying(move: str) -> Act:
    async def act(view: Turn, limits: Limits) -> Choice:
        return Choice(move=move)

    return act


def match(
    game: str = "lag",
    control: TimeControl | None = None,
    adjudication: Adjudication | None = None,
    opening: Opening | None = None,
    **options: Scalar,
) -> Match:
    control = control or TimeControl(nodes=1)
    return Match(
        spec=GameSpec(
            id="g1", number=0, round=1, encounter="e", pair="p", contest=game, opening=0,
            first="A", second="B", seed=1,
        ),
        contest=contest(game, **options),
        opening=opening or Opening(),
        controls={"first": control, "second": control},
        adjudication=adjudication or Adjudication(),
        prepare=1.0,
    )  # fmt: skip
