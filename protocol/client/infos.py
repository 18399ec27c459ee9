"""The bounded queue of a request's infos: a slow reader misses old ones, never the newest of a line."""

import asyncio
from collections import deque
from typing import Generic, TypeVar

import msgspec

InfoT = TypeVar("InfoT", bound=msgspec.Struct)

# Deeper than any burst of one search at the shortest info interval; beyond it infos are coalesced.
BOUND = 64


def line_of(info: msgspec.Struct) -> int:
    """Return the rank of the line that an info is about (`multipv`), 1 where it has none."""
    rank = getattr(info, "multipv", 1)
    return rank if isinstance(rank, int) else 1


class InfoQueue(Generic[InfoT]):
    """Infos in the order of arrival. When full, only the newest of each line is kept.

    dropped -- how many were given up for newer ones
    latest  -- the newest of each line, by rank, whether read or not
    """

    def __init__(self, bound: int = BOUND) -> None:
        self.dropped = 0
        self.latest: dict[int, InfoT] = {}
        self._bound = bound
        self._queue: deque[InfoT] = deque()
        self._ended = False
        self._waiter: asyncio.Future[None] | None = None

    def put(self, info: InfoT) -> None:
        """Add an info; never waits, never grows beyond the bound."""
        if len(self._queue) >= self._bound:
            self._coalesce()
        self._queue.append(info)
        self.latest[line_of(info)] = info
        self._wake()

    def _coalesce(self) -> None:
        newest = {line_of(info): info for info in self._queue}
        kept = deque(newest.values(), maxlen=self._bound - 1)
        self.dropped += len(self._queue) - len(kept)
        self._queue = deque(kept)

    def end(self) -> None:
        """Let readers end once they have read what is queued."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> InfoT | None:
        """Return the next info, waiting for it; None at the end."""
        while not self._queue:
            if self._ended:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._queue.popleft()
