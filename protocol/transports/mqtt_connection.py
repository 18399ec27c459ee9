"""One connection to a broker by aiomqtt: from CONNECT to its loss. It is not mended here.

aiomqtt 2.5 does the connecting, TLS, websockets, keepalive and leaving. Reading, writing, publishing and
acknowledging use paho's callbacks below it, for aiomqtt's own ways acknowledge before anybody saw a
message, hang on an acknowledgement when the connection breaks, and cost several tasks a message.
Whatever of aiomqtt and paho is not public is touched in this file alone.
"""

import asyncio
import contextlib
import logging
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.client import Client as Paho
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from protocol.bus.base import failed
from protocol.bus.errors import BusClosed, BusError, BusFull, ConnectFailed, Disconnected, PublishRefused
from protocol.bus.message import Message
from protocol.transports import mqtt_properties as wire
from protocol.transports.mqtt_settings import MqttSettings

MAX_WAITING: Final = 8192  # messages at QoS 1 that wait for the window
MAX_UNWRITTEN: Final = 4096  # packets that the socket has not taken
REFUSED: Final = 0x80
TAKEN_OVER: Final = 0x8E
PERMANENT: Final = frozenset(
    {0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C}
)  # version, name, login, rights, ban, method
SUBSCRIBE_TIMEOUT: Final = 10.0  # s
LEAVE_TIMEOUT: Final = 2.0  # s

Acknowledge = Callable[[], None]
OnMessage = Callable[[Message, Acknowledge | None], None]

_quiet = logging.getLogger("protocol.transports.mqtt.paho")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


