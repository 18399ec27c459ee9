"""A broker in memory and a bus on it: for tests, and for engine and clients in one process.

It keeps to what MQTT 5 promises and no more: at QoS 1 at least once, in order for one publisher,
retained messages, Last Wills, message expiry, sessions that outlive a connection, no local echo
where asked for. Connections can be cut and the broker stopped, as a test wishes.
"""

import asyncio
import contextlib
import functools
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from protocol.bus import topics
from protocol.bus.base import DEFAULT_CAPACITY, Registry, failed
from protocol.bus.bus import Down, Listener
from protocol.bus.errors import BusClosed, BusError, BusFull, Disconnected, MessageTooLarge, PublishRefused
from protocol.bus.message import Message, QoS
from protocol.bus.subscription import Subscription

Allow = Callable[[str, str, str], bool]  # user, "read" | "write", topic
NOT_AUTHORIZED = 0x87
QUEUE = 10_000  # QoS 1 messages kept for a session that is away


@dataclass(eq=False, slots=True)
class _Session:
    """What the broker knows of one client name."""

    bus: "MemoryBus | None" = None
    filters: dict[str, tuple[QoS, bool]] = field(default_factory=dict)
    waiting: deque[tuple[Message, float | None]] = field(default_factory=deque)


class MemoryBroker:
    """Shared by the buses of one event loop."""

    def __init__(self, *, allow: Allow | None = None, max_size: int = 1 << 18) -> None:
        self.max_size = max_size
        self.running = True
        self._allow = allow
        self._muted: set[str] = set()
        self._sessions: dict[str, _Session] = {}
        self._retained: dict[str, tuple[Message, float | None]] = {}

    def may(self, user: str, action: str, topic: str) -> bool:
        """Return whether the access rules let `user` read or write `topic`."""
        return self._allow is None or self._allow(user, action, topic)

    def attach(self, bus: "MemoryBus") -> bool:
        """Connect a bus; return whether its session was still here. Raises Disconnected when stopped."""
        if not self.running:
            raise Disconnected("the broker is stopped")
        resumed = bus.name in self._sessions
        session = self._sessions.setdefault(bus.name, _Session())
        if session.bus is not None and session.bus is not bus:
            session.bus.lost("another client took over the name", final=True)
        session.bus = bus
        return resumed

    def resume(self, bus: "MemoryBus") -> None:
        """Deliver what waited for the session of `bus`."""
        session = self._sessions[bus.name]
        now = _now()
        while session.waiting:
            message, until = session.waiting.popleft()
            if (left := _left(message, until, now)) is not None:
                bus.receive(left)

    def detach(self, bus: "MemoryBus", *, orderly: bool) -> None:
        """Disconnect a bus; an unorderly end publishes its Last Will."""
        session = self._sessions.get(bus.name)
        if session is None or session.bus is not bus:
            return
        session.bus = None
        if orderly:
            del self._sessions[bus.name]
        elif bus.will is not None:
            self.publish(bus.will, None)

    def subscribe(self, bus: "MemoryBus", pattern: str, qos: QoS, no_local: bool) -> None:
        """Grant a filter and deliver what is retained under it."""
        self._sessions[bus.name].filters[pattern] = qos, no_local
        now = _now()
        for topic, (message, until) in tuple(self._retained.items()):
            if topics.matches(pattern, topic) and self.may(bus.user, "read", topic):
                if (left := _left(message, until, now)) is None:
                    del self._retained[topic]
                else:
                    bus.receive(replace(left, qos=min(left.qos, qos)))

    def unsubscribe(self, bus: "MemoryBus", pattern: str) -> None:
        """Take a filter back."""
        if session := self._sessions.get(bus.name):
            session.filters.pop(pattern, None)

    def publish(self, message: Message, sender: "MemoryBus | None") -> None:
        """Pass a message on to every session that asked for it."""
        if sender is not None and sender.name in self._muted:
            return
        until = None if message.expiry is None else _now() + message.expiry
        if message.retain:
            if message.payload:
                self._retained[message.topic] = message, until
            else:
                self._retained.pop(message.topic, None)
        live = replace(message, retain=False)
        for session in tuple(self._sessions.values()):
            self._pass_on(session, live, until, sender)

    def _pass_on(
        self, session: _Session, message: Message, until: float | None, sender: "MemoryBus | None"
    ) -> None:
        granted = [
            qos
            for pattern, (qos, no_local) in session.filters.items()
            if topics.matches(pattern, message.topic) and not (no_local and session.bus is sender)
        ]
        if not granted:
            return
        copy = replace(message, qos=min(message.qos, max(granted)))
        if session.bus is not None:
            if self.may(session.bus.user, "read", message.topic):
                session.bus.receive(copy)
        elif copy.qos and len(session.waiting) < QUEUE:
            session.waiting.append((copy, until))

    def stop(self, *, forget: bool = True) -> None:
        """Stop as if killed: all connections go; `forget` loses sessions and what was retained."""
        self.running = False
        buses = [each.bus for each in self._sessions.values() if each.bus is not None]
        for session in self._sessions.values():
            session.bus = None
        if forget:
            self._sessions.clear()
            self._retained.clear()
        for bus in buses:
            bus.lost("the broker stopped")

    def start(self) -> None:
        """Take connections again."""
        self.running = True

    def mute(self, name: str) -> None:
        """Lose whatever client `name` publishes from now on, as a silent partition would."""
        self._muted.add(name)

    def forget(self, name: str) -> None:
        """Lose the session of client `name`, which is away: nothing is kept for it."""
        del self._sessions[name]

    def cut(self, name: str) -> None:
        """Break the connection of client `name`: its Last Will goes out."""
        bus = self._sessions[name].bus
        if bus is not None:
            self.detach(bus, orderly=False)
            bus.lost("the connection was cut")


