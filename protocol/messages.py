"""The four messages of UGP/1 as values, and what a connection tells besides. Nothing here knows bytes."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from protocol.answers import Answer
from protocol.arguments import Arguments
from protocol.errors import ErrorCode, RequestError

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


class Request(Struct, frozen=True):
    """A request. `options` are the game options split off from the arguments, each value as text.

    Text and msgpack deliver the same: an integer 6 arrives as `"6"`, a boolean as `"true"` or `"false"`. What
    type an option has is for the engine to say.
    """

    id: str
    verb: str
    args: Arguments
    options: Mapping[str, str] = NO_OPTIONS


class Info(Struct, frozen=True):
    """News of a request that is still open."""

    id: str
    fields: Answer


class Unread(Info, frozen=True):
    """News that nobody asked to hear: `fields` is empty; `line` is what came, for a record of the talk."""

    line: bytes = b""


class Ok(Struct, frozen=True):
    """The final answer of a request that was served."""

    id: str
    fields: Answer


class Error(Struct, frozen=True):
    """The final answer of a request that was not served; without id, of a message whose id cannot be told."""

    id: str | None
    code: ErrorCode
    message: str
    field: str | None = None
    index: int | None = None
    retry: bool = False

    @classmethod
    def of(cls, request: str | None, fault: RequestError) -> "Error":
        """Turn a `RequestError` into the answer of the request with that id."""
        return cls(request, fault.code, fault.message, fault.field, fault.index, fault.retry)


class End(Struct, frozen=True):
    """The peer's input has ended; nothing more will come."""


class Fatal(Struct, frozen=True):
    """The peer's input can no longer be understood: send `error`, then close the connection."""

    error: Error


class Violation(Struct, frozen=True):
    """A client was sent what UGP/1 does not allow.

    `id` is the request it was about if that can be told, `data` the first 200 bytes of it; `fatal` means that
    nothing after it can be understood.
    """

    id: str | None
    message: str
    data: bytes = b""
    fatal: bool = False


Reply = Info | Ok | Error
"""What an engine sends."""
