"""From what went wrong to whose fault it was: one table for every exception that a player can raise."""

import msgspec

from bots.tournament.outcome import Ending
from protocol.errors import (
    DeadlineExceeded,
    EngineGone,
    EngineRefused,
    ErrorCode,
    GoneKind,
    ProtocolViolation,
    UgpError,
)


class Fault(msgspec.Struct, frozen=True):
    """A player's fault: the ending it brings, which kind exactly, one line for a person."""

    ending: Ending
    reason: str
    detail: str


_GONE = {
    GoneKind.START: (Ending.CRASH, "no-start"),
    GoneKind.EXIT: (Ending.CRASH, "exit"),
    GoneKind.CRASH: (Ending.CRASH, "crash"),
    GoneKind.DISCONNECT: (Ending.DISCONNECT, "disconnect"),
}
_REFUSED = {
    ErrorCode.BUSY: (Ending.STALL, "busy"),
    ErrorCode.SHUTTING_DOWN: (Ending.DISCONNECT, "shutting-down"),
}
"""Refusals that say that there will be no move. Any other is an answer that is none."""


def blame(error: UgpError) -> Fault | None:
    """Return the player's fault behind an error, or None when it is the runner's own."""
    if isinstance(error, EngineGone):
        if error.kind not in _GONE:
            return None  # this side closed the client, could not start the engine, or could not reach it
        ending, reason = _GONE[error.kind]
        return Fault(ending, reason, error.message)
    if isinstance(error, DeadlineExceeded):
        return Fault(Ending.STALL, "no-answer", error.message)
    if isinstance(error, ProtocolViolation):
        return Fault(Ending.ILLEGAL, "protocol-violation", error.message)
    if isinstance(error, EngineRefused):
        ending, reason = _REFUSED.get(error.code, (Ending.ILLEGAL, "refused"))
        return Fault(ending, reason, f"{error.code}: {error.message}")
    return None