class MemoryBus:
    """A `Bus` on a `MemoryBroker`. Make it inside the running loop, then `await start()`."""

    def __init__(
        self,
        broker: MemoryBroker,
        name: str,
        *,
        user: str = "user",
        will: Message | None = None,
        retry: float = 0.01,
    ) -> None:
        self.name = name
        self.user = user
        self.will = will
        self._broker = broker
        self._retry = retry
        self._registry = Registry()
        self._pending: set[asyncio.Future[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def up(self) -> bool:
        """See `Bus.up`."""
        return self._registry.up

    @property
    def max_size(self) -> int:
        """See `Bus.max_size`."""
        return self._broker.max_size

    @property
    def backlog(self) -> int:
        """See `Bus.backlog`."""
        return len(self._pending)

    async def start(self) -> "MemoryBus":
        """Connect, at once if the broker runs, else as soon as it does."""
        try:
            self._connect()
        except Disconnected as fault:
            self.lost(str(fault))
        return self

    def _connect(self) -> None:
        resumed = self._broker.attach(self)
        registry = self._registry
        if not resumed:
            for subscription, (qos, no_local) in registry.qualities.items():
                for pattern in subscription.filters:
                    self._broker.subscribe(self, pattern, qos, no_local)
        else:
            self._broker.resume(self)
        for message in tuple(registry.announced.values()):
            self._broker.publish(message, self)
            registry.told(message)
        registry.came_up(resumed=resumed)

    async def _reconnect(self) -> None:
        while True:
            await asyncio.sleep(self._retry)
            with contextlib.suppress(Disconnected):
                self._connect()
                return

    def lost(self, reason: str, *, final: bool = False) -> None:
        """Take note that the connection is gone (called by the broker)."""
        for future in tuple(self._pending):
            _fail(future, Disconnected(reason))
        self._pending.clear()
        self._registry.went_down(reason, final=final)
        if not final:
            self._task = asyncio.get_running_loop().create_task(self._reconnect())

    def receive(self, message: Message) -> None:
        """Take a message from the broker."""
        self._registry.route(message, _nothing if message.qos else None)

    def post(self, message: Message) -> "asyncio.Future[None]":
        """See `Bus.post`."""
        fault = self._obstacle(message)
        if fault is not None:
            return failed(fault)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._pending.add(future)
        if not message.qos:
            future.set_result(None)
        loop.call_soon(functools.partial(self._send, message, future))
        return future

    def _obstacle(self, message: Message) -> BusError | None:
        change = self._registry.change
        if isinstance(change, Down):
            return BusClosed(change.reason) if change.final else Disconnected(change.reason)
        if message.size() > self.max_size:
            return MessageTooLarge(f"{message.size()} bytes: at most {self.max_size}")
        if len(self._pending) >= QUEUE:
            return BusFull(f"{QUEUE} messages wait to be sent")
        return None

    def _send(self, message: Message, future: "asyncio.Future[None]") -> None:
        self._pending.discard(future)
        if message.qos and future.done():
            return
        if not self._broker.may(self.user, "write", message.topic):
            _fail(future, PublishRefused(f"not authorised to publish to {message.topic}", NOT_AUTHORIZED))
            return
        self._broker.publish(message, self)
        if not future.done():
            future.set_result(None)

    async def publish(self, message: Message) -> None:
        """See `Bus.publish`."""
        await self.post(message)

    async def subscribe(
        self,
        filters: Sequence[str],
        *,
        qos: QoS = 1,
        capacity: int = DEFAULT_CAPACITY,
        manual: bool = False,
        no_local: bool = False,
    ) -> Subscription:
        """See `Bus.subscribe`."""
        subscription = self._registry.open(
            filters, qos, no_local, capacity=capacity, manual=manual, on_close=self._unsubscribe
        )
        if self.up:
            for pattern in filters:
                self._broker.subscribe(self, pattern, qos, no_local)
        return subscription

    def _unsubscribe(self, subscription: Subscription) -> None:
        for pattern in self._registry.remove(subscription):
            self._broker.unsubscribe(self, pattern)

    async def announce(self, message: Message) -> None:
        """See `Bus.announce`."""
        await self._registry.announce(message, self.publish)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """See `Bus.listen`."""
        return self._registry.listen(listener)

    async def close(self) -> None:
        """See `Bus.close`."""
        if self._task is not None:
            self._task.cancel()
        await asyncio.sleep(0)  # what was posted goes out first
        self._broker.detach(self, orderly=True)
        for future in self._pending:
            _fail(future, BusClosed("this bus was closed"))
        self._pending.clear()
        self._registry.went_down("this bus was closed", final=True)


def _nothing() -> None:
    """Acknowledge to nobody."""


def _fail(future: "asyncio.Future[None]", fault: BusError) -> None:
    if not future.done():
        future.set_exception(fault)
        future.exception()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _left(message: Message, until: float | None, now: float) -> Message | None:
    """Return the message with what is left of its expiry; None when it expired."""
    if until is None:
        return message
    left = int(until - now + 0.999)
    return replace(message, expiry=left) if until > now else None
