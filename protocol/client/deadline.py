"""How long an answer may take, read off the request; and the watch that holds the engine to it."""

import asyncio
from collections.abc import Callable

from protocol.arguments import Arguments, GoArgs, PerftArgs
from protocol.values import UNSET


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
    """Calls `expired` once when an answer is overdue.

    seconds -- until the answer is due; None: the engine need only be heard of every `silence` seconds
    """

    __slots__ = ("_expired", "_heard", "_loop", "_silence", "_timer", "seconds")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        seconds: float | None,
        silence: float,
        expired: Callable[[], None],
    ) -> None:
        self.seconds = seconds
        self._loop = loop
        self._silence = silence
        self._expired = expired
        self._heard = loop.time() if seconds is None else 0.0
        self._timer = loop.call_later(silence if seconds is None else seconds, self._ring)

    def heard(self) -> None:
        """Note a sign of life."""
        if self.seconds is None:
            self._heard = self._loop.time()

    def reset(self, seconds: float | None) -> None:
        """Begin anew with `seconds` from now."""
        self._timer.cancel()
        self.seconds = seconds
        self._heard = self._loop.time()
        self._timer = self._loop.call_later(self._silence if seconds is None else seconds, self._ring)

    def end(self) -> None:
        """Watch no more."""
        self._timer.cancel()

    def _ring(self) -> None:
        # The timer is not moved at every info, only when it finds that it rang too early.
        if self.seconds is None and (left := self._heard + self._silence - self._loop.time()) > 0:
            self._timer = self._loop.call_later(left, self._ring)
        else:
            self._expired()
