"""Axes of charts: round ticks, and places on a line."""

import math
from typing import NamedTuple


class Axis(NamedTuple):
    """A stretch of values drawn from `start` to `end`, in drawing units."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return where a value is drawn; values beyond the axis at its ends."""
        inside = max(self.low, min(self.high, value))
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Return at most so many round values (and at least two) within the axis."""
        span = self.high - self.low
        step = 10 ** math.floor(math.log10(span / most))
        step = next(step * factor for factor in (1, 2, 5, 10, 20) if span / (step * factor) <= most - 1)
        first = math.ceil(self.low / step)
        return [n * step for n in range(first, math.floor(self.high / step) + 1)]
