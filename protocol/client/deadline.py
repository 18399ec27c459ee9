"""How long an answer may take, read off the request; and the watch that holds the engine to it."""

import asyncio
from collections.abc import Callable

from msgspec import UNSET

from protocol.arguments import Arguments, GoArgs, PerftArgs


def seconds_to_answer(args: Arguments, prompt: float, patience: float) -> float | None:
    """Return how many seconds a request with `args` may take.

    prompt   -- seconds for what is answered at once, and the margin over a search's own limit of time
    patience -- seconds for work whose time its arguments do not tell: perft, a search by nodes or depth

    None says that it ends only when told to (`infinite`, `ponder`).
    """
    if isinstance(args, PerftArgs):
        return patience
    if not isinstance(args, GoArgs):
        return prompt
    if args.infinite or args.ponder:
        return None
    timed = [limit for limit in (args.movetime, args.time) if limit is not UNSET]
    return min(timed) / 1000 + prompt if timed else patience


class Watch:
    """When an answer is due, in the time of the event loop.

    seconds -- until the answer is due; None: the engine need only be heard of every `silence` seconds
    """

    __slots__ = ("_silence", "_since", "seconds")

    def __init__(self, now: float, seconds: float | None, silence: float) -> None:
        self.seconds = seconds
        self._silence = silence
        self._since = now

    def heard(self, now: float) -> None:
        """Note a sign of life."""
        if self.seconds is None:
            self._since = now

    def reset(self, now: float, seconds: float | None) -> None:
        """Begin anew with `seconds` from now."""
        self.seconds = seconds
        self._since = now

    @property
    def due(self) -> float:
        """When the answer, or the next sign of life, is overdue."""
        return self._since + (self._silence if self.seconds is None else self.seconds)


class Alarm:
    """One timer for any number of watches, so that a request costs none of its own.

    ring -- called when the nearest time may have come; returns the next one, None when nothing is watched
    """

    def __init__(self, ring: Callable[[], float | None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def by(self, when: float) -> None:
        """Ring at `when` at the latest."""
        if self._timer is None or when < self._timer.when():
            self.end()
            self._timer = asyncio.get_running_loop().call_at(when, self._wake)

    def end(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        self._timer = None
        when = self._ring()
        if when is not None:
            self.by(when)
