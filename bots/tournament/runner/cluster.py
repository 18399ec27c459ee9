"""Games on the workers of a Dask cluster: each game is a task, the file stays the only truth.

A worker that dies costs the repetition of the game that it played: the scheduler gives the task to another,
and a game counts only when its result has come back and is committed. Players are brought up for each game
on the worker and ended with it, so nothing survives between tasks.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bots.errors import CommandError
from bots.tournament.game import GameResult
from bots.tournament.match import Match, Played
from bots.tournament.outcome import voided
from bots.tournament.records import Tournament
from bots.tournament.runner.field import PlayGame, play_with
from bots.tournament.runner.setup import Setup, setup_of
from bots.tournament.runner.stable import Stable

CONNECT_DEADLINE = 20.0  # seconds
GAME_DEADLINE = 24 * 3600.0  # seconds: a task that is lost without a word is given up
LOST_WORKERS = 5
"""How many workers may die over one game before the game is void: it may be the game that kills them."""


class ClusterField:
    """Seats on the workers of the cluster behind one scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None  # a distributed.Client, imported only when used
        self._users = 0

    @asynccontextmanager
    async def seat(self, setup: Setup) -> AsyncIterator[PlayGame]:
        """Share one connection to the scheduler among all seats."""
        tournament = msgspec.json.encode(setup.tournament)
        self._users += 1
        try:
            client = await self._connect()

            async def play_there(match: Match) -> Played:
                return await _submit(client, tournament, match)

            yield play_there
        finally:
            await self._disconnect()

    async def _connect(self) -> Any:
        if self._client is None:
            self._client = _client(self._address)
        try:
            return await self._client
        except (OSError, TimeoutError) as error:
            raise CommandError(
                f"there is no scheduler at {self._address}",
                "start one: dask scheduler; then dask worker ADDRESS",
            ) from error

    async def _disconnect(self) -> None:
        self._users -= 1
        if self._users == 0 and self._client is not None:
            client, self._client = self._client, None
            await client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise CommandError("Dask is not installed", "pip install 'trilogue[cluster]'") from error
    make: Any = Client
    return make(address, asynchronous=True, timeout=CONNECT_DEADLINE, set_as_default=False)


async def _submit(client: Any, tournament: bytes, match: Match) -> Played:
    """Play a game on some worker; what goes wrong with the cluster is nobody's fault who plays."""
    future: Any = client.submit(
        play_task, tournament, msgspec.json.encode(match.spec),
        key=f"trilogue-{match.spec.id}-{id(match)}", pure=False, retries=LOST_WORKERS,
    )  # fmt: skip
    try:
        async with asyncio.timeout(GAME_DEADLINE):
            return msgspec.json.decode(await future, type=Played)
    except asyncio.CancelledError:
        await future.cancel()
        raise
    except TimeoutError:
        await future.cancel()
        outcome = voided("cluster", f"no result within {GAME_DEADLINE / 3600:g} h")
        return Played(result=GameResult(spec=match.spec, outcome=outcome))
    except Exception as error:
        outcome = voided("cluster", f"{type(error).__name__}: {error}")
        return Played(result=GameResult(spec=match.spec, outcome=outcome))


async def play_task(tournament: bytes, spec: bytes) -> bytes:
    """Play one game; runs on a worker. Takes and gives JSON: workers need no common pickles."""
    from bots.tournament.game import GameSpec

    setup = setup_of(msgspec.json.decode(tournament, type=Tournament))
    match = setup.match(msgspec.json.decode(spec, type=GameSpec))
    stable = Stable(setup.makers())
    try:
        return msgspec.json.encode(await play_with(match, stable))
    finally:
        await stable.close()
