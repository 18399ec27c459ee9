"""A player that is an engine: any program that speaks UGP, asked through the protocol's client."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from bots.arguments import OWN_ENGINE
from bots.players.base import Choice, Limits, Turn
from protocol.answers import GoAnswer, GoInfo
from protocol.client import Client, Pending
from protocol.errors import EngineRefused, ErrorCode
from protocol.values import Scalar

Launch = Callable[[], Awaitable[Client]]

_RETRIES, _PAUSE = 100, 0.02  # a search that was cancelled may take a moment to end: 2 s at most
_BUSY = 30.0  # s that an engine may have no time for a search, as one on a bus that others use too


class EnginePlayer:
    """An engine behind the interface of a player.

    name -- how it is shown
    launch -- brings up a client: called by the first `prepare`, and by a later one if the engine died
    settings -- given to it with `set` once it is up
    limits -- these go before those of each `choose`
    deadline -- seconds that a move may take before the engine counts as lost; None: what its limits say.
        Whoever keeps the time himself, and cancels, sets it higher than that

    `client` is the one in use (None before the first `prepare`); its transcript and its stderr are there
    after a failure as well.
    """

    def __init__(
        self,
        name: str,
        launch: Launch,
        *,
        settings: Mapping[str, Scalar] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.name = name
        self.client: Client | None = None
        self.deadline: float | None = None
        self._accepted: dict[str, Any] | None = None
        self._launch = launch
        self._settings = dict(settings or {})
        self._limits = limits or Limits()
        self._search: Pending[GoInfo, GoAnswer] | None = None

    @classmethod
    def process(
        cls,
        argv: Sequence[str] = OWN_ENGINE,
        *,
        name: str = "engine",
        encoding: str = "text",
        directory: str | None = None,
        settings: Mapping[str, Scalar] | None = None,
        limits: Limits | None = None,
    ) -> "EnginePlayer":
        """Return a player that starts a process of its own."""

        async def launch() -> Client:
            return await Client.launch(argv, encoding=encoding, cwd=directory)

        return cls(name, launch, settings=settings, limits=limits)

    async def prepare(
        self, game: str, options: Mapping[str, Scalar], start: str | None, seed: int | None = None
    ) -> None:
        """Bring the engine up if it is not, have it forget the last game, and see that it takes this one."""
        client = self.client
        steps: list[Awaitable[object]] = []  # sent together: an engine serves them in this order
        if client is not None and client.alive:
            steps.append(_patiently(client.clear))
        else:
            await self.close()
            self.client = client = await self._launch()
            if self._settings:
                steps.append(client.set(**self._settings))
        if seed is not None and "seed" not in self._settings:
            steps.append(_offer(client.set(seed=seed)))
        await asyncio.gather(*steps)
        context = _context(game, options, start)
        if context != self._accepted:
            await client.status(**context)
            self._accepted = context

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        """Have the engine search the game so far, as soon as it has time; see Player."""
        if self.client is None:
            await self.prepare(view.game, view.options, view.start)
        began = time.monotonic()
        left = limits
        while True:
            try:
                return await self._choose(view, left, on_info)
            except EngineRefused as refusal:
                if refusal.code is not ErrorCode.BUSY or time.monotonic() - began > _BUSY:
                    raise
            await asyncio.sleep(_PAUSE)
            left = limits.after(time.monotonic() - began)

    async def _choose(self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None) -> Choice:
        """Have the engine search now."""
        assert self.client is not None
        context = _context(view.game, view.options, view.start, view.moves)
        limited = self._limits.over(limits).given()
        listen = on_info is not None
        search = self.client.search(deadline=self.deadline, listen=listen, **context, **limited)
        self._search = search
        if on_info is None:
            return _choice(await search.answer())
        async with search:
            async for info in search:
                on_info(info)
            return _choice(await search.answer())

    async def hurry(self) -> None:
        """Have the search under way end now with the best move so far; without one, do nothing."""
        if self._search is not None and not self._search.done():
            await self._search.stop()

    async def close(self) -> None:
        """End the engine; a later `prepare` brings it up again."""
        client, self.client, self._search, self._accepted = self.client, None, None, None
        if client is not None:
            await client.close()


def _context(
    game: str, options: Mapping[str, Scalar], start: str | None, moves: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a game so far as the arguments of a verb that reads: no session is needed."""
    context: dict[str, Any] = {"game": game, **options}
    if start is not None:
        context["position"] = start
    if moves:
        context["moves"] = list(moves)
    return context


async def _offer(setting: Awaitable[object]) -> None:
    """Await a `set`; an engine need not know the setting, or any."""
    try:
        await setting
    except EngineRefused as refusal:
        if refusal.code not in (ErrorCode.UNKNOWN_ARGUMENT, ErrorCode.UNKNOWN_VERB, ErrorCode.FORBIDDEN):
            raise


async def _patiently(forget: Callable[[], Awaitable[object]]) -> None:
    """Clear the engine's tables, once a search given up has ended; an engine may not know or allow it."""
    for _ in range(_RETRIES):
        try:
            await forget()
        except EngineRefused as refusal:
            if refusal.code in (ErrorCode.FORBIDDEN, ErrorCode.UNKNOWN_VERB):
                return
            if not refusal.retry:
                raise
            await asyncio.sleep(_PAUSE)
        else:
            return


def _given(value: int | UnsetType) -> int | None:
    return None if value is UNSET else value


def _choice(answer: GoAnswer) -> Choice:
    return Choice(
        move=answer.move,
        score=answer.score,
        depth=_given(answer.depth),
        nodes=_given(answer.nodes),
        time_ms=_given(answer.elapsed),
        pv=tuple(answer.pv),
    )
