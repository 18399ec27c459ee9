"""Runs the points of the conformance kit against one engine."""

import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from bots.conform.point import Failed, Point, Skipped, Status, Verdict
from bots.conform.wire import Wire
from protocol.answers import HelloAnswer, OptionInfo
from protocol.client import Client
from protocol.errors import UgpError


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with some of its options set."""

    game: str
    options: str  # as words of a line: " size=5", or nothing

    def __str__(self) -> str:
        return self.game + self.options


class Kit:
    """What a check works with: an engine at hand, fresh ones, names for sessions, the games to try.

    argv     -- the engine's command line
    games    -- the games to try; all that it has when empty
    patience -- seconds for an answer that needs no work
    """

    def __init__(self, argv: Sequence[str], *, games: Sequence[str] = (), patience: float = 5.0) -> None:
        self.argv = list(argv)
        self.patience = patience
        self.work = 4 * patience  # for a small search without a limit of time
        self._wanted = list(games)
        self._wire: Wire | None = None
        self._hello: HelloAnswer | None = None
        self._names = 0

    def session(self) -> str:
        """Return a session name not used yet."""
        self._names += 1
        return f"conform{self._names}"

    async def wire(self) -> Wire:
        """Return an engine for points that leave it as they found it, but for sessions of their own."""
        if self._wire is None:
            self._wire = await self._start()
        return self._wire

    @contextlib.asynccontextmanager
    async def fresh(self, raw: bool = False) -> AsyncIterator[Wire]:
        """Yield an engine of the point's own, which it may end; `raw`: what it says is not read as text."""
        wire = await self._start(raw)
        try:
            yield wire
        finally:
            await wire.close()
        _heard_no_nonsense(wire)

    async def _start(self, raw: bool = False) -> Wire:
        wire = Wire(self.argv, self.patience, raw)
        try:
            await wire.start()
        except OSError as error:
            raise Failed(f"it cannot be started: {error}") from error
        return wire

    @contextlib.asynccontextmanager
    async def client(self, encoding: str) -> AsyncIterator[Client]:
        """Yield a client over an engine of the point's own, in the encoding."""
        try:
            async with Client.start(self.argv, encoding=encoding, deadline=self.patience) as client:
                yield client
        except UgpError as error:
            raise Failed(f"in {encoding}: {error}") from error

    async def hello(self) -> HelloAnswer:
        """Return the engine's answer to `hello`."""
        if self._hello is None:
            self._hello = await (await self.wire()).ok(HelloAnswer, "hello ugp=1")
        return self._hello

    async def games(self) -> list[str]:
        """Return the games to try. Skipped when there is none."""
        known = list((await self.hello()).games)
        games = [game for game in known if not self._wanted or game in self._wanted]
        if not games:
            raise Skipped("it has none of the games wanted" if self._wanted else "it has no game")
        return games

    async def variants(self) -> list[Variant]:
        """Return each game as it is, and with each of its options at another value."""
        found = []
        for game in await self.games():
            found.append(Variant(game, ""))
            for name, option in (await self.hello()).games[game].items():
                found += [Variant(game, f" {name}={value}") for value in others(option)]
        return found

    async def run(self, points: Sequence[Point], told: Callable[[Verdict], None]) -> list[Verdict]:
        """Try the points in order; `told` hears of each verdict at once."""
        verdicts = []
        try:
            for point in points:
                verdict = await self._try(point)
                verdicts.append(verdict)
                told(verdict)
        finally:
            await self._discard()
        return verdicts

    async def _try(self, point: Point) -> Verdict:
        began = time.monotonic()
        try:
            seen = await point.check(self) or ""
            status = Status.PASS
            if self._wire is not None:
                _heard_no_nonsense(self._wire)
        except Failed as failed:
            status, seen = Status.FAIL, str(failed)
        except Skipped as skipped:
            status, seen = Status.SKIP, str(skipped)
        if status is Status.FAIL or (self._wire is not None and not self._wire.usable):
            await self._discard()
        return Verdict(point, status, seen, time.monotonic() - began)

    async def _discard(self) -> None:
        if self._wire is not None:
            await self._wire.close()
            self._wire = None


def _heard_no_nonsense(wire: Wire) -> None:
    noise = wire.nonsense()
    if noise:
        raise Failed(f"it said {noise[0]}")


def others(option: OptionInfo) -> list[str]:
    """Return values of an option other than its default: the ends of a range, or every other word."""
    if not isinstance(option.values, list):
        ends = [end for end in (option.min, option.max) if isinstance(end, int) and end != option.default]
        flipped = [str(not option.default).lower()] if option.type == "boolean" else []
        return [str(end) for end in ends] + flipped
    return [value for value in option.values if value != option.default]
