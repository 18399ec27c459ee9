"""What every implementation of a bus shares: its subscriptions, listeners and announcements."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from protocol.bus.bus import DEFAULT_CAPACITY, Change, Down, Listener, Up
from protocol.bus.errors import BusClosed, BusError, Disconnected
from protocol.bus.message import Message, QoS
from protocol.bus.subscription import Acknowledge, Subscription


class Registry:
    """Subscriptions, listeners and announcements of one bus; sends nothing itself."""

    def __init__(self) -> None:
        self.subscriptions: list[Subscription] = []
        self.qualities: dict[Subscription, tuple[QoS, bool]] = {}
        self.announced: dict[str, Message] = {}
        self.change: Change | None = None
        self.times = 0
        self._listeners: list[Listener] = []
        self._routes: dict[str, list[Subscription]] = {}

    @property
    def up(self) -> bool:
        """Whether the last change was an `Up`."""
        return isinstance(self.change, Up)

    def open(
        self,
        filters: Sequence[str],
        qos: QoS,
        no_local: bool,
        *,
        capacity: int,
        manual: bool,
        on_close: Callable[[Subscription], None],
    ) -> Subscription:
        """Make a subscription; remember it for routing and the next connection. See `Bus.subscribe`."""
        if isinstance(self.change, Down) and self.change.final:
            raise BusClosed(self.change.reason)
        if not filters or not 0 < capacity <= 1_000_000:
            raise ValueError(f"{len(filters)} filters, capacity {capacity}")
        subscription = Subscription(filters, capacity=capacity, manual=manual, on_close=on_close)
        self.subscriptions.append(subscription)
        self.qualities[subscription] = qos, no_local
        self._routes.clear()
        return subscription

    def remove(self, subscription: Subscription) -> list[str]:
        """Forget a subscription; return the filters that no other one needs."""
        if subscription not in self.qualities:
            return []
        self.subscriptions.remove(subscription)
        del self.qualities[subscription]
        self._routes.clear()
        kept = {pattern for other in self.subscriptions for pattern in other.filters}
        return [pattern for pattern in subscription.filters if pattern not in kept]

    def route(self, message: Message, acknowledge: Acknowledge | None) -> None:
        """Deliver to every subscription that wants it; acknowledge when the last one took it."""
        wanted = self._routes.get(message.topic)
        if wanted is None:
            wanted = [each for each in self.subscriptions if each.wants(message.topic)]
            if len(self._routes) >= 4096:
                self._routes.clear()
            self._routes[message.topic] = wanted
        if acknowledge is not None and len(wanted) != 1:
            acknowledge = _after(len(wanted), acknowledge)
        for each in wanted:
            each.deliver(message, acknowledge)

    async def announce(self, message: Message, publish: Callable[[Message], Awaitable[None]]) -> None:
        """Publish a retained message, and have it told after every reconnection; see `Bus.announce`."""
        message = replace(message, retain=True, qos=1)
        self.announced[message.topic] = message
        try:
            await publish(message)
        except (Disconnected, BusClosed):
            return  # the next connection tells it, if there is one
        except BusError:
            self.told(message)
            raise
        self.told(message)

    def told(self, message: Message) -> None:
        """Note that the broker heard an announcement: what was taken back need not be told again."""
        if not message.payload and self.announced.get(message.topic) is message:
            del self.announced[message.topic]

    def came_up(self, *, resumed: bool) -> None:
        """Record and tell that the connection stands."""
        self.times += 1
        self._tell(Up(resumed, self.times))

    def went_down(self, reason: str, *, final: bool = False) -> None:
        """Record and tell that the connection is gone; if for good, end the subscriptions."""
        if isinstance(self.change, Down) and self.change.final:
            return
        self._tell(Down(reason, final))
        if final:
            self.end(BusClosed(reason))

    def end(self, fault: BusError) -> None:
        """End every subscription with `fault`."""
        for each in self.subscriptions:
            each.fail(fault)

    def _tell(self, change: Change) -> None:
        self.change = change
        for listener in tuple(self._listeners):
            listener(change)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """See `Bus.listen`."""
        self._listeners.append(listener)
        if self.up and self.change is not None:
            listener(self.change)

        def forget() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return forget


def _after(count: int, acknowledge: Acknowledge) -> Acknowledge:
    """Return an acknowledgement that counts to `count` before it is passed on (0: at once)."""
    left = count
    if not left:
        acknowledge()

    def one() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            acknowledge()

    return one


def failed(fault: BusError) -> "asyncio.Future[None]":
    """Return a future that failed with `fault` and does not complain when nobody looks."""
    future = asyncio.get_running_loop().create_future()
    future.set_exception(fault)
    future.exception()
    return future


__all__ = ["DEFAULT_CAPACITY", "Registry", "failed"]
