"""Where games are played: on this machine, or (`bots.tournament.runner.cluster`) on others."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from bots.players.base import Player
from bots.tournament.match import Match, Played, Pulse, play
from bots.tournament.outcome import Seat
from bots.tournament.runner.setup import Setup
from bots.tournament.runner.stable import Stable

PlayGame = Callable[[Match], Awaitable[Played]]


class Field(Protocol):
    """Seats at which games are played, one after another at each."""

    def seat(self, setup: Setup) -> AbstractAsyncContextManager[PlayGame]:
        """Return a seat for one worker of a run; entering it gives what plays a game there."""


class LocalField:
    """Seats on this machine: each has players of its own, kept up between games."""

    def __init__(self) -> None:
        self._pulse = Pulse()

    @asynccontextmanager
    async def seat(self, setup: Setup) -> AsyncIterator[PlayGame]:
        """Bring players up when they are needed, end them when the worker is done."""
        stable = Stable(setup.makers())

        async def play_here(match: Match) -> Played:
            return await play_with(match, stable, self._pulse)

        try:
            yield play_here
        finally:
            await stable.close()


async def play_with(match: Match, stable: Stable, pulse: Pulse | None = None) -> Played:
    """Play a game with players of a stable; one at fault is ended, so nothing of it reaches the next game."""
    spec = match.spec
    players: dict[Seat, Player] = {"first": stable.player(spec.first), "second": stable.player(spec.second)}
    played = await play(match, players, pulse)
    outcome = played.result.outcome
    if outcome.void:
        guilty = {spec.first, spec.second}
    elif outcome.abnormal and outcome.loser is not None:
        guilty = {spec.player(outcome.loser)}
    else:
        guilty = set()
    for name in guilty:
        await stable.retire(name)
    return played
