"""A player's or spectator's side of a tables service: requests, notices, and tables to follow."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from protocol.answers import Answer
from protocol.bus import Bus, BusClosed, BusError, Caller, Message, Subscription
from protocol.bus import topics as bus_topics
from protocol.bus.presence import EngineStatus
from protocol.client.bus_mailbox import Mailbox, new_client_name, presence_will
from protocol.encoding import Encoding
from protocol.errors import DeadlineExceeded, EngineGone, ErrorCode, GoneKind, ProtocolViolation, RequestError
from protocol.messages import Error, Info, Ok, Violation
from protocol.requests import build
from protocol.tables import answers, topics
from protocol.tables.documents import Event, Notice, Presence, TableState
from protocol.tables.verbs import CHANGING, PLANS
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import TlsFiles, from_url

DEADLINE = 10.0  # s for an answer
QUIET = 30.0  # s without news of a table after which we ask
CAPACITY = 4_096  # notices or states that wait to be read
CONTENT_TYPE = "application/json"

T = TypeVar("T", bound=Answer)
_state = msgspec.json.Decoder(TableState)
_event = msgspec.json.Decoder(Event)
_notice = msgspec.json.Decoder(Notice)
_lobby = msgspec.json.Decoder(answers.LobbyAnswer)


class TablesRefused(RequestError):
    """The referee answered with an error."""


class TableClient:
    """One client of one user. Make it inside the running loop (or use `connect`), then `await open()`.

    - `bus`: whose Last Will is `presence_will(caller)`; closed by `close`.
    - `presence`: what is told of this client; a bot's holds what it accepts.
    """

    def __init__(
        self,
        bus: Bus,
        caller: Caller,
        service: str = "main",
        *,
        encoding: Encoding = Encoding.MSGPACK,
        presence: Presence | None = None,
    ) -> None:
        self.caller = caller
        self.service = topics.service_name(service)
        self.epoch: int | None = None
        self._bus = bus
        self._presence = presence or Presence()
        self._loop = asyncio.get_running_loop()
        self._mailbox = Mailbox(bus, caller, encoding=encoding, plans=PLANS, changing=CHANGING)
        self._present = asyncio.Event()
        self._nonce = secrets.token_hex(3)
        self._number = 0
        self.restarted = asyncio.Event()

    @property
    def user(self) -> str:
        """Who we are."""
        return self.caller.user

    @property
    def lost(self) -> str | None:
        """Why the bus gave up for good, so that this client is of no more use; None while it did not."""
        return str(self._mailbox.gone.result()) if self._mailbox.gone.done() else None

    @property
    def up(self) -> bool:
        """Whether the bus stands and the referee is there."""
        return self._bus.up and self._present.is_set()

    async def open(self, deadline: float = DEADLINE) -> "TableClient":
        """Show presence and find the referee. Raises EngineGone (kind `start`)."""
        self._mailbox.watch(self._seen)
        await self._mailbox.open(topics.address(self.service))
        await self.show(self._presence)
        try:
            async with asyncio.timeout(deadline):
                await self._present.wait()
        except TimeoutError:
            message = f"no tables {self.service!r} on the bus within {deadline:g} s"
            raise EngineGone(message, kind=GoneKind.START) from None
        return self

    async def show(self, presence: Presence) -> None:
        """Tell something else of this client."""
        self._presence = presence
        topic = bus_topics.client(self.caller)
        body = msgspec.json.encode(presence)
        await self._bus.announce(Message(topic, body, 1, retain=True, content_type=CONTENT_TYPE))

    def _seen(self, engine: str, status: EngineStatus) -> None:
        if status.state == "offline":
            self._present.clear()
            return
        if self.epoch is not None and status.epoch != self.epoch:
            self._mailbox.resend(engine)  # the new referee knows by the correlation what was done already
            self.restarted.set()
        self.epoch = status.epoch
        self._present.set()

    async def request(self, verb: str, answer: type[T], *, deadline: float = DEADLINE, **arguments: Any) -> T:
        """Ask; while bus or referee are away it waits for them, until the deadline (s).

        Raises TablesRefused, DeadlineExceeded, ProtocolViolation; RequestError for wrong arguments.
        """
        self._number += 1
        wire = f"{self._nonce}.{self._number}"
        request = build(PLANS, verb, wire, arguments)
        future: asyncio.Future[Ok | Error | Violation] = self._loop.create_future()

        def take(reply: Info | Ok | Error | Violation) -> None:
            if not isinstance(reply, Info) and not future.done():
                future.set_result(reply)

        where = topics.address(self.service)
        letter = self._mailbox.post(where, wire, request, self._loop.time() + deadline, take)
        try:
            async with asyncio.timeout(deadline):
                reply = await future
        except TimeoutError:
            raise DeadlineExceeded(f"no answer to {verb} within {deadline:g} s", request=verb) from None
        finally:
            self._mailbox.forget(letter)
        if isinstance(reply, Error):
            if reply.code is ErrorCode.CANCELLED:
                raise DeadlineExceeded(f"no answer to {verb} within {deadline:g} s", request=verb)
            raise TablesRefused(reply.code, reply.message, reply.field, reply.index, reply.retry)
        if isinstance(reply, Violation) or not isinstance(reply.fields, answer):
            raise ProtocolViolation(f"the answer to {verb} makes no sense", request=verb)
        return reply.fields

    async def sync(self, table: str, since: int | None = None) -> answers.SyncAnswer:
        """Return a table as it stands."""
        return await self.request("sync", answers.SyncAnswer, table=table, since=since)

    async def notices(self) -> AsyncIterator[Notice]:
        """Yield what concerns us, from now on. What was missed before is told by `mine`."""
        where = topics.notices(self.service, self.user)
        async for message in self._messages(where):
            with contextlib.suppress(msgspec.DecodeError):
                yield _notice.decode(message.payload)

    async def lobby(self) -> AsyncIterator[answers.LobbyAnswer]:
        """Yield the lobby whenever it changes."""
        async for message in self._messages(topics.lobby(self.service)):
            with contextlib.suppress(msgspec.DecodeError):
                yield _lobby.decode(message.payload)

    async def follow(self, table: str) -> AsyncIterator[TableState]:
        """Yield a table's state now and whenever it changes, until it is over.

        States between two looks are passed over: each holds the whole table. While the referee is away
        it waits. Raises TablesRefused, and DeadlineExceeded when the referee does not answer at first.
        """
        last = 0
        where = topics.state(self.service, bus_topics.level(table, "table"))
        subscription = await self._bus.subscribe([where], capacity=CAPACITY)
        try:
            first = (await self.sync(table)).state
            last = first.seq
            yield first
            if first.phase == "over":
                return
            while True:
                try:
                    async with asyncio.timeout(QUIET):
                        state = await self._newest(subscription)
                except TimeoutError:
                    try:
                        state = (await self.sync(table)).state  # nothing should be missing; now nothing is
                    except DeadlineExceeded:
                        continue  # the referee is away: it will be back, and the table with it
                if state is None or state.seq <= last:
                    continue
                last = state.seq
                yield state
                if state.phase == "over":
                    return
        finally:
            subscription.close()

    async def _newest(self, subscription: Subscription) -> TableState | None:
        message = await subscription.get()
        while (later := subscription.take()) is not None:
            if later.payload:
                message = later
        with contextlib.suppress(msgspec.DecodeError):
            return _state.decode(message.payload)
        return None

    async def events(self, table: str) -> AsyncIterator[Event]:
        """Yield all events of a table in order from the first on, without gaps, until it is over."""
        where = topics.events(self.service, bus_topics.level(table, "table"))
        subscription = await self._bus.subscribe([where], capacity=CAPACITY)
        try:
            seq = 0
            while True:
                missed = (await self.sync(table, since=seq)).events
                for event in missed:
                    seq = event.seq
                    yield event
                    if event.kind == "over":
                        return
                if missed:
                    continue
                async for event in self._in_order(subscription, seq):
                    seq = event.seq
                    yield event
                    if event.kind == "over":
                        return
        finally:
            subscription.close()

    async def _in_order(self, subscription: Subscription, seq: int) -> AsyncIterator[Event]:
        """Yield live events as long as none is missing; when one may be, return."""
        restarted = self.epoch
        while True:
            try:
                async with asyncio.timeout(DEADLINE):
                    message = await subscription.get()
            except TimeoutError:
                return  # quiet for long: ask whether something was missed
            try:
                event = _event.decode(message.payload)
            except msgspec.DecodeError:
                continue
            if event.seq > seq + 1 or self.epoch != restarted:
                return
            if event.seq == seq + 1:
                seq = event.seq
                yield event

    async def _messages(self, topic: str) -> AsyncIterator[Message]:
        subscription = await self._bus.subscribe([topic], capacity=CAPACITY)
        try:
            while True:
                try:
                    yield await subscription.get()
                except BusClosed:
                    return
        finally:
            subscription.close()

    async def close(self) -> None:
        """Leave: our presence goes first, then the connection."""
        await self._mailbox.close()


async def connect(
    url: str,
    service: str = "main",
    *,
    user: str | None = None,
    client: str | None = None,
    credentials: Path | None = None,
    tls: TlsFiles | None = None,
    presence: Presence | None = None,
    deadline: float = DEADLINE,
) -> TableClient:
    """Connect to a broker and to the tables there; the caller closes the client.

    - `user`: for a broker without logins; else the login's.
    - `client`: also the MQTT client identifier, for access rules may hold on to that; None: a random one.

    Raises EngineGone (kind `unreachable` for the broker, `start` for the tables).
    """
    name = client or new_client_name("player")
    try:
        where = from_url(url, name, credentials=credentials, tls=tls)
        caller = Caller(
            bus_topics.level(where.user or user or bus_topics.ANONYMOUS, "user"),
            bus_topics.level(name, "client"),
        )
        bus = MqttBus(where, will=presence_will(caller))
        await bus.start(deadline=deadline)
    except BusError as fault:
        raise EngineGone(str(fault), kind=GoneKind.UNREACHABLE) from fault
    made = TableClient(bus, caller, service, presence=presence)
    try:
        return await made.open(deadline)
    except BaseException:
        await made.close()
        raise
