"""A link to all engines of a bus at once: each request goes to one that can serve it now.

When that engine goes away, falls silent or is `busy`, the same request goes to another, as long as the
caller's deadline allows. Sessions live at one engine at a time and move with what is known of them:
the game, its moves and settings, as the last answers confirmed them.
"""

import asyncio
from collections.abc import Sequence

from protocol.arguments import GoArgs
from protocol.client.bus_link import ENDLESS
from protocol.client.bus_mailbox import Mailbox
from protocol.client.inbox import Inbox
from protocol.client.pool_dispatch import Dispatcher
from protocol.errors import EngineGone, GoneKind
from protocol.messages import Request

TICK = 0.1  # s
SILENCE = 2.0  # s


class PoolLink(Inbox):
    """A `Link` to whichever engines are on the bus.

    - `engines`: names to use; None: all that show themselves.
    - `silence`: see `Dispatcher`.
    """

    def __init__(
        self, mailbox: Mailbox, engines: Sequence[str] | None = None, *, silence: float = SILENCE
    ) -> None:
        super().__init__(mailbox)
        self._loop = asyncio.get_running_loop()
        self._dispatcher = Dispatcher(mailbox, engines, self._put, silence=silence)
        self._ticker = self._loop.call_later(TICK, self._tick)

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

    def _tick(self) -> None:
        self._dispatcher.tick(up=self._mailbox.up)
        self._ticker = self._loop.call_later(TICK, self._tick)

    async def close(self) -> None:
        """Leave the bus; engines drop what is ours. Idempotent."""
        self._ticker.cancel()
        self._dispatcher.close()
        await self._mailbox.close()
        self._lose("this client was closed", GoneKind.CLOSED)
