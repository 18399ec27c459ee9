"""Whether the runner itself stood still: what it was late by must not be charged to a player."""

import asyncio
from collections import deque

BEAT = 0.1  # s; a standstill is seen to be at most so much shorter than it was
STILL = 0.02  # s: a beat so much too late is worth remembering
KEPT = 256  # standstills


class Pulse:
    """A beat in the event loop while games are played; a beat that comes late tells of a standstill.

    One serves all games of a loop: `start` and `end` are counted.

    Whatever keeps the loop from running counts: another game's bot that computes, a slow disk, a machine that
    gives this process no time.
    """

    def __init__(self) -> None:
        self._users = 0
        self._stops: deque[tuple[float, float]] = deque(maxlen=KEPT)
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._users += 1
        if self._users == 1:
            self._arm()

    def end(self) -> None:
        """Beat no more, once as many have ended as began."""
        self._users -= 1
        if self._users == 0 and self._timer is not None:
            self._timer.cancel()

    def stood_still(self, since: float) -> float:
        """Return for how many seconds in all, since that time of the event loop, the runner stood still."""
        return sum(length for at, length in self._stops if at >= since)

    def _beat(self) -> None:
        assert self._timer is not None
        now = asyncio.get_running_loop().time()
        late = now - self._timer.when()
        if late > STILL:
            self._stops.append((now, late))
        self._arm()

    def _arm(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat)
