"""The crash-loop breaker: an engine that fails again and again is left alone for a while."""

from collections import deque


class Breaker:
    """Opens after `crashes` faults within `window` s and closes `rest` s later.

    All times are s of one clock of the caller's.
    """

    def __init__(self, crashes: int, window: float, rest: float) -> None:
        self._crashes = crashes
        self._window = window
        self._rest = rest
        self._faults: deque[float] = deque(maxlen=crashes)
        self._until = float("-inf")
        self.times = 0

    def fault(self, now: float) -> None:
        """Note a fault."""
        self.times += 1
        self._faults.append(now)
        if len(self._faults) == self._crashes and now - self._faults[0] <= self._window:
            self._until = now + self._rest
            self._faults.clear()

    def is_open(self, now: float) -> bool:
        """Return whether the engine is left alone now."""
        return now < self._until

    def pause(self, now: float) -> float:
        """Return how long to wait before the engine is started again: none at first, then ever longer."""
        recent = sum(now - at <= self._window for at in self._faults)
        return 0.0 if recent <= 1 else min(5.0, 0.1 * 2**recent)
