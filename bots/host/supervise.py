"""Players of one bot, kept up: reused between games, started again after faults, but not in a loop."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

from bots.host.breaker import Breaker
from bots.players.base import Choice, Limits, Player, Turn
from protocol.errors import UgpError

ATTEMPTS = 3  # for one move
END_DEADLINE = 10.0  # s; a player's own end escalates to a kill well before
PREPARE_DEADLINE = 20.0  # s to bring an engine up


class GaveUp(UgpError):
    """The player cannot be had: its breaker is open, or it failed too often at one move."""


class Stable:
    """Makes, lends and mends the players of one bot; `most` at once.

    - `on_fault`: told of every fault, in words.
    """

    def __init__(self, make: Callable[[], Player], breaker: Breaker, on_fault: Callable[[str], None]) -> None:
        self._make = make
        self._idle: list[Player] = []
        self._lent: set[Player] = set()
        self._on_fault = on_fault
        self.breaker = breaker

    @property
    def alive(self) -> int:
        """Players made and not ended."""
        return len(self._idle) + len(self._lent)

    def borrow(self) -> Player:
        """Return a player that nobody uses."""
        player = self._idle.pop() if self._idle else self._make()
        self._lent.add(player)
        return player

    async def give_back(self, player: Player) -> None:
        """Keep a player for the next game."""
        self._lent.discard(player)
        self._idle.append(player)

    async def prepare(self, player: Player, view: Turn) -> None:
        """Have a player ready for a game. Raises GaveUp."""
        await self._try(player, view, _nothing)

    async def choose(self, player: Player, view: Turn, limits: Limits) -> Choice:
        """Have a player choose; if it fails it is started again, and the time that took is taken off."""
        began = time.monotonic()
        found: list[Choice] = []

        async def attempt() -> None:
            found.append(await player.choose(view, limits.after(time.monotonic() - began)))

        await self._try(player, view, attempt, prepared=True)
        return found[0]

    async def _try(
        self, player: Player, view: Turn, action: Callable[[], Awaitable[None]], *, prepared: bool = False
    ) -> None:
        for _ in range(ATTEMPTS):
            if self.breaker.is_open(time.monotonic()):
                raise GaveUp("the engine fails again and again")
            try:
                if not prepared:
                    async with asyncio.timeout(PREPARE_DEADLINE):
                        await player.prepare(view.game, view.options, view.start)
                await action()
            except (UgpError, OSError, TimeoutError) as fault:
                prepared = False
                self.breaker.fault(time.monotonic())
                self._on_fault(str(fault) or type(fault).__name__)
                await self._end(player)
                await asyncio.sleep(self.breaker.pause(time.monotonic()))
            else:
                return
        raise GaveUp(f"it failed {ATTEMPTS} times in a row")

    async def _end(self, player: Player) -> None:
        with contextlib.suppress(UgpError, OSError, TimeoutError):
            async with asyncio.timeout(END_DEADLINE):
                await player.close()

    async def close(self) -> None:
        """End all players."""
        players = [*self._idle, *self._lent]
        self._idle.clear()
        self._lent.clear()
        await asyncio.gather(*(self._end(player) for player in players))


async def _nothing() -> None:
    """Do no more than prepare."""
