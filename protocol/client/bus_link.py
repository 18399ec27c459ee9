"""The link of a client to one engine on a bus; see `bus_connect` for how to come by one."""

import asyncio
import secrets

import msgspec

from protocol.arguments import GoArgs
from protocol.bus import topics
from protocol.bus.presence import EngineStatus
from protocol.client.bus_mailbox import Letter, Mailbox, Received
from protocol.client.inbox import Inbox
from protocol.errors import EngineGone, GoneKind
from protocol.messages import Info, Request

ENDLESS = 86_400.0  # s: expiry of a search that only `stop` ends; presence looks after it
RETURN = 3.0  # s that an engine may be off the bus before it counts as gone
RETURN_AFTER_OUTAGE = 8.0  # s likewise after we were off it ourselves: it may take longer to come back


class BusLink(Inbox):
    """A `Link` to one engine. It ends when the engine is gone from the bus, or comes back as another."""

    def __init__(self, mailbox: Mailbox, engine: str, *, absence: float = RETURN) -> None:
        super().__init__(mailbox)
        self._engine = topics.engine_name(engine)
        self._absence = absence
        self._loop = asyncio.get_running_loop()
        self._nonce = secrets.token_hex(3)
        self._letters: dict[str, Letter] = {}
        self._epoch: int | None = None
        self._away = False
        self._timer: asyncio.TimerHandle | None = None
        mailbox.watch(self._seen)
        mailbox.watch_line(self._line)
        if (status := mailbox.statuses.get(engine)) is not None:
            self._seen(engine, status)

    async def present(self, deadline: float) -> None:
        """Wait until the engine shows itself. Raises EngineGone (kind `start`)."""
        until = self._loop.time() + deadline
        while self._epoch is None and self._lost is None:
            if self._loop.time() > until:
                message = f"no engine {self._engine!r} on the bus within {deadline:g} s"
                raise EngineGone(message, kind=GoneKind.START)
            await asyncio.sleep(0.01)

    def _seen(self, engine: str, status: EngineStatus) -> None:
        if engine != self._engine:
            return
        if status.state == "offline":
            if not self._away and self._epoch is not None:
                self._away = True
                self._wait(self._absence)
        elif self._epoch is not None and status.epoch != self._epoch:
            self._lose("the engine was started anew: its sessions are gone")
        else:
            self._epoch = status.epoch
            self._away = False
            self._wait(None)

    def _line(self, up: bool) -> None:
        """Do not count the time that we are off the bus ourselves."""
        if self._away:
            self._wait(max(self._absence, RETURN_AFTER_OUTAGE) if up else None)

    def _wait(self, seconds: float | None) -> None:
        """Give the engine so long to come back; None: as long as it takes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = self._loop.call_later(seconds, self._lose, "the engine is off the bus")

    async def send(self, request: Request, deadline: float) -> None:
        """Send; see Link. While the bus is down the request waits for it until its deadline."""
        if self._lost is not None:
            raise self._lost
        args = request.args
        seconds = ENDLESS if isinstance(args, GoArgs) and (args.infinite or args.ponder) else deadline
        sent = wired(request, f"{self._nonce}.")
        letter = self._mailbox.post(
            self._engine, f"{self._nonce}.{request.id}", sent, self._loop.time() + seconds, self._take
        )
        self._letters[request.id] = letter

    def _take(self, reply: Received) -> None:
        if not isinstance(reply, Info) and reply.id is not None:
            self._letters.pop(reply.id, None)
        self._put(reply)

    async def close(self) -> None:
        """Leave the bus. The engine lives on; what was asked of it ends. Idempotent."""
        self._wait(None)
        for letter in self._letters.values():
            self._mailbox.forget(letter)
        self._letters.clear()
        await self._mailbox.close()
        self._lose("this client was closed", GoneKind.CLOSED)


def wired(request: Request, prefix: str) -> Request:
    """Return `request` with the id that it names, if any, as the engine knows it."""
    named = getattr(request.args, "request", msgspec.UNSET)
    if not isinstance(named, str):
        return request
    args = msgspec.structs.replace(request.args, request=prefix + named)
    return msgspec.structs.replace(request, args=args)
