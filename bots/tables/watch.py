"""The referee's watch: it runs only while the referee does and can be reached."""

import time
from collections.abc import Callable


def monotonic_ms() -> int:
    """Return the machine's monotonic clock in ms."""
    return time.monotonic_ns() // 1_000_000


class Watch:
    """Referee time in ms: it stands still while the referee is down or off the bus, so players never pay.

    All times of a table are by this watch. `read` is committed with every event and once a second; a new
    referee goes on from the last reading, so at most that second is lost, in favour of the player to move.
    """

    def __init__(self, reading: int = 0, source: Callable[[], int] = monotonic_ms) -> None:
        self._source = source
        self._base = reading
        self._since: int | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    def read(self) -> int:
        """Return the time now."""
        return self._base if self._since is None else self._base + self._source() - self._since

    def start(self) -> None:
        """Run, if it stands."""
        if self._since is None:
            self._since = self._source()

    def stop(self) -> None:
        """Stand, if it runs."""
        self._base = self.read()
        self._since = None
