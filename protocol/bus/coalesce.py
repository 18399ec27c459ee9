"""Info of a search, thinned: the latest of each line, at most so many bursts a second."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Item = TypeVar("Item")

INTERVAL = 0.05  # s between bursts: 20 a second
LINES = 64  # different lines kept between two bursts


class Coalescer(Generic[Item]):
    """Keeps the newest item of each line until it may be sent. Times in seconds, given by the caller."""

    def __init__(self, interval: float = INTERVAL) -> None:
        self._interval = interval
        self._next = 0.0
        self._kept: dict[Hashable, Item] = {}

    def offer(self, line: Hashable, item: Item, now: float) -> list[Item]:
        """Take an item; return what is to be sent now (often nothing: then ask again at `due`)."""
        self._kept.pop(line, None)
        if len(self._kept) >= LINES:
            del self._kept[next(iter(self._kept))]
        self._kept[line] = item
        return self.ready(now)

    def ready(self, now: float) -> list[Item]:
        """Return what may be sent by now, oldest first."""
        if not self._kept or now < self._next:
            return []
        self._next = now + self._interval
        items = list(self._kept.values())
        self._kept.clear()
        return items

    @property
    def due(self) -> float | None:
        """When something kept may be sent; None when nothing is kept."""
        return self._next if self._kept else None
