"""The face of a bus: all that engine, clients and tables know of MQTT.

An implementation (`protocol.transports.mqtt.MqttBus`, `protocol.bus.memory.MemoryBus`) passes the
conformance suite in `tests/bus/conformance.py`; nothing else may be relied upon.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from protocol.bus.message import Message, QoS
from protocol.bus.subscription import Subscription

DEFAULT_CAPACITY = 1024  # messages that a subscription holds


@dataclass(frozen=True, slots=True)
class Up:
    """The connection stands (again) and every subscription is in force.

    Attributes:
        resumed: the broker kept our session, so nothing sent to us meanwhile was lost by it.
        times: how often it came up, this time included.

    """

    resumed: bool
    times: int


@dataclass(frozen=True, slots=True)
class Down:
    """The connection is gone. While `final` is False the bus tries again by itself.

    Attributes:
        reason: for a log; holds no secret.
        final: the bus gave up (closed, credentials refused, another took our client name).

    """

    reason: str
    final: bool = False


Change = Up | Down
Listener = Callable[[Change], None]


class Bus(Protocol):
    """A connection to a broker that mends itself."""

    @property
    def up(self) -> bool:
        """Whether the connection stands now."""

    @property
    def max_size(self) -> int:
        """Largest message on the wire that can be sent, in bytes."""

    @property
    def backlog(self) -> int:
        """Messages handed over and not yet written, or not yet acknowledged (QoS 1)."""

    def post(self, message: Message) -> "asyncio.Future[None]":
        """Send without waiting.

        Returns a future: at QoS 0 done at once; at QoS 1 done when the broker acknowledged. It fails with
        Disconnected when the connection goes first (also when it is down already), PublishRefused,
        MessageTooLarge, BusFull or BusClosed. A failure that nobody asks for is not reported.
        """

    async def publish(self, message: Message) -> None:
        """Send and wait for the broker's acknowledgement (QoS 1). Raises what `post` fails with."""

    async def subscribe(
        self,
        filters: Sequence[str],
        *,
        qos: QoS = 1,
        capacity: int = DEFAULT_CAPACITY,
        manual: bool = False,
        no_local: bool = False,
    ) -> Subscription:
        """Subscribe to all `filters` as one ordered stream, also after every reconnection.

        Kept (retained) messages arrive first. Returns when the broker granted it; while the connection
        is down, at once: it comes into force with the next `Up`. Raises PublishRefused, BusClosed.
        """

    async def announce(self, message: Message) -> None:
        """Publish a retained message now and again after every reconnection, until replaced.

        A message with an empty payload removes it. While the connection is down it waits for the next `Up`.
        """

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change of the connection; returns what ends that.

        If the connection stands, the listener hears of it at once.
        """

    async def close(self) -> None:
        """Leave in order: no Last Will is sent, what still waits fails with BusClosed. Idempotent."""
