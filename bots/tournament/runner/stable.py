"""The players of one worker: brought up when first needed, kept between games, ended after a fault."""

import asyncio
from collections.abc import Callable, Mapping

from bots.players.base import Player

END_DEADLINE = 10.0  # seconds: a player's own end escalates to a kill well before


class Stable:
    """Players by name, one of each, for games that are played one after another."""

    def __init__(self, makers: Mapping[str, Callable[[], Player]]) -> None:
        self._makers = makers
        self._players: dict[str, Player] = {}

    def player(self, name: str) -> Player:
        """Return the player of that name, made if there is none."""
        if name not in self._players:
            self._players[name] = self._makers[name]()
        return self._players[name]

    async def retire(self, name: str) -> None:
        """End a player after a fault: nothing of it, nor a late answer, can reach the next game."""
        player = self._players.pop(name, None)
        if player is not None:
            await _end(player)

    async def close(self) -> None:
        """End all players."""
        players, self._players = list(self._players.values()), {}
        await asyncio.gather(*(_end(player) for player in players))


async def _end(player: Player) -> None:
    try:
        async with asyncio.timeout(END_DEADLINE):
            await player.close()
    except TimeoutError:
        # its processes are tagged as ours: the guardian ends whatever is left when the runner ends
        return
