"""A bounded queue between the one reader of a connection and whoever consumes."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from protocol.bus import topics
from protocol.bus.errors import BusClosed, BusError
from protocol.bus.message import Message

Acknowledge = Callable[[], None]


class Subscription:
    """What one `subscribe` delivers, in order of arrival over all its filters.

    What does not fit is dropped and counted in `dropped`: MQTT wants acknowledgements in the order of
    arrival over the whole connection, so holding them back for one consumer who does not read would
    stop all the others. A message at QoS 1 is acknowledged to the broker when it is in the queue or,
    with `manual`, by `acknowledge`, which must then come soon, for it holds up what came later.
    """

    def __init__(
        self,
        filters: Sequence[str],
        *,
        capacity: int,
        manual: bool = False,
        on_close: Callable[["Subscription"], None] | None = None,
    ) -> None:
        self.filters = tuple(filters)
        self.capacity = capacity
        self.dropped = 0
        self._manual = manual
        self._on_close = on_close
        self._waiting: deque[Message] = deque()
        self._unacknowledged: dict[int, tuple[Message, Acknowledge]] = {}  # by id(); holds the message alive
        self._ready = asyncio.Event()
        self._fault: BusError | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def wants(self, topic: str) -> bool:
        """Return whether a message on `topic` belongs here."""
        return any(topics.matches(pattern, topic) for pattern in self.filters)

    def deliver(self, message: Message, acknowledge: Acknowledge | None) -> None:
        """Put a message in (called by the bus). `acknowledge` is None at QoS 0."""
        full = self._fault is not None or len(self._waiting) >= self.capacity
        if acknowledge is not None:
            if self._manual and not full:
                self._unacknowledged[id(message)] = message, acknowledge
            else:
                acknowledge()
        if full:
            self.dropped += 1
        else:
            self._waiting.append(message)
            self._ready.set()

    def take(self) -> Message | None:
        """Return the next message if one waits. Raises BusClosed when there will be none any more."""
        if not self._waiting:
            if self._fault is not None:
                raise self._fault
            self._ready.clear()
            return None
        return self._waiting.popleft()

    async def get(self) -> Message:
        """Wait for the next message. Raises BusClosed when the bus or this subscription was closed."""
        while (message := self.take()) is None:
            await self._ready.wait()
        return message

    def acknowledge(self, message: Message) -> None:
        """Tell the broker that `message` was dealt with (with `manual`; again or too late: no effect)."""
        held = self._unacknowledged.pop(id(message), None)
        if held is not None:
            held[1]()

    def fail(self, fault: BusError) -> None:
        """End it: what waits can still be taken, then `fault` is raised (called by the bus)."""
        if self._fault is None:
            self._fault = fault
        self._ready.set()

    def close(self) -> None:
        """Stop delivery. What waits is dropped and acknowledged."""
        for message in self._waiting:
            self.acknowledge(message)
        self._waiting.clear()
        self.fail(BusClosed("this subscription was closed"))
        if self._on_close is not None:
            self._on_close(self)
            self._on_close = None
