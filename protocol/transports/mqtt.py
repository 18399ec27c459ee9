"""A `Bus` on a real MQTT 5 broker: connections one after another, with all that outlives them."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Protocol

from protocol.bus.base import DEFAULT_CAPACITY, Registry, failed
from protocol.bus.bus import Down, Listener
from protocol.bus.errors import BusClosed, BusError, ConnectFailed, Disconnected, MessageTooLarge
from protocol.bus.message import Message, QoS
from protocol.bus.subscription import Subscription
from protocol.transports.mqtt_connection import TAKEN_OVER, Connection
from protocol.transports.mqtt_settings import MqttSettings

STEADY = 1.0  # s that a connection must have stood for the next pause to be short again


class Log(Protocol):
    """Where events of the connection go."""

    def info(self, event: str, **fields: str | bool) -> None:
        """Take note of what is in order."""

    def warning(self, event: str, **fields: str | bool) -> None:
        """Take note of what is not."""


class _Silence:
    """A log that nobody reads."""

    def info(self, event: str, **fields: str | bool) -> None:
        """Drop it."""

    def warning(self, event: str, **fields: str | bool) -> None:
        """Drop it."""


class MqttBus:
    """See `protocol.bus.Bus`. Make it inside the running loop, then `await start()`."""

    def __init__(
        self, settings: MqttSettings, *, will: Message | None = None, log: Log | None = None
    ) -> None:
        self._settings = settings
        self._log: Log = log or _Silence()
        self._will = will
        self._registry = Registry()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._first: asyncio.Future[None] | None = None
        self._closed = False

    @property
    def up(self) -> bool:
        """See `Bus.up`."""
        return self._registry.up

    @property
    def max_size(self) -> int:
        """See `Bus.max_size`."""
        return self._connection.max_size if self._connection else self._settings.max_size

    @property
    def backlog(self) -> int:
        """See `Bus.backlog`."""
        return self._connection.backlog if self._connection else 0

    async def start(self, *, deadline: float | None = None) -> "MqttBus":
        """Connect and keep connected.

        Args:
            deadline: s for the first connection; None: as long as it takes.

        Raises ConnectFailed when the broker would never have us, or by the deadline; then the bus is closed.

        """
        loop = asyncio.get_running_loop()
        self._first = loop.create_future()
        self._task = loop.create_task(self._keep_connected())
        self._task.add_done_callback(self._ended)
        try:
            async with asyncio.timeout(deadline):
                await asyncio.shield(self._first)
        except TimeoutError:
            change = self._registry.change
            reason = change.reason if isinstance(change, Down) else "no answer"
            await self.close()
            raise ConnectFailed(f"no broker within {deadline} s: {reason}") from None
        except BaseException:
            await self.close()
            raise
        return self

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """Let nobody wait for a connection that no task mends any more."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._give_up(f"a fault of the bus itself: {fault!r}", None)

    async def _keep_connected(self) -> None:
        shortest, longest = self._settings.backoff
        pause, times = shortest, 0
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                reason = await self._one_connection()
                times += 1
            except ConnectFailed as fault:
                if fault.permanent and not times:
                    self._give_up(str(fault), fault)
                    return
                reason = str(fault)
            if reason is None:
                return
            if loop.time() - began > STEADY + self._settings.connect_timeout:
                pause = shortest
            if not isinstance(self._registry.change, Down):
                self._log.warning("disconnected", broker=self._settings.address, reason=reason)
            self._registry.went_down(reason)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(pause * 2, longest)

    async def _one_connection(self) -> str | None:
        """Connect and stay till it breaks; return why, or None when it must not be mended."""
        connection = Connection(self._settings, self._will, self._registry.route)
        try:
            await connection.open()
            if self._closed:  # its cancelling met the broker's answer, and the client underneath lost it
                await connection.leave()
                return None
            self._connection = connection
            await self._restore(connection)
            self._log.info("connected", broker=self._settings.address, resumed=connection.resumed)
            self._registry.came_up(resumed=connection.resumed)
            if self._first is not None and not self._first.done():
                self._first.set_result(None)
            reason = await asyncio.shield(connection.lost)
        except Disconnected as fault:
            reason = str(fault)
        except BusError as fault:  # a subscription refused: as lasting as a refused login
            if isinstance(fault, ConnectFailed):
                raise
            raise ConnectFailed(str(fault), permanent=True) from None
        except asyncio.CancelledError:
            await connection.leave()
            raise
        finally:
            self._connection = None
            if connection.lost.done():
                connection.drop()
        if connection.lost_code == TAKEN_OVER:
            self._give_up(f"another client connected as {self._settings.name!r}", None)
            return None
        return reason

    async def _restore(self, connection: Connection) -> None:
        """Bring subscriptions and announcements into force.

        A resumed session gets them again: retained messages that changed meanwhile come only so.
        """
        wanted = [
            (pattern, qos, no_local)
            for each, (qos, no_local) in tuple(self._registry.qualities.items())
            for pattern in each.filters
        ]
        if wanted:
            await connection.subscribe(wanted)
        for topic in tuple(self._registry.announced):
            if (message := self._registry.announced.get(topic)) is not None:  # the newest, never an older one
                await connection.post(message)
                self._registry.told(message)

    def _give_up(self, reason: str, fault: ConnectFailed | None) -> None:
        self._log.warning("gave up", broker=self._settings.address, reason=reason)
        self._registry.went_down(reason, final=True)
        if self._first is not None and not self._first.done():
            self._first.set_exception(fault or ConnectFailed(reason, permanent=True))

    def post(self, message: Message) -> "asyncio.Future[None]":
        """See `Bus.post`."""
        connection = self._connection
        if connection is None:
            change = self._registry.change
            if isinstance(change, Down):
                return failed(BusClosed(change.reason) if change.final else Disconnected(change.reason))
            return failed(Disconnected("not connected yet"))
        if len(message.payload) * 2 > connection.max_size and message.size() > connection.max_size:
            return failed(MessageTooLarge(f"{message.size()} bytes: at most {connection.max_size}"))
        return connection.post(message)

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
        if self._connection is not None:
            try:
                await self._connection.subscribe([(pattern, qos, no_local) for pattern in filters])
            except Disconnected:
                pass  # it comes into force with the next connection
            except BusError:
                self._registry.remove(subscription)
                raise
        return subscription

    def _unsubscribe(self, subscription: Subscription) -> None:
        unused = self._registry.remove(subscription)
        if self._connection is not None:
            self._connection.unsubscribe(unused)

    async def announce(self, message: Message) -> None:
        """See `Bus.announce`."""
        await self._registry.announce(message, self.publish)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """See `Bus.listen`."""
        return self._registry.listen(listener)

    def cut(self) -> None:
        """Break the connection as the network would (for tests); it is mended as any other."""
        if self._connection is not None:
            self._connection.drop("cut")

    async def close(self) -> None:
        """See `Bus.close`."""
        if self._closed:
            return
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        self._registry.went_down("this bus was closed", final=True)
