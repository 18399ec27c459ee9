"""What a client speaks through: messages to and from one engine, over whatever carries them."""

from collections.abc import Sequence
from typing import Protocol

from protocol.connection import ClientConnection
from protocol.errors import DeadlineExceeded, EngineGone, GoneKind
from protocol.messages import End, Error, Info, Ok, Request, Violation
from protocol.transports.base import Transport, TransportClosed, TransportStalled

# An engine that does not read its input for so long has stalled, whatever it was asked.
STALL_SECONDS = 10.0

Received = Info | Ok | Error | Violation


class Link(Protocol):
    """Messages to and from one engine. One task receives while any number send."""

    quits: bool
    """Whether the engine is this client's own, to be told `quit` when the client closes."""

    unread: set[str]
    """Requests whose infos nobody hears, as the client says: a link may leave them undecoded."""

    @property
    def pid(self) -> int | None:
        """Id of the engine's process, where this side started it."""

    @property
    def stderr_tail(self) -> str:
        """The end of what the engine wrote to its standard error, where that is seen."""

    def was_cut_off(self, since: float) -> bool:
        """Return whether the way to the engine, and not the engine, failed since that time of the loop."""

    async def send(self, request: Request, deadline: float) -> None:
        """Send `request`, which is to be answered within `deadline` seconds.

        Raises EngineGone, or DeadlineExceeded when the engine does not read.
        """

    async def receive(self) -> Sequence[Received]:
        """Return what came, at least one message. Raises EngineGone at the end, with all that is known."""

    async def close(self) -> None:
        """End the link, and the engine if it is this client's own, within a bounded time. Idempotent."""


class StreamLink:
    """A link over a byte transport, in text or msgpack."""

    def __init__(self, transport: Transport, connection: ClientConnection, *, quits: bool = True) -> None:
        self.quits = quits
        self.unread = connection.unread
        self._transport = transport
        self._connection = connection
        self._ended = False

    @property
    def pid(self) -> int | None:
        """Id of the engine's process, None where there is none of ours."""
        return self._transport.pid

    @property
    def stderr_tail(self) -> str:
        """The end of what the engine wrote to its standard error so far."""
        return self._transport.stderr_tail

    def was_cut_off(self, since: float) -> bool:
        """Return False: a pipe fails with its engine; see Link."""
        return False

    async def send(self, request: Request, deadline: float) -> None:
        """Encode and send; see Link."""
        data = self._connection.send(request)
        try:
            await self._transport.send(data, min(deadline, STALL_SECONDS))
        except TransportClosed as closed:
            raise EngineGone(f"{closed}: the request was not sent", kind=GoneKind.DISCONNECT) from closed
        except TransportStalled as stalled:
            raise DeadlineExceeded(str(stalled)) from stalled

    async def receive(self) -> Sequence[Received]:
        """Return all whole messages that came; see Link."""
        replies: list[Received] = []
        while not replies:
            if self._ended:
                raise await self._obituary()
            self._connection.receive_data(await self._transport.receive())
            while (event := self._connection.next_event()) is not None:
                if isinstance(event, End):
                    self._ended = True
                    break
                replies.append(event)
                if isinstance(event, Violation) and event.fatal:
                    self._ended = True
                    break
        return replies

    async def _obituary(self) -> EngineGone:
        fate = await self._transport.fate()
        if fate.exit_code is None:
            message, kind = "the engine closed its output", GoneKind.DISCONNECT
        elif fate.exit_code < 0:
            message, kind = f"the engine was ended by signal {-fate.exit_code}", GoneKind.CRASH
        elif fate.exit_code > 0:
            message, kind = f"the engine ended with exit code {fate.exit_code}", GoneKind.CRASH
        else:
            message, kind = "the engine ended", GoneKind.EXIT
        return EngineGone(message, kind=kind, exit_code=fate.exit_code, stderr_tail=fate.stderr_tail)

    async def close(self) -> None:
        """Close the transport; see Link."""
        await self._transport.close()