class Connection:
    """A connection that stands until `lost` is done. Make it with `open`."""

    def __init__(self, settings: MqttSettings, will: Message | None, on_message: OnMessage) -> None:
        self._settings = settings
        self._on_message = on_message
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self.lost: asyncio.Future[str] = self._loop.create_future()
        self.lost_code = 0
        self.resumed = False
        self.max_size = settings.max_size
        self._window = settings.window
        self._under_way: dict[int, asyncio.Future[None]] = {}
        self._waiting: deque[tuple[Message, asyncio.Future[None]]] = deque()
        self._unacknowledged: deque[list[int]] = deque()  # [packet identifier, whether to acknowledge]
        self._client = self._make_client(will)
        self._paho: Paho = self._client._client
        self._socket: socket.socket | None = None
        self._raw: socket.socket | None = None
        self._writer_added = False
        self._hook()

    def _make_client(self, will: Message | None) -> aiomqtt.Client:
        settings = self._settings
        return aiomqtt.Client(
            settings.host,
            settings.port,
            username=settings.user,
            password=settings.password,
            identifier=settings.name,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=False,
            will=None
            if will is None
            else aiomqtt.Will(will.topic, will.payload, will.qos, will.retain, wire.will(will)),
            transport="tcp" if settings.websocket is None else "websockets",
            websocket_path=settings.websocket,
            keepalive=settings.keepalive,
            timeout=settings.connect_timeout,
            max_inflight_messages=0,  # the window is kept here
            properties=wire.general(
                PacketTypes.CONNECT,
                SessionExpiryInterval=settings.session,
                ReceiveMaximum=settings.window,
                MaximumPacketSize=settings.max_size,
            ),
            tls_context=settings.tls,
            logger=_quiet,
        )

    def _hook(self) -> None:
        paho, client = self._paho, self._client
        client.pending_calls_threshold = MAX_WAITING
        paho._create_socket_connection = self._connect_socket  # type: ignore[method-assign]
        paho.connect_timeout = self._settings.connect_timeout
        paho.manual_ack_set(True)
        paho.on_message = self._received
        paho.on_publish = self._published
        paho.on_unsubscribe = None
        paho.on_socket_register_write = self._want_write
        paho.on_socket_unregister_write = self._wrote_all
        connected, disconnected = client._on_connect, client._on_disconnect

        def on_connect(paho_: Paho, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
            self.resumed = flags.session_present
            granted = properties.__dict__ if properties is not None else {}
            self._window = min(self._window, granted.get("ReceiveMaximum", 0xFFFF))
            self.max_size = min(self.max_size, granted.get("MaximumPacketSize", self.max_size))
            connected(paho_, data, flags, reason, properties)

        def on_disconnect(paho_: Paho, data: Any, flags: Any, reason: ReasonCode, properties: Any) -> None:
            self._lose(str(reason), reason.value if flags.is_disconnect_packet_from_server else 0)
            disconnected(paho_, data, flags, reason, properties)

        paho.on_connect = on_connect
        paho.on_disconnect = on_disconnect

    def _connect_socket(self) -> socket.socket:
        """Connect for paho, and remember the socket: it leaves it open when a websocket's handshake fails."""
        self._raw = Paho._create_socket_connection(self._paho)
        return self._raw

    async def open(self) -> None:
        """Connect. Raises ConnectFailed."""
        address = self._settings.address
        try:
            await self._client.__aenter__()
        except MqttConnectError as fault:
            self.drop()
            code = fault.rc.value if isinstance(fault.rc, ReasonCode) else int(fault.rc or 0)
            raise ConnectFailed(f"{address} refused: {fault.rc}", permanent=code in PERMANENT) from None
        except aiomqtt.MqttError as fault:
            self.drop()
            permanent = "CERTIFICATE_VERIFY_FAILED" in str(fault)
            raise ConnectFailed(f"{address}: {fault}", permanent=permanent) from None
        except BaseException:
            self.drop()
            raise
        sock = self._paho.socket()
        if sock is None or self.lost.done():
            self.drop()
            raise ConnectFailed(f"{address}: the connection broke at once")
        wrapped: Any = sock
        real: socket.socket = getattr(wrapped, "_socket", wrapped)  # a websocket wraps the real one
        self._socket = real
        real.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._acknowledge_quickly()
        self._loop.add_reader(sock.fileno(), self._readable)

    def _acknowledge_quickly(self) -> None:
        """Have TCP acknowledge at once, for brokers with Nagle's algorithm wait for that. It wears off."""
        if sys.platform == "linux" and self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    # Reading: one callback of the loop, never a task.

    def _readable(self) -> None:
        paho = self._paho
        try:
            paho.loop_read()
            while (sock := paho.socket()) is not None and hasattr(sock, "pending") and sock.pending() > 0:
                paho.loop_read()
        except Exception as fault:
            self._lose(f"unreadable: {fault!r}")
            self.drop()
            return
        self._acknowledge_quickly()

    def _received(self, paho: Paho, data: Any, received: MQTTMessage) -> None:
        acknowledge = self._acknowledger(received.mid) if received.qos else None
        try:
            message = wire.from_paho(received)
        except UnicodeDecodeError:
            message = None
        if message is None or len(message.payload) > self._settings.max_size:
            if acknowledge is not None:
                acknowledge()
            return
        self._on_message(message, acknowledge)

    def _acknowledger(self, mid: int) -> Acknowledge:
        """Return what acknowledges a message once all before it are: MQTT wants them in order of arrival."""
        entry = [mid, False]
        self._unacknowledged.append(entry)

        def acknowledge() -> None:
            entry[1] = True
            while self._unacknowledged and self._unacknowledged[0][1]:
                first = self._unacknowledged.popleft()
                if not self.lost.done():
                    self._paho.ack(first[0], 1)

        return acknowledge

    # Writing: everything queued in one turn of the loop goes out at its end.

    def _want_write(self, paho: Paho, data: Any, sock: Any) -> None:
        if threading.get_ident() == self._thread:
            self._loop.call_soon(self._flush)
        else:  # paho sends CONNECT from the thread that connects
            self._loop.call_soon_threadsafe(self._flush)

    def _wrote_all(self, paho: Paho, data: Any, sock: Any) -> None:
        if self._writer_added:
            self._writer_added = False
            self._loop.remove_writer(sock.fileno())

    def _flush(self) -> None:
        paho = self._paho
        try:
            paho.loop_write()
        except Exception as fault:
            self._lose(f"cannot write: {fault!r}")
            self.drop()
            return
        sock = paho.socket()
        if sock is not None and paho.want_write() and not self._writer_added:
            self._writer_added = True
            self._loop.add_writer(sock.fileno(), self._flush)

    # Publishing.

    @property
    def backlog(self) -> int:
        """Packets not written, messages not acknowledged and messages that wait for the window."""
        return len(self._paho._out_packet) + len(self._under_way) + len(self._waiting)

    def post(self, message: Message) -> "asyncio.Future[None]":
        """Send; see `Bus.post`."""
        if self.lost.done():
            return failed(Disconnected(self.lost.result()))
        if message.qos:
            if len(self._waiting) >= MAX_WAITING:
                return failed(BusFull(f"{MAX_WAITING} messages wait for the broker's acknowledgements"))
            future: asyncio.Future[None] = self._loop.create_future()
            if len(self._under_way) >= self._window:
                self._waiting.append((message, future))
            else:
                self._hand_over(message, future)
            return future
        if len(self._paho._out_packet) >= MAX_UNWRITTEN:
            return failed(BusFull(f"{MAX_UNWRITTEN} packets wait for the network"))
        future = self._loop.create_future()
        info = self._paho.publish(message.topic, message.payload, 0, message.retain, wire.properties(message))
        if info.rc:
            return failed(Disconnected(f"not sent: error {int(info.rc)}"))
        future.set_result(None)
        return future

    def _hand_over(self, message: Message, future: "asyncio.Future[None]") -> None:
        info = self._paho.publish(message.topic, message.payload, 1, message.retain, wire.properties(message))
        if info.rc:
            _fail(future, Disconnected(f"not sent: error {int(info.rc)}"))
        else:
            self._under_way[info.mid] = future

    def _published(self, paho: Paho, data: Any, mid: int, reason: ReasonCode, properties: Any) -> None:
        future = self._under_way.pop(mid, None)
        if future is None:
            return
        if reason.value >= REFUSED:
            _fail(future, PublishRefused(f"the broker refused a message: {reason}", reason.value))
        elif not future.done():
            future.set_result(None)
        while self._waiting and len(self._under_way) < self._window and not self.lost.done():
            message, waiting = self._waiting.popleft()
            if not waiting.done():
                self._hand_over(message, waiting)

    # Subscribing.

    async def subscribe(self, wanted: Sequence[tuple[str, int, bool]]) -> None:
        """Subscribe to (filter, QoS, no local echo). Raises PublishRefused, Disconnected."""
        topics = [(pattern, SubscribeOptions(qos=qos, noLocal=no_local)) for pattern, qos, no_local in wanted]
        task = self._loop.create_task(self._client.subscribe(topics, timeout=SUBSCRIBE_TIMEOUT))
        try:
            either: set[asyncio.Future[Any]] = {task, self.lost}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not task.done():
                task.cancel()
        if not task.done():
            raise Disconnected(self.lost.result())
        try:
            codes = task.result()
        except aiomqtt.MqttError as fault:
            raise Disconnected(f"cannot subscribe: {fault}") from None
        for code, (pattern, _, _) in zip(codes, wanted, strict=True):
            value: int = code.value if isinstance(code, ReasonCode) else code  # type: ignore[assignment]
            if value >= REFUSED:
                raise PublishRefused(f"the broker refused the subscription to {pattern}: {code}", value)

    def unsubscribe(self, patterns: Sequence[str]) -> None:
        """Unsubscribe without waiting."""
        if patterns and not self.lost.done():
            self._paho.unsubscribe(list(patterns))

    # The end.

    async def leave(self) -> None:
        """Disconnect in order; the broker forgets our session and Last Will."""
        if not self.lost.done():
            self._paho.disconnect(properties=wire.general(PacketTypes.DISCONNECT, SessionExpiryInterval=0))
            await asyncio.wait({self.lost}, timeout=LEAVE_TIMEOUT)
        self._lose("this bus was closed", fault=BusClosed)
        self.drop()

    def _lose(self, reason: str, code: int = 0, fault: type[BusError] = Disconnected) -> None:
        if self.lost.done():
            return
        self.lost_code = code
        self.lost.set_result(reason)
        futures = [*self._under_way.values(), *(future for _, future in self._waiting)]
        self._under_way.clear()
        self._waiting.clear()
        for future in futures:
            _fail(future, fault(reason))

    def drop(self, reason: str = "dropped") -> None:
        """Give the socket back, whatever state it is in, without a word to the broker."""
        self._lose(reason)
        self._paho._sock_close()
        if self._raw is not None:
            self._raw.close()
        for future in (self._client._connected, self._client._disconnected):
            if future.done() and not future.cancelled():
                future.exception()  # looked at: nobody else will


def _fail(future: "asyncio.Future[None]", fault: BusError) -> None:
    if not future.done():
        future.set_exception(fault)
        future.exception()
