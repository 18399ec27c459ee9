"""What the referee publishes, in order, and again after a lost connection until the broker has it."""

import asyncio
import functools
from collections import deque

import structlog

from protocol.bus import Bus, BusFull, Disconnected, Message

MOST = 50_000  # messages that wait for a broker that is away; beyond it the oldest are dropped
WINDOW = 256  # messages under way
RETRY = 0.1  # s after which a full bus is tried again


class Outbox:
    """Sends messages at QoS 1. What is dropped at the bound shows as a gap in `seq`; `sync` fills it."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[tuple[int, Message]] = deque(maxlen=MOST)
        self._failed: list[tuple[int, Message]] = []
        self._under_way = 0
        self._number = 0
        self._told: set[type[BaseException]] = set()
        self._log = structlog.get_logger("tables")

    def __len__(self) -> int:
        """Count the messages that the broker has not acknowledged."""
        return self._under_way + len(self._waiting) + len(self._failed)

    def send(self, message: Message) -> None:
        """Send a message after all before it."""
        self._number += 1
        self._waiting.append((self._number, message))
        self._pump()

    def _pump(self) -> None:
        while self._waiting and self._under_way < WINDOW and self._bus.up and not self._failed:
            number, message = self._waiting.popleft()
            self._under_way += 1
            done = self._bus.post(message)
            done.add_done_callback(functools.partial(self._sent, number=number, message=message))

    def _sent(self, done: "asyncio.Future[None]", *, number: int, message: Message) -> None:
        self._under_way -= 1
        fault = None if done.cancelled() else done.exception()
        if isinstance(fault, Disconnected | BusFull):
            self._failed.append((number, message))
            if isinstance(fault, BusFull):
                self._loop.call_later(RETRY, self.resend)
            return
        if fault is not None and type(fault) not in self._told:
            self._told.add(type(fault))  # once: what is wrong with one message is wrong with a thousand
            self._log.error(
                "not published; see the access rules and bounds of the broker",
                topic=message.topic,
                reason=str(fault),
            )
        self._pump()

    def resend(self) -> None:
        """Go on after the bus came up again: what failed first, in its old order."""
        if self._under_way:
            self._loop.call_later(RETRY, self.resend)
            return
        for item in sorted(self._failed, reverse=True, key=lambda item: item[0]):
            self._waiting.appendleft(item)
        self._failed.clear()
        self._pump()
