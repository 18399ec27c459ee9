"""The errors of UGP/1: the codes a peer sees, and the exceptions that say whose fault it was.

`RequestError` is the request's fault (or the moment's): it becomes an `error` answer. The others are
a client's: the engine refused (`EngineRefused`), is gone (`EngineGone`), was too slow (`DeadlineExceeded`) or
spoke nonsense (`ProtocolViolation`). `OutOfOrder` is our own side's mistake. Nothing else is raised on
purpose.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self


class ErrorCode(StrEnum):
    """What went wrong, for a program to act on; `MEANINGS` says it for people."""

    BAD_REQUEST = "bad-request"
    UNKNOWN_VERB = "unknown-verb"
    UNKNOWN_ARGUMENT = "unknown-argument"
    BAD_ARGUMENT = "bad-argument"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_SESSION = "unknown-session"
    BAD_POSITION = "bad-position"
    ILLEGAL_MOVE = "illegal-move"
    GAME_OVER = "game-over"
    BUSY = "busy"
    TOO_LARGE = "too-large"
    UNSUPPORTED_VERSION = "unsupported-version"
    CANCELLED = "cancelled"
    FORBIDDEN = "forbidden"
    SHUTTING_DOWN = "shutting-down"
    INTERNAL = "internal"


MEANINGS: dict[ErrorCode, str] = {
    ErrorCode.BAD_REQUEST: "the message cannot be read, or its id is malformed or still open (`field=id`)",
    ErrorCode.UNKNOWN_VERB: "no such verb (`field=do`)",
    ErrorCode.UNKNOWN_ARGUMENT: "the verb, or the game, has no argument of the name in `field`",
    ErrorCode.BAD_ARGUMENT: "the value of `field` is of the wrong type, out of range, given twice, "
    "missing, or does not go with the others",
    ErrorCode.UNKNOWN_GAME: "the engine does not play the game (`field=game`)",
    ErrorCode.UNKNOWN_SESSION: "there is no session of that name (`field=session`)",
    ErrorCode.BAD_POSITION: "the position string is not a position of the game (`field=position`)",
    ErrorCode.ILLEGAL_MOVE: "the move at `index` of the list in `field` is not legal; nothing was played",
    ErrorCode.GAME_OVER: "the game is finished: there is nothing to play or to search",
    ErrorCode.BUSY: "not now: a bound is met, or a search stands in the way; the same request may do later",
    ErrorCode.TOO_LARGE: "the message is longer than the engine reads, the game longer than it keeps "
    "(`field=moves`; `limits` of `hello`), or the answer longer than a bus carries",
    ErrorCode.UNSUPPORTED_VERSION: "the engine does not speak that version of the protocol (`field=ugp`)",
    ErrorCode.CANCELLED: "the request was ended by `cancel`, or because its client went away",
    ErrorCode.FORBIDDEN: "not over this transport, or not for this user",
    ErrorCode.SHUTTING_DOWN: "the engine is ending and takes no more work",
    ErrorCode.INTERNAL: "the engine is at fault; its log says more",
}

RETRYABLE = frozenset({ErrorCode.BUSY})
"""The codes whose `retry` is true unless said otherwise: the same request may succeed later."""


class UgpError(Exception):
    """The root of everything this package raises on purpose."""


class RequestError(UgpError):
    """A request cannot be served. `field` names the argument, `index` the item of a list (from 0)."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        field: str | None = None,
        index: int | None = None,
        retry: bool | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.index = index
        self.retry = code in RETRYABLE if retry is None else retry


class EngineRefused(RequestError):
    """The engine answered a request with an error. `request` is that request as a line of text."""

    request: str | None = None


class EngineFault(UgpError):
    """The engine did not do its part. What is known of it is kept for a report.

    request     -- the request that suffered, as a line of text
    exit_code   -- of the engine's process, negative for a signal; None: it lives, or is not ours
    last_lines  -- its last protocol lines both ways, oldest first, after `>` (sent) or `<` (received)
    stderr_tail -- the end of what it wrote to its standard error
    """

    def __init__(
        self,
        message: str,
        *,
        request: str | None = None,
        exit_code: int | None = None,
        last_lines: Sequence[str] = (),
        stderr_tail: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.request = request
        self.exit_code = exit_code
        self.last_lines = tuple(last_lines)
        self.stderr_tail = stderr_tail

    def concerning(self, request: str, last_lines: Sequence[str], stderr_tail: str) -> Self:
        """Return this fault as it concerns one request, with a note of all that is known.

        Built by hand: `copy.copy` gives copies that share their notes, and where another package has
        registered a way to pickle exceptions, all their attributes.
        """
        told = type(self).__new__(type(self), *self.args)
        told.__dict__.update({name: value for name, value in vars(self).items() if name != "__notes__"})
        told.__cause__ = self.__cause__
        told.request, told.last_lines, told.stderr_tail = request, tuple(last_lines), stderr_tail
        told.add_note(told.report())
        return told

    def report(self) -> str:
        """Return all that is known, over several lines, for a person."""
        lines = [f"request: {self.request}"] if self.request else []
        if self.exit_code is not None:
            lines.append(f"exit code: {self.exit_code}")
        if self.last_lines:
            lines += ["last protocol lines:", *(f"  {line}" for line in self.last_lines)]
        if self.stderr_tail:
            lines += ["end of its stderr:", *(f"  {line}" for line in self.stderr_tail.splitlines())]
        return "\n".join(lines)


class GoneKind(StrEnum):
    """How an engine went away."""

    START = "start"  # it could not be started
    EXIT = "exit"  # it ended with exit code 0, unasked
    CRASH = "crash"  # it ended with another exit code or by a signal
    DISCONNECT = "disconnect"  # it closed its output or its input and lives on, or the bus lost it
    RESOURCES = "resources"  # it could not be started: this machine had no files, processes or memory left
    UNREACHABLE = "unreachable"  # the way to it failed, not the engine: no broker, or none that would have us
    CLOSED = "closed"  # this side closed the client


class EngineGone(EngineFault):
    """The engine ended or closed the connection; `kind` says which."""

    def __init__(
        self,
        message: str,
        *,
        kind: GoneKind = GoneKind.DISCONNECT,
        request: str | None = None,
        exit_code: int | None = None,
        last_lines: Sequence[str] = (),
        stderr_tail: str = "",
    ) -> None:
        super().__init__(
            message, request=request, exit_code=exit_code, last_lines=last_lines, stderr_tail=stderr_tail
        )
        self.kind = kind


class DeadlineExceeded(EngineFault):
    """No answer came before the caller's deadline."""


class ProtocolViolation(EngineFault):
    """The peer sent what UGP/1 does not allow."""


class OutOfOrder(UgpError):
    """Our own side tried to send what may not be sent now: a bug of the caller."""
