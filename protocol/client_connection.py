"""The client's end of a UGP connection, without I/O: requests in, bytes out; bytes in, answers out."""

from collections.abc import Callable

from protocol.answers import Empty
from protocol.codec_msgpack import Undecodable
from protocol.codec_msgpack import decode_reply as decode_map
from protocol.codec_msgpack import encode_request as encode_map
from protocol.codec_text import decode_reply as decode_line
from protocol.codec_text import encode_request as encode_line
from protocol.codec_text import id_of
from protocol.encoding import Encoding
from protocol.errors import OutOfOrder, ProtocolViolation
from protocol.framing import FramingLost, LineFramer, MapFramer, TooLong
from protocol.limits import ANSWER_LIMITS, Limits
from protocol.messages import End, Error, Info, Ok, Reply, Request, Unread, Violation
from protocol.verbs import VERBS, Verb

SHOWN = 200
"""How many bytes of a violation are kept."""

NOTHING = Empty()


def _told(line: bytes) -> str:
    """Return the id of the request that a line is an info of; "" for any other line."""
    words = line.split(b" ", 2)
    return words[0][1:].decode(errors="replace") if len(words) == 3 and words[1] == b"info" else ""


class ClientConnection:
    """What a client knows of its stream to one engine: what is half read, and which requests are open."""

    def __init__(self, encoding: Encoding = Encoding.TEXT, limits: Limits = ANSWER_LIMITS) -> None:
        self.encoding = encoding
        self._text = encoding is Encoding.TEXT
        self._lines = LineFramer(limits.line)
        self._maps = MapFramer(limits.line)
        self._open: dict[str, Verb] = {}
        self._verb_of: Callable[[str], Verb | None] = self._open.get
        self.unread: set[str] = set()
        """Requests whose infos nobody hears: in text they are not decoded, which costs more than all else."""
        self._ended = False
        self._over = False

    @property
    def open_ids(self) -> frozenset[str]:
        """The ids of the requests that have no final answer yet."""
        return frozenset(self._open)

    def send(self, request: Request) -> bytes:
        """Return the bytes of a request. Raises OutOfOrder if its id is open."""
        if request.id in self._open:
            raise OutOfOrder(f"id {request.id} is still open")
        data = (encode_line(request) + "\n").encode() if self._text else encode_map(request)
        self._open[request.id] = VERBS[request.verb]
        return data

    def receive_data(self, data: bytes) -> None:
        """Take bytes from the engine; b"" is the end of its output. Take all events before the next call."""
        if not data:
            self._ended = True
        elif not (self._ended or self._over):
            (self._lines if self._text else self._maps).feed(data)

    def next_event(self) -> Info | Ok | Error | Violation | End | None:
        """Return the next event, or None when more data is needed.

        After a fatal `Violation`, and after the end of output, there is only `End`.
        """
        if self._over:
            return End()
        return self._next_line() if self._text else self._next_map()

    def _next_line(self) -> Reply | Violation | End | None:
        while True:
            line = self._lines.next()
            if line is None:
                break
            if type(line) is TooLong:
                start = line.start[:SHOWN]
                return Violation(self._whose(start), "an answer is longer than this side reads", start)
            event = self._line(line)  # type: ignore[arg-type]
            if event is not None:
                return event
        if not self._ended:
            return None
        rest = self._lines.finish()
        if rest:  # what was cut off could read like something else: `nodes=82` of `nodes=8291`
            start = rest.start if isinstance(rest, TooLong) else rest
            return Violation(None, "the output ended inside a line", start[:SHOWN])
        self._over = True
        return End()

    def _line(self, line: bytes) -> Reply | Violation | None:
        if self.unread and (name := _told(line)) in self.unread:
            return Unread(name, NOTHING, line)
        try:
            reply = decode_line(line.decode().removesuffix("\r"), self._verb_of)
        except UnicodeDecodeError:
            return Violation(self._whose(line), "an answer is not UTF-8", line[:SHOWN])
        except ProtocolViolation as fault:
            return Violation(fault.request, fault.message, line[:SHOWN])
        return None if reply is None else self._close(reply)

    def _whose(self, line: bytes) -> str | None:
        """Return the id of the open request that a spoilt line belongs to, if it can be told."""
        name = id_of(line[:SHOWN].decode(errors="replace"))
        return name if name in self._open else None

    def _next_map(self) -> Reply | Violation | End | None:
        raw = b""
        try:
            found = self._maps.next()
            if found is not None:
                raw = found
                return self._close(decode_map(raw, self._verb_of))
        except ProtocolViolation as fault:
            return Violation(fault.request, fault.message, raw[:SHOWN])
        except (FramingLost, Undecodable) as fault:
            self._over = True
            return Violation(None, f"no message can be read any more: {fault}", raw[:SHOWN], fatal=True)
        if not self._ended:
            return None
        self._over = True
        return Violation(None, "the output ended inside a message", fatal=True) if self._maps.held else End()

    def _close(self, reply: Reply) -> Reply:
        if type(reply) is not Info and reply.id is not None:
            self._open.pop(reply.id, None)
        return reply
