"""A client's place on the bus: its presence, the engines it sees, its requests and their answers.

Requests that are not answered yet are sent again after every reconnection, of ours or of their engine,
under the same Correlation Data, so that an engine that has them already recognises the repeat.
"""

import asyncio
import contextlib
import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from protocol.body import CONTENT_TYPES, decode_reply_body, encode_body
from protocol.bus import (
    Bus,
    BusClosed,
    BusError,
    Caller,
    Change,
    Disconnected,
    Down,
    Message,
    Subscription,
    Up,
    topics,
)
from protocol.bus.errors import BusFull, MessageTooLarge
from protocol.bus.presence import ClientPresence, EngineStatus, decode_engine, encode
from protocol.bus.repeats import LONGEST
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, ProtocolViolation
from protocol.messages import Error, Info, Ok, Request, Violation
from protocol.order import CHANGING
from protocol.requests import PLANS, Plans

Received = Info | Ok | Error | Violation
CAPACITY = 16_384  # answers and statuses that wait to be read
RETRY = 0.05  # s after which a full bus is tried again
SWEEP = 1.0  # s between looks for requests that expired unanswered


def new_client_name(hint: str = "client") -> str:
    """Return a name for one client's life: answers to an earlier life must not meet it."""
    return f"{hint[:48]}-{secrets.token_hex(6)}"


def presence_will(caller: Caller) -> Message:
    """Return the Last Will of a client: its presence is removed."""
    return Message(topics.client(caller), b"", 1, retain=True)


@dataclass(eq=False, slots=True)
class Letter:
    """A request under way at one engine.

    Attributes:
        engine: where it was sent.
        wire: its Correlation Data as an id.
        request: as its asker knows it.
        expires: when nobody wants the answer any more, by the loop's clock.
        take: is told every info, numbered ones in order, and the final answer.
        sent: whether the broker has it.

    """

    engine: str
    wire: str
    request: Request
    body: bytes
    expires: float
    take: Callable[[Received], None]
    seq: int = 0
    sent: bool = False
    heard: float = field(default=0.0)


