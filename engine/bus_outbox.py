"""Final answers on their way: sent again after a lost connection until the broker has them or they expire."""

import asyncio
import math
from collections import deque
from dataclasses import replace

from engine.logs import Log
from protocol.bus import Bus, BusFull, Disconnected, Message

RETRY = 0.1  # s after which a full bus is tried again
MAX_BACKLOG = 1024  # messages under way beyond which infos are dropped
MAX_UNSENT = 16 << 20  # bytes of answers that wait for a connection; who misses his asks again


class Outbox:
    """Sends answers surely and infos perhaps."""

    def __init__(self, bus: Bus, log: Log) -> None:
        self._bus = bus
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._under_way = 0
        self._unsent: deque[tuple[Message, float]] = deque()
        self._unsent_size = 0
        self._retry: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """Count the answers that the broker has not acknowledged."""
        return self._under_way + len(self._unsent)

    def send(self, message: Message, expires: float) -> None:
        """Send an answer at QoS 1; if the connection breaks, again when it is back, until `expires`."""
        self._under_way += 1
        future = self._bus.post(message)
        future.add_done_callback(lambda done: self._sent(done, message, expires))

    def _sent(self, done: "asyncio.Future[None]", message: Message, expires: float) -> None:
        self._under_way -= 1
        fault = done.exception() if not done.cancelled() else None
        if fault is None:
            return
        if isinstance(fault, Disconnected | BusFull):
            self._keep(message, expires)
            if isinstance(fault, BusFull) and self._retry is None:
                self._retry = self._loop.call_later(RETRY, self.resend)
        else:
            self._log.warning("answer not sent", topic=message.topic, reason=str(fault))

    def _keep(self, message: Message, expires: float) -> None:
        self._unsent.append((message, expires))
        self._unsent_size += message.size()
        while self._unsent_size > MAX_UNSENT:
            oldest, _ = self._take()
            self._log.warning("answer not sent", topic=oldest.topic, reason="too many wait for the broker")

    def _take(self) -> tuple[Message, float]:
        message, expires = self._unsent.popleft()
        self._unsent_size -= message.size()
        return message, expires

    def resend(self) -> None:
        """Send what a lost connection kept from the broker (the bus is up again)."""
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        now = self._loop.time()
        for _ in range(len(self._unsent)):
            message, expires = self._take()
            if expires > now:
                self.send(replace(message, expiry=max(1, math.ceil(expires - now))), expires)

    def stream(self, message: Message) -> None:
        """Send an info if the bus is up and not behind; else drop it."""
        if self._bus.up and self._bus.backlog < MAX_BACKLOG:
            self._bus.post(message)
