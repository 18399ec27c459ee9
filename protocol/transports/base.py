"""What a byte transport is: the smallest interface over which a client speaks with an engine."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of the peer, as far as this side can tell.

    exit_code   -- of its process: negative for a signal, None while it lives or where there is none
    stderr_tail -- the end of what it wrote to its standard error
    """

    exit_code: int | None = None
    stderr_tail: str = ""


class TransportClosed(Exception):
    """The peer takes no more bytes, or this side has closed the transport."""


class TransportStalled(Exception):
    """The peer did not read what was sent to it before the transport's deadline."""


class Transport(Protocol):
    """Bytes to and from one peer. One task may receive while others send."""

    @property
    def pid(self) -> int | None:
        """Id of the peer's process, where it is one that this side started."""

    @property
    def stderr_tail(self) -> str:
        """The end of what the peer wrote to its standard error, where that is seen."""

    async def send(self, data: bytes, deadline: float) -> None:
        """Send `data` whole, in the order of the calls.

        Raises TransportClosed when the peer is gone and TransportStalled when it does not read for `deadline`
        seconds.
        """

    async def receive(self) -> bytes:
        """Return the next bytes, at least one; b"" for ever at the end, however the peer ended."""

    async def fate(self) -> Fate:
        """Say what became of the peer after receive() gave b"", waiting a moment for its exit code."""

    async def close(self) -> None:
        """End the transport, and a process that was started with it, within a bounded time. Idempotent."""
