"""Requests from the bus: what may pass, on whose behalf, how often, and what was asked before. No I/O."""

import hashlib
import math
from collections.abc import Callable
from dataclasses import replace

from msgspec import Struct

from bots.tables.rules import Rules
from protocol.body import CONTENT_TYPES, decode_request_body, encode_body, encoding_of
from protocol.bus import Message, topics
from protocol.bus.identity import MAX_CORRELATION
from protocol.bus.repeats import Entry, Repeats, check_expiry
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, RequestError
from protocol.limits import Limits
from protocol.messages import Error, Ok, Request
from protocol.tables.topics import address
from protocol.tables.verbs import CHANGING, PLANS

MOST_USERS = 20_000  # users whose rate is remembered
REFUSAL_EXPIRY = 60.0  # s: of the answer to a request that named none


class Letter(Struct, frozen=True):
    """A request that is to be served: `key` tells it from all others, also across a restart of ours."""

    user: str
    key: str
    request: Request
    entry: Entry
    encoding: Encoding


def key_of(topic: str, correlation: bytes) -> str:
    """Return a short name for a request, the same whenever it comes: 16 of a-z and 2-7 (80 bits)."""
    digest = hashlib.blake2b(topic.encode() + b"\0" + correlation, digest_size=10).digest()
    number = int.from_bytes(digest)
    return "".join("abcdefghijklmnopqrstuvwxyz234567"[number >> 5 * place & 31] for place in range(16))


class Intake:
    """The door of a tables service. `send` carries answers away."""

    def __init__(
        self, service: str, rules: Rules, *, send: Callable[[Message], None], clock: Callable[[], float]
    ) -> None:
        self._address = address(service)
        self._rules = rules
        self._send = send
        self._clock = clock
        self._repeats = Repeats()
        self._tokens: dict[str, tuple[float, float]] = {}
        self._limits = Limits()

    def take(self, message: Message) -> Letter | None:
        """Read a message; what is refused, or was asked before, is answered here and now."""
        user = topics.asking_user(self._address, message.topic)
        topic = message.response_topic
        if user is None or message.retain or message.expiry == 0 or topic is None:
            return None
        if topics.answer_client(self._address, user, topic) is None:
            return None  # another's: an answer would be forged
        correlation = message.correlation or b""
        now = self._clock()
        if (entry := self._repeats.seen((topic, correlation), now)) is not None:
            if entry.answer is not None:
                self._send(replace(entry.answer, expiry=_seconds(entry.until - now)))
            return None
        encoding = Encoding.TEXT
        try:
            encoding = encoding_of(message.payload, message.content_type)
            request = self._read(message, user, correlation, now)
            entry = self._remember(user, request, message, key=(topic, correlation), now=now)
        except RequestError as fault:
            expires = message.expiry or REFUSAL_EXPIRY
            self._send(_answer(topic, correlation, Error.of(None, fault), encoding, expires))
            return None
        return Letter(user, key_of(topic, correlation), request, entry, encoding)

    def _remember(
        self, user: str, request: Request, message: Message, *, key: tuple[str, bytes], now: float
    ) -> Entry:
        """Expect repeats of a request. Raises RequestError."""
        expires = now + (message.expiry or 0)
        changes = request.verb in CHANGING
        check_expiry(message.expiry or 0, changes=changes)
        entry = self._repeats.open(key, user, expires=expires, now=now, changes=changes)
        if entry is None:
            raise RequestError(ErrorCode.BUSY, f"as many answers are kept for {user} as may be")
        return entry

    def _read(self, message: Message, user: str, correlation: bytes, now: float) -> Request:
        if not 1 <= len(correlation) <= MAX_CORRELATION:
            text = f"Correlation Data must be 1 to {MAX_CORRELATION} bytes"
            raise RequestError(ErrorCode.BAD_REQUEST, text, "id")
        if message.expiry is None:
            text = "a request needs a Message Expiry Interval"
            raise RequestError(ErrorCode.BAD_REQUEST, text, "expiry")
        if len(message.payload) > self._limits.line:
            raise RequestError(ErrorCode.TOO_LARGE, f"a request is at most {self._limits.line} bytes")
        if not self._pay(user, now):
            raise RequestError(ErrorCode.BUSY, f"more than {self._rules.rate} requests a second: slow down")
        return decode_request_body(message.payload, message.content_type, "request", PLANS)

    def _pay(self, user: str, now: float) -> bool:
        """Take one of the user's tokens, which grow back with time."""
        tokens, at = self._tokens.get(user, (float(self._rules.burst), now))
        tokens = min(self._rules.burst, tokens + (now - at) * self._rules.rate)
        if len(self._tokens) >= MOST_USERS:
            self._tokens.clear()
        self._tokens[user] = (max(0.0, tokens - 1), now)
        return tokens >= 1

    def answer(self, letter: Letter, message: Ok | Error) -> None:
        """Answer a request, and keep the answer for repeats of it."""
        topic, correlation = letter.entry.key
        now = self._clock()
        answer = _answer(topic, correlation, message, letter.encoding, letter.entry.expires - now)
        self._repeats.close(letter.entry, answer, now)
        self._send(answer)


def _answer(
    topic: str, correlation: bytes, message: Ok | Error, encoding: Encoding, expiry: float
) -> Message:
    body = encode_body(message, encoding, PLANS)
    return Message(
        topic,
        body,
        1,
        expiry=_seconds(expiry),
        content_type=CONTENT_TYPES[encoding],
        correlation=correlation or None,
    )


def _seconds(left: float) -> int:
    return max(1, math.ceil(left))