class Mailbox:
    """Sends requests of one client to any engine. Make it inside the running loop, then `await open()`.

    - `bus`: whose Last Will is `presence_will(caller)`; closed by `close` if `owned`.
    - `plans`, `changing`: the verbs that are spoken, and which of them change something; other services
      than engines have others.
    - `gone`: done, with the fault, when the bus gave up.
    """

    def __init__(
        self,
        bus: Bus,
        caller: Caller,
        *,
        encoding: Encoding,
        owned: bool = True,
        plans: Plans = PLANS,
        changing: frozenset[str] = CHANGING,
    ) -> None:
        self.caller = caller
        self.statuses: dict[str, EngineStatus] = {}
        self._bus = bus
        self._encoding = encoding
        self._plans = plans
        self._changing = changing
        self._owned = owned
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[BusError] = self._loop.create_future()
        self._letters: dict[tuple[str, str], Letter] = {}
        self._watchers: list[Callable[[str, EngineStatus], None]] = []
        self._line_watchers: list[Callable[[bool], None]] = []
        self._subscription: Subscription | None = None
        self._reader: asyncio.Task[None] | None = None
        self._forget: Callable[[], None] | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self._mended = float("-inf")
        self._away: set[str] = set()  # engines that did not show themselves since they or we were off the bus

    @property
    def up(self) -> bool:
        """Whether the bus stands now."""
        return self._bus.up

    def was_down(self, since: float) -> bool:
        """Return whether the bus is down, or was since that time of the loop."""
        return not self._bus.up or self._mended >= since

    async def open(self, engine: str = "+") -> None:
        """Show presence and listen for the answers and presence of `engine`. Raises BusError."""
        self._subscription = await self._bus.subscribe(
            [topics.status(engine), topics.answer(engine, self.caller)], capacity=CAPACITY
        )
        await self._bus.announce(Message(topics.client(self.caller), encode(ClientPresence())))
        self._reader = self._loop.create_task(self._read(self._subscription), name="UGP mailbox")
        self._forget = self._bus.listen(self._changed)
        self._sweeper = self._loop.call_later(SWEEP, self._sweep)

    def watch(self, watcher: Callable[[str, EngineStatus], None]) -> None:
        """Call `watcher` at every change of an engine's presence."""
        self._watchers.append(watcher)

    def watch_line(self, watcher: Callable[[bool], None]) -> None:
        """Call `watcher` with whether the bus stands, at every change."""
        self._line_watchers.append(watcher)

    def post(
        self, engine: str, wire: str, request: Request, expires: float, take: Callable[[Received], None]
    ) -> Letter:
        """Send a request, as the engine is to read it, as soon as the bus can; see Letter."""
        body = encode_body(request, self._encoding, self._plans)
        letter = Letter(engine, wire, request, body, expires, take, heard=self._loop.time())
        self._letters[engine, wire] = letter
        self._send(letter)
        return letter

    def forget(self, letter: Letter) -> None:
        """Drop whatever still comes of a request."""
        self._letters.pop((letter.engine, letter.wire), None)

    def _send(self, letter: Letter) -> None:
        if letter.engine in self._away:
            return  # it is sent, in its turn, when the engine shows itself: a broker may keep nothing for it
        now = self._loop.time()
        if letter.request.verb in self._changing and self._bus.up:
            letter.expires = min(letter.expires, now + LONGEST - 1)  # later nobody would know a repeat
        left = letter.expires - now
        if left <= 0:
            return  # the sweep ends it
        message = Message(
            topics.request(letter.engine, self.caller.user),
            letter.body,
            1,
            expiry=math.ceil(left),
            content_type=CONTENT_TYPES[self._encoding],
            response_topic=topics.answer(letter.engine, self.caller),
            correlation=letter.wire.encode(),
        )
        self._bus.post(message).add_done_callback(lambda done: self._sent(letter, done))

    def resend(self, engine: str) -> None:
        """Send again what `engine` has not answered: if it has it, it knows it by its correlation."""
        for letter in [each for each in self._letters.values() if each.engine == engine]:
            self._send(letter)

    def _sent(self, letter: Letter, done: "asyncio.Future[None]") -> None:
        fault = done.exception() if not done.cancelled() else None
        if fault is None:
            letter.sent = True
        elif isinstance(fault, BusFull):
            self._loop.call_later(RETRY, self._again, letter)
        elif not isinstance(fault, Disconnected | BusClosed) and self._is_open(letter):
            code = ErrorCode.TOO_LARGE if isinstance(fault, MessageTooLarge) else ErrorCode.FORBIDDEN
            self._finish(letter, Error(letter.request.id, code, str(fault)))

    def _is_open(self, letter: Letter) -> bool:
        return self._letters.get((letter.engine, letter.wire)) is letter

    def _again(self, letter: Letter) -> None:
        if self._is_open(letter):
            self._send(letter)

    def _changed(self, change: Change) -> None:
        self._mended = self._loop.time()
        for watcher in self._line_watchers:
            watcher(isinstance(change, Up))
        if isinstance(change, Up):
            if change.resumed:  # the broker remembers us, so also what engines told meanwhile
                self._away = {name for name, each in self.statuses.items() if each.state == "offline"}
            for letter in list(self._letters.values()):
                if change.times > 1 or not letter.sent:
                    self._send(letter)
        else:
            self._away |= set(self.statuses)
        if isinstance(change, Down) and change.final and not self.gone.done():
            self.gone.set_result(BusClosed(change.reason))

    async def _read(self, subscription: Subscription) -> None:
        with contextlib.suppress(BusClosed):
            while True:
                self._take(await subscription.get())

    def _take(self, message: Message) -> None:
        engine = topics.status_engine(message.topic)
        if engine is None:
            self._answer(message)
        elif (status := decode_engine(message.payload)) is not None:
            known = self.statuses.get(engine)
            self.statuses[engine] = status
            if status.state == "offline":
                self._away.add(engine)
            elif engine in self._away:
                self._away.remove(engine)
                if known is None or known.epoch == status.epoch:  # else its watchers know what to do
                    self.resend(engine)
            for watcher in self._watchers:
                watcher(engine, status)

    def _answer(self, message: Message) -> None:
        engine = "/".join(message.topic.split("/")[2:-3])
        wire = (message.correlation or b"").decode("ascii", "replace")
        letter = self._letters.get((engine, wire))
        if letter is None:
            return  # late, a repeat, or not for us: its request is closed
        letter.heard = self._loop.time()
        request = letter.request
        try:
            reply = decode_reply_body(
                message.payload, message.content_type, request.id, self._plans.verbs[request.verb]
            )
        except ProtocolViolation as fault:
            self._finish(letter, Violation(request.id, fault.message, message.payload[:200]))
            return
        if not isinstance(reply, Info):
            self._finish(letter, reply)
        elif (number := getattr(reply.fields, "seq", msgspec.UNSET)) is msgspec.UNSET or number > letter.seq:
            letter.seq = letter.seq if number is msgspec.UNSET else number
            letter.take(reply)

    def _sweep(self) -> None:
        """End what expired without an answer."""
        self._sweeper = self._loop.call_later(SWEEP, self._sweep)
        now = self._loop.time()
        for letter in [each for each in self._letters.values() if each.expires < now]:
            self._finish(letter, Error(letter.request.id, ErrorCode.CANCELLED, "it expired unanswered"))

    def _finish(self, letter: Letter, reply: Received) -> None:
        self.forget(letter)
        letter.take(reply)

    async def close(self) -> None:
        """Leave: remove our presence, so that engines drop what is ours. Idempotent; bounded in time."""
        if self._forget is not None:
            self._forget()
            self._forget = None
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._letters.clear()
        with contextlib.suppress(BusError, TimeoutError):
            async with asyncio.timeout(2.0):
                await self._bus.announce(Message(topics.client(self.caller)))
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._subscription is not None:
            self._subscription.close()
        if self._owned:
            await self._bus.close()
