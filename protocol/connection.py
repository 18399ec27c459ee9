"""The engine's end of a UGP connection, without I/O: bytes in, messages out; answers in, bytes out.

    connection.receive_data(data)                 # b"" at the end of input
    while (event := connection.next_event()) is not None: ...
    write(connection.send(answer))

The client's end is `protocol.client_connection.ClientConnection`; `protocol.requests.request` builds
requests. Both are imported here, so that this module has the whole connection.
"""

from protocol.client_connection import ClientConnection
from protocol.codec_msgpack import Undecodable
from protocol.codec_msgpack import decode_request as decode_map
from protocol.codec_msgpack import encode_reply as encode_map
from protocol.codec_text import decode_request as decode_line
from protocol.codec_text import encode_reply as encode_line
from protocol.codec_text import id_of
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, OutOfOrder
from protocol.framing import FramingLost, LineFramer, MapFramer, TooLong
from protocol.limits import Limits
from protocol.messages import End, Error, Fatal, Info, Reply, Request
from protocol.requests import request

__all__ = ["ClientConnection", "Encoding", "Limits", "ServerConnection", "request"]

_DEFAULT_LIMITS = Limits()
_NOT_UTF8 = "a line is UTF-8"


class ServerConnection:
    """What the engine knows of one peer's stream: its encoding, what is half read, and which ids are open."""

    def __init__(self, limits: Limits = _DEFAULT_LIMITS) -> None:
        self.limits = limits
        self.encoding: Encoding | None = None
        self._lines = LineFramer(limits.line)
        self._maps: MapFramer | None = None
        self._open: set[str] = set()
        self._fresh = True  # no line was read yet
        self._ended = False  # the peer's input has ended
        self._over = False  # `End` or `Fatal` was returned

    @property
    def open_ids(self) -> frozenset[str]:
        """The ids of the requests that have no final answer yet."""
        return frozenset(self._open)

    @property
    def held(self) -> int:
        """How many bytes of an incomplete message are kept."""
        return (self._maps or self._lines).held

    def receive_data(self, data: bytes) -> None:
        """Take bytes from the peer; b"" is the end of its input. Take all events before the next call."""
        if not data:
            self._ended = True
        if self._ended or self._over:
            return
        if self.encoding is None:
            self.encoding = Encoding.of_first_byte(data[0])
            if self.encoding is Encoding.MSGPACK:
                self._maps = MapFramer(self.limits.line)
        (self._maps or self._lines).feed(data)

    def next_event(self) -> Request | Error | Fatal | End | None:
        """Return the next event, or None when more data is needed.

        An `Error` is to be sent as it is. `Fatal` is the last word: send its error, then close. After it, and
        after the end of input, there is only `End`.
        """
        if self._over:
            return End()
        return self._next_line() if self._maps is None else self._next_map(self._maps)

    def send(self, message: Reply) -> bytes:
        """Return the bytes of an answer; a final one closes its id. Raises OutOfOrder if that is not open."""
        name = message.id
        if type(message) is Info:
            if name not in self._open:
                raise OutOfOrder(f"info for {name}, which is not open")
        elif name is not None:
            try:
                self._open.remove(name)
            except KeyError:
                if type(message) is not Error:
                    raise OutOfOrder(f"ok for {name}, which is not open") from None
        if self._maps is not None:
            return encode_map(message)
        return (encode_line(message) + "\n").encode()

    def _next_line(self) -> Request | Error | End | None:
        while True:
            line = self._lines.next()
            if line is None:
                if not self._ended:
                    return None
                line = self._lines.finish()
                if not line:
                    self._over = True
                    return End()
            event = self._too_long(line) if type(line) is TooLong else self._line(line)  # type: ignore[arg-type]
            if event is not None:
                return event

    def _line(self, line: bytes) -> Request | Error | None:
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = line.decode(errors="replace")
            return self._admit(Error(id_of(text), ErrorCode.BAD_REQUEST, _NOT_UTF8))
        if self._fresh:  # some shells put a byte order mark before what they pipe
            self._fresh = False
            text = text.removeprefix("\ufeff")
        event = decode_line(text.removesuffix("\r"))
        return None if event is None else self._admit(event)

    def _too_long(self, line: TooLong) -> Error:
        name = id_of(line.start.decode(errors="replace"))
        message = f"a line is at most {self.limits.line} bytes long"
        return self._admit_error(Error(name, ErrorCode.TOO_LARGE, message))

    def _next_map(self, maps: MapFramer) -> Request | Error | Fatal | End | None:
        try:
            raw = maps.next()
            if raw is not None:
                return self._admit(decode_map(raw))
        except FramingLost as fault:
            return self._fatal(ErrorCode.TOO_LARGE if fault.too_large else ErrorCode.BAD_REQUEST, str(fault))
        except Undecodable as fault:
            return self._fatal(ErrorCode.BAD_REQUEST, f"not msgpack: {fault}")
        if not self._ended:
            return None
        if maps.held:
            return self._fatal(ErrorCode.BAD_REQUEST, "the input ended inside a message")
        self._over = True
        return End()

    def _fatal(self, code: ErrorCode, message: str) -> Fatal:
        self._over = True
        return Fatal(Error(None, code, message))

    def _admit(self, event: Request | Error) -> Request | Error:
        """Open the id of a request; refuse one that is open already."""
        if type(event) is Error:
            return self._admit_error(event)
        name = event.id
        assert name is not None
        if name in self._open:
            return self._still_open(name)
        if len(self._open) >= self.limits.requests:
            message = f"{self.limits.requests} requests are open: wait for an answer"
            return Error(name, ErrorCode.BUSY, message, retry=True)
        self._open.add(name)
        return event

    def _admit_error(self, error: Error) -> Error:
        """Keep an error from looking like the final answer of another request that has the same id."""
        return self._still_open(error.id) if error.id is not None and error.id in self._open else error

    @staticmethod
    def _still_open(name: str) -> Error:
        return Error(None, ErrorCode.BAD_REQUEST, f"id {name} is still open", "id")
