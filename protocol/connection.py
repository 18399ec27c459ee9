"""The two ends of a UGP connection, without I/O: bytes in, messages out; messages in, bytes out."""

from enum import StrEnum

from protocol.limits import ANSWER_LIMITS, Limits
from protocol.messages import End, Error, Fatal, Info, Ok, Reply, Request, Violation


class Encoding(StrEnum):
    """How messages are written."""

    TEXT = "text"
    MSGPACK = "msgpack"


class ServerConnection:
    """The engine's end."""

    encoding: Encoding | None

    def __init__(self, limits: Limits = Limits(), encoding: Encoding | None = None) -> None:  # noqa: B008
        raise NotImplementedError

    @property
    def open_ids(self) -> frozenset[str]:
        """The ids of the requests that have no final answer yet."""
        raise NotImplementedError

    def receive_data(self, data: bytes) -> None:
        """Take bytes from the peer; b"" is the end of its input."""
        raise NotImplementedError

    def next_event(self) -> Request | Error | Fatal | End | None:
        """Return the next event, or None when more data is needed. Send an `Error` as it is."""
        raise NotImplementedError

    def send(self, message: Reply) -> bytes:
        """Return the bytes of an answer; a final one closes its id. Raises OutOfOrder."""
        raise NotImplementedError


class ClientConnection:
    """The other end."""

    def __init__(self, encoding: Encoding = Encoding.TEXT, limits: Limits = ANSWER_LIMITS) -> None:
        raise NotImplementedError

    def send(self, request: Request) -> bytes:
        """Return the bytes of a request; its id must not be open. Raises OutOfOrder."""
        raise NotImplementedError

    def receive_data(self, data: bytes) -> None:
        """Take bytes from the engine; b"" is the end of its output."""
        raise NotImplementedError

    def next_event(self) -> Info | Ok | Error | Violation | End | None:
        """Return the next event, or None when more data is needed."""
        raise NotImplementedError


def request(verb: str, id: str | None = None, **arguments: object) -> Request:  # noqa: A002
    """Build and check a request from plain values; `id` left out: the verb. Raises RequestError."""
    raise NotImplementedError
