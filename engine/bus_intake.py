"""Requests from the bus: what may pass, on whose behalf, and what was asked before.

Nothing here talks to a broker: messages come in by `Intake.take`, answers go out by `Replies`.
"""

import asyncio
from collections import Counter

import msgspec

from engine.bus_peers import Peers
from engine.bus_replies import Open, Replies
from engine.server import Engine
from engine.sessions import Peer
from protocol.arguments import GoArgs
from protocol.body import decode_request_body, encoding_of
from protocol.bus import topics
from protocol.bus.credit import Credit
from protocol.bus.identity import MAX_CORRELATION, request_id
from protocol.bus.message import Message
from protocol.bus.presence import Roster
from protocol.bus.repeats import Repeats, check_expiry
from protocol.bus.topics import Caller
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Request
from protocol.order import CHANGING

REFUSAL_EXPIRY = 60.0  # s: of an answer to a request that named none


class Intake:
    """The door of an engine on the bus.

    - `name`: of the engine, a level of its topics.
    - `draining`: new requests are refused as `shutting-down`.
    - `counts`: what was served and what was dropped without an answer, by reason.
    """

    def __init__(
        self,
        name: str,
        engine: Engine,
        *,
        replies: Replies,
        repeats: Repeats,
        credit: Credit,
        roster: Roster,
        peers: Peers,
    ) -> None:
        self.name = name
        self.draining = False
        self.counts: Counter[str] = Counter()
        self._engine = engine
        self._replies = replies
        self._repeats = repeats
        self._credit = credit
        self._roster = roster
        self._peers = peers
        self._loop = asyncio.get_running_loop()

    def take(self, message: Message) -> str | None:
        """Serve one message of the request topics; return why it was dropped, or None if it was not."""
        dropped = self._take(message)
        if dropped is not None:
            self.counts[dropped] += 1
        return dropped

    def _take(self, message: Message) -> str | None:
        user = topics.asking_user(self.name, message.topic)
        if user is None:
            return "topic"
        if message.retain:
            return "retained"  # a request is made once, not to everybody who ever comes
        topic = message.response_topic
        client = topics.answer_client(self.name, user, topic)
        if client is None or topic is None:
            return "response-topic"  # nobody's, or another's: an answer would be forged
        if message.expiry == 0:
            return "expired"
        correlation = message.correlation or b""
        if not 1 <= len(correlation) <= MAX_CORRELATION:
            self._refuse(message, None, _bad(f"Correlation Data must be 1 to {MAX_CORRELATION} bytes", "id"))
        elif (entry := self._repeats.seen((topic, correlation), self._loop.time())) is not None:
            self.counts["repeats"] += 1
            self._replies.repeat(entry)
        elif message.expiry is None:
            self._refuse(message, correlation, _bad("a request needs a Message Expiry Interval", "expiry"))
        else:
            self._serve(message, Caller(user, client), correlation, self._loop.time() + message.expiry)
        return None

    def _serve(self, message: Message, caller: Caller, correlation: bytes, expires: float) -> None:
        """Serve a request seen for the first time; whatever happens, it is answered."""
        key = (message.response_topic or "", correlation)
        now = self._loop.time()
        try:
            request = self._read(message, caller, request_id(correlation))
            changes = request.verb in CHANGING
            check_expiry(message.expiry or 0, changes=changes)
            peer = self._admit(request, caller)
        except RequestError as fault:
            answer = self._refuse(message, correlation, fault, expires)
            entry = self._repeats.open(key, caller.user, expires=expires, now=now, changes=False)
            if entry is not None:
                self._repeats.close(entry, answer, now)
            return
        entry = self._repeats.open(key, caller.user, expires=expires, now=now, changes=changes)
        if entry is None:
            self._credit.give(caller.user)
            full = RequestError(ErrorCode.BUSY, f"as many answers are kept for {caller.user} as may be")
            self._refuse(message, correlation, full, expires)
            return
        self.counts["served"] += 1
        opened = Open(caller, request.id, entry, _encoding(message), peer)
        self._replies.begin(opened)
        self._engine.handle(peer, request)
        self._replies.watch(opened)

    def _read(self, message: Message, caller: Caller, identity: str) -> Request:
        """Decode a request, named so that clients of one user do not meet. Raises RequestError."""
        if len(message.payload) > self._engine.limits.line:
            raise RequestError(ErrorCode.TOO_LARGE, f"a request is at most {self._engine.limits.line} bytes")
        if self.draining:
            raise RequestError(ErrorCode.SHUTTING_DOWN, "the engine is draining")
        request = decode_request_body(message.payload, message.content_type, f"{caller.client}/{identity}")
        addressed = getattr(request.args, "request", msgspec.UNSET)
        if not isinstance(addressed, str):
            return request
        args = msgspec.structs.replace(request.args, request=self._replies.find(caller, addressed))
        return msgspec.structs.replace(request, args=args)

    def _admit(self, request: Request, caller: Caller) -> Peer:
        """Refuse what the bus does not carry; take credit for the rest. Raises RequestError."""
        args = request.args
        if isinstance(args, GoArgs) and (args.infinite or args.ponder) and caller not in self._roster:
            message = f"an endless search needs its client's presence on {topics.client(caller)}"
            field = "infinite" if args.infinite else "ponder"
            raise RequestError(ErrorCode.FORBIDDEN, message, field)
        peer = self._peers.admit(request, caller.user)
        if not self._credit.take(caller.user):
            raise RequestError(ErrorCode.BUSY, f"{caller.user} has as many requests open as may be")
        return peer

    def _refuse(
        self, message: Message, correlation: bytes | None, fault: RequestError, expires: float | None = None
    ) -> Message:
        until = self._loop.time() + REFUSAL_EXPIRY if expires is None else expires
        return self._replies.refuse(
            message.response_topic or "", correlation, fault, _encoding(message), until
        )

    def gone(self, caller: Caller) -> None:
        """End what a client that went away had under way; close what was its alone."""
        for each in self._replies.of(caller):
            self._replies.give_up(each, "its client went away")
        self._peers.close_private(caller)


def _encoding(message: Message) -> Encoding:
    """Tell the encoding to answer in: the request's; of a wrong content type, that of the first byte."""
    try:
        return encoding_of(message.payload, message.content_type)
    except RequestError:
        return encoding_of(message.payload, None)


def _bad(message: str, field: str) -> RequestError:
    return RequestError(ErrorCode.BAD_REQUEST, message, field)
