"""What links over a bus have received: replies to be fetched, until the way they came is lost."""

import asyncio
from collections import deque
from collections.abc import Sequence

from protocol.client.bus_mailbox import Mailbox, Received
from protocol.errors import EngineGone, GoneKind


class Inbox:
    """The receiving half of a `Link` over a mailbox. What it holds is bounded by the requests open."""

    quits = False
    pid: int | None = None
    stderr_tail = ""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._received: deque[Received] = deque()
        self.unread: set[str] = set()
        self._ready = asyncio.Event()
        self._lost: EngineGone | None = None
        mailbox.gone.add_done_callback(
            lambda gone: self._lose(f"the bus is gone: {gone.result()}", GoneKind.UNREACHABLE)
        )

    def _put(self, reply: Received) -> None:
        self._received.append(reply)
        self._ready.set()

    def _lose(self, why: str, kind: GoneKind = GoneKind.DISCONNECT) -> None:
        """End it: what was received can still be fetched, then EngineGone is raised."""
        if self._lost is None:
            self._lost = EngineGone(why, kind=kind)
            self._ready.set()

    def was_cut_off(self, since: float) -> bool:
        """Return whether the bus was down since then; see Link."""
        return self._mailbox.was_down(since)

    async def receive(self) -> Sequence[Received]:
        """Return what came; see Link."""
        while not self._received:
            if self._lost is not None:
                raise self._lost
            self._ready.clear()
            await self._ready.wait()
        replies = list(self._received)
        self._received.clear()
        return replies
