"""Whether the runner itself stood still: what it was late by must not be charged to a player."""

import asyncio

BEAT = 0.05  # s
STILL = 0.02  # s: a beat so much too late is worth remembering


class Pulse:
    """A beat in the event loop while a game is played; a beat that comes late tells of a standstill.

    Whatever keeps the loop from running counts: another game's bot that computes, a slow disk, a machine that
    gives this process no time.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stops: list[tuple[float, float]] = []
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to beat."""
        self._timer = self._loop.call_later(BEAT, self._beat)

    def end(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()

    def stood_still(self, since: float) -> float:
        """Return for how many seconds in all, since that time of the event loop, the runner stood still."""
        return sum(length for at, length in self._stops if at >= since)

    def move_on(self) -> None:
        """Forget what lies before the move that begins now."""
        self._stops.clear()

    def _beat(self) -> None:
        assert self._timer is not None
        now = self._loop.time()
        late = now - self._timer.when()
        if late > STILL:
            self._stops.append((now, late))
        self.start()
