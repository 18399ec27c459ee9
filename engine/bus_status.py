"""The engine's presence: what it tells of itself, and when."""

import asyncio
import contextlib
import time
from typing import Any

from engine import games
from engine.commands.about import NAME, engine_version
from engine.server import Engine
from protocol.bus import Bus, BusError, Message, topics
from protocol.bus.presence import EngineStatus, State, decode_engine, encode
from protocol.values import VERSIONS

CONTENT_TYPE = "application/json"
INTERVAL = 0.2  # s between announcements of free slots


def new_epoch() -> int:
    """Return a number that grows with each start of an engine: ms since 1970."""
    return time.time_ns() // 1_000_000


class Status:
    """Announces the engine: at once when its state changes, at most every `INTERVAL` when its slots do."""

    def __init__(self, name: str, engine: Engine, epoch: int) -> None:
        self.topic = topics.status(name)
        self.epoch = epoch
        self.state: State = "ready"
        self._engine = engine
        self._bus: Bus | None = None
        self._loop = asyncio.get_running_loop()
        self._announced: EngineStatus | None = None
        self._last = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def use(self, bus: Bus) -> None:
        """Announce on this bus from now on."""
        self._bus = bus

    def _current(self) -> EngineStatus:
        if self.state == "offline":
            return _gone(self.epoch)
        declared: dict[str, Any] = {name: games.declared(name) for name in games.names()}
        searches = self._engine.searches
        return EngineStatus(
            self.state,
            name=NAME,
            version=engine_version(),
            ugp=tuple(VERSIONS),
            games=declared,
            slots=searches.bound,
            free=searches.free if self.state == "ready" else 0,
            epoch=self.epoch,
        )

    async def announce(self, state: State) -> None:
        """Tell a change of state, and wait until the broker has it or the connection is lost."""
        self.state = state
        await self._announce()

    async def _announce(self) -> None:
        status = self._current()
        self._announced = status
        self._last = self._loop.time()
        if self._bus is not None:
            await self._bus.announce(_message(self.topic, status))

    def touch(self) -> None:
        """Tell how many slots are free, soon, if that changed."""
        announced = self._announced
        if self._timer is not None or announced is None or announced.free == self._engine.searches.free:
            return
        self._timer = self._loop.call_at(max(self._loop.time(), self._last + INTERVAL), self._start)

    def _start(self) -> None:
        self._timer = None
        if self.state == "ready" and (self._task is None or self._task.done()):
            self._task = self._loop.create_task(self._announce_quietly())

    async def _announce_quietly(self) -> None:
        with contextlib.suppress(BusError):  # it is announced again with the next connection
            await self._announce()
        self.touch()  # what changed meanwhile found this one still under way

    def is_successor(self, payload: bytes) -> bool:
        """Return whether a presence on our topic is that of another engine that started after us."""
        status = decode_engine(payload)
        return status is not None and status.state != "offline" and status.epoch > self.epoch

    def end(self) -> None:
        """Announce nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()


def will_of(name: str, epoch: int) -> Message:
    """Return the Last Will of an engine that is about to connect."""
    return _message(topics.status(name), _gone(epoch))


def _gone(epoch: int) -> EngineStatus:
    return EngineStatus("offline", name=NAME, version=engine_version(), epoch=epoch)


def _message(topic: str, status: EngineStatus) -> Message:
    return Message(topic, encode(status), 1, retain=True, content_type=CONTENT_TYPE)
