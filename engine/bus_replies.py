"""Answers to the bus: each to its caller's own topic, remembered for repeats, infos thinned."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import msgspec

from engine.server import Engine
from engine.sessions import Peer
from protocol.body import CONTENT_TYPES, encode_body
from protocol.bus.coalesce import Coalescer
from protocol.bus.credit import Credit
from protocol.bus.message import Message
from protocol.bus.repeats import KEPT, Entry, Repeats
from protocol.bus.topics import Caller
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Error, Info, Ok

Send = Callable[[Message, float], None]
"""Sends a final answer, surely, unless the time given passes before."""

Stream = Callable[[Message], None]
"""Sends an info if that can be done now."""


@dataclass(eq=False, slots=True)
class Open:
    """A request under way: whose it is and where its answer goes."""

    caller: Caller
    id: str
    entry: Entry
    encoding: Encoding
    peer: Peer
    seq: int = 0
    infos: Coalescer[Info] = field(default_factory=Coalescer)
    timers: dict[str, asyncio.TimerHandle] = field(default_factory=dict)


class Replies:
    """The requests under way and their answers.

    - `send`, `stream`: carry final answers and infos away.
    - `max_size`: tells how large a message may be now.
    """

    def __init__(
        self,
        engine: Engine,
        repeats: Repeats,
        credit: Credit,
        *,
        send: Send,
        stream: Stream,
        max_size: Callable[[], int],
    ) -> None:
        self._engine = engine
        self._repeats = repeats
        self._credit = credit
        self._send = send
        self._stream = stream
        self._max_size = max_size
        self._loop = asyncio.get_running_loop()
        self._open: dict[tuple[str, str], Open] = {}

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, request: Open) -> None:
        """Expect the answer of a request that is about to be handled."""
        self._open[request.caller.user, request.id] = request

    def watch(self, request: Open) -> None:
        """Give the request up when it expires, if its answer is not there yet."""
        if (request.caller.user, request.id) in self._open:
            at = request.entry.expires
            request.timers["expiry"] = self._loop.call_at(at, self.give_up, request, "its request expired")

    def find(self, caller: Caller, identity: str) -> str:
        """Return the full id of the request that a caller means: the client's own first, else the user's."""
        own = f"{caller.client}/{identity}"
        if (caller.user, own) in self._open:
            return own
        ending = f"/{identity}"
        return next((each for user, each in self._open if user == caller.user and each.endswith(ending)), own)

    def of(self, caller: Caller) -> list[Open]:
        """List what a client has under way."""
        return [each for each in self._open.values() if each.caller == caller]

    def give_up(self, request: Open, why: str) -> None:
        """End a request's work with `cancelled`."""
        job = request.peer.jobs.get(request.id)
        if job is not None:
            job.stop()
            self._engine.answer(job, RequestError(ErrorCode.CANCELLED, why))

    def deliver(self, user: str, message: Info | Ok | Error) -> None:
        """Take an answer from the engine."""
        request = self._open.get((user, message.id or ""))
        if request is None:
            return
        if isinstance(message, Info):
            line = getattr(message.fields, "multipv", 1)
            for info in request.infos.offer(line, message, self._loop.time()):
                self._info(request, info)
            self._flush_later(request)
            return
        del self._open[user, request.id]
        for timer in request.timers.values():
            timer.cancel()
        self._credit.give(user)
        self._final(request, message)

    def _flush_later(self, request: Open) -> None:
        if request.infos.due is not None and "infos" not in request.timers:
            request.timers["infos"] = self._loop.call_at(request.infos.due, self._flush, request)

    def _flush(self, request: Open) -> None:
        request.timers.pop("infos", None)
        for info in request.infos.ready(self._loop.time() + 0.001):
            self._info(request, info)
        self._flush_later(request)

    def _info(self, request: Open, info: Info) -> None:
        request.seq += 1
        if hasattr(info.fields, "seq"):
            info = Info(info.id, msgspec.structs.replace(info.fields, seq=request.seq))
        topic, correlation = request.entry.key
        body = encode_body(info, request.encoding)
        self._stream(
            Message(
                topic,
                body,
                0,
                expiry=whole_seconds(request.entry.expires - self._loop.time()),
                content_type=CONTENT_TYPES[request.encoding],
                correlation=correlation,
            )
        )

    def _final(self, request: Open, message: Ok | Error) -> None:
        topic, correlation = request.entry.key
        now = self._loop.time()
        expires = min(request.entry.expires, now + KEPT)
        left = whole_seconds(expires - now)
        answer = _answer(topic, correlation, message, request.encoding, left)
        if answer.size() > self._max_size():
            fault = RequestError(ErrorCode.TOO_LARGE, "longer than this bus carries: ask for less")
            answer = _answer(topic, correlation, Error.of(message.id, fault), request.encoding, left)
        self._repeats.close(request.entry, answer, now)
        self._send(answer, expires)

    def refuse(
        self, topic: str, correlation: bytes | None, fault: RequestError, encoding: Encoding, expires: float
    ) -> Message:
        """Answer a request that never reached the engine; return the answer."""
        now = self._loop.time()
        expires = min(expires, now + KEPT)
        answer = _answer(topic, correlation, Error.of(None, fault), encoding, whole_seconds(expires - now))
        self._send(answer, expires)
        return answer

    def repeat(self, entry: Entry) -> None:
        """Answer a repeat as its original was answered; one still under way will be answered once."""
        if entry.answer is not None:
            left = whole_seconds(entry.until - self._loop.time())
            self._send(replace(entry.answer, expiry=left), entry.until)


def _answer(
    topic: str, correlation: bytes | None, message: Ok | Error, encoding: Encoding, expiry: int
) -> Message:
    body = encode_body(message, encoding)
    return Message(
        topic, body, 1, expiry=expiry, content_type=CONTENT_TYPES[encoding], correlation=correlation
    )


def whole_seconds(left: float) -> int:
    """Return a Message Expiry Interval for what is left: a second at least."""
    return max(1, math.ceil(left))
