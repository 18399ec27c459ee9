"""A link to all engines of a bus at once: each request goes to one that can serve it now.

When that engine goes away, falls silent or is `busy`, the same request goes to another, as long as the
caller's deadline allows. Sessions live at one engine at a time and move with what is known of them:
the game, its moves and settings, as the last answers confirmed them.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from protocol.arguments import GoArgs
from protocol.client.bus_link import ENDLESS
from protocol.client.bus_mailbox import Mailbox, Received
from protocol.client.pool_dispatch import Dispatcher
from protocol.errors import EngineGone, GoneKind
from protocol.messages import Request

TICK = 0.1  # s
SILENCE = 2.0  # s


class PoolLink:
    """A `Link` to whichever engines are on the bus.

    - `engines`: names to use; None: all that show themselves.
    - `silence`: see `Dispatcher`.
    """

    quits = False
    pid: int | None = None
    stderr_tail = ""

    def __init__(
        self, mailbox: Mailbox, engines: Sequence[str] | None = None, *, silence: float = SILENCE
    ) -> None:
        self._mailbox = mailbox
        self._loop = asyncio.get_running_loop()
        self._received: deque[Received] = deque()
        self.unread: set[str] = set()
        self._ready = asyncio.Event()
        self._lost: EngineGone | None = None
        self._dispatcher = Dispatcher(mailbox, engines, self._take, silence=silence)
        self._ticker = self._loop.call_later(TICK, self._tick)
        mailbox.gone.add_done_callback(
            lambda gone: self._lose(f"the bus is gone: {gone.result()}", GoneKind.UNREACHABLE)
        )

    async def present(self, deadline: float) -> None:
        """Wait until some engine shows itself. Raises EngineGone (kind `start`)."""
        until = self._loop.time() + deadline
        while not self._dispatcher.any_ready():
            if self._lost is not None:
                raise self._lost
            if self._loop.time() > until:
                raise EngineGone(f"no engine on the bus within {deadline:g} s", kind=GoneKind.START)
            await asyncio.sleep(0.01)

    async def send(self, request: Request, deadline: float) -> None:
        """Take a request; see Link."""
        if self._lost is not None:
            raise self._lost
        args = request.args
        endless = isinstance(args, GoArgs) and (args.infinite or args.ponder)
        self._dispatcher.take(request, ENDLESS if endless else deadline)

    def _take(self, reply: Received) -> None:
        self._received.append(reply)
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

    def _tick(self) -> None:
        self._dispatcher.tick(up=self._mailbox.up)
        self._ticker = self._loop.call_later(TICK, self._tick)

    def _lose(self, why: str, kind: GoneKind = GoneKind.DISCONNECT) -> None:
        if self._lost is None:
            self._lost = EngineGone(why, kind=kind)
            self._ready.set()

    async def close(self) -> None:
        """Leave the bus; engines drop what is ours. Idempotent."""
        self._ticker.cancel()
        self._dispatcher.close()
        await self._mailbox.close()
        self._lose("this client was closed", GoneKind.CLOSED)
