"""The engine on a bus: requests of many users in, answers out, presence, and an orderly end."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from engine.bus_intake import Intake
from engine.bus_outbox import Outbox
from engine.bus_peers import Peers
from engine.bus_replies import Replies
from engine.bus_status import Status
from engine.server import Engine
from engine.stdio import Exit
from protocol.bus import Bus, BusClosed, BusError, Caller, Change, Message, Subscription, Up, topics
from protocol.bus.credit import PER_USER, TOTAL, Credit
from protocol.bus.presence import Roster, State, client_is_present
from protocol.bus.repeats import Repeats
from protocol.messages import Error, Info, Ok

CAPACITY = 16_384  # messages that wait to be served
BATCH = 64  # messages served before the loop may turn to searches that ended
DRAIN = 10.0  # s that work may still run after a request to end
LAST_WORDS = 5.0  # s for the broker to take the last answers
SWEEP = 10.0  # s after a reconnection in which clients must have shown themselves


class BusServer:
    """Serves an engine under a name until it is told to end or the bus gives up.

    - `bus`: not closed here unless by `run`.
    - `name`: a level of the engine's topics.
    - `epoch`: see `bus_status.new_epoch`; the Last Will of `bus` was made with the same.
    - `per_user`, `total`: requests open at once.
    - `drain`: s that searches may still run after `end`.
    """

    def __init__(
        self,
        engine: Engine,
        bus: Bus,
        name: str,
        *,
        epoch: int,
        per_user: int = PER_USER,
        total: int = TOTAL,
        drain: float = DRAIN,
        sweep: float = SWEEP,
    ) -> None:
        self._engine = engine
        self._bus = bus
        self._name = topics.engine_name(name)
        self._drain = drain
        self._sweep = sweep
        self._loop = asyncio.get_running_loop()
        self._roster = Roster()
        self._outbox = Outbox(bus, engine.log)
        self._status = Status(name, engine, epoch)
        repeats, credit = Repeats(), Credit(per_user=per_user, total=total)
        self._replies = Replies(
            engine,
            repeats,
            credit,
            send=self._outbox.send,
            stream=self._outbox.stream,
            max_size=lambda: bus.max_size,
        )
        peers = self._peers = Peers(engine, self._deliver)
        self.intake = Intake(
            name,
            engine,
            replies=self._replies,
            repeats=repeats,
            credit=credit,
            roster=self._roster,
            peers=peers,
        )
        self._ending: asyncio.Future[Exit] = self._loop.create_future()
        self._hurried = asyncio.Event()
        self._sweeper: asyncio.TimerHandle | None = None

    async def run(self) -> Exit:
        """Serve until `end`, or until the bus gives up; return why. The bus is closed then."""
        self._status.use(self._bus)
        subscription = await self._bus.subscribe(
            [
                topics.request(self._name, "+"),
                topics.client(topics.Caller("+", "+")),
                topics.status(self._name),
            ],
            capacity=CAPACITY,
        )
        await self._status.announce("ready")
        forget = self._bus.listen(self._changed)
        reader = self._loop.create_task(self._read(subscription))
        try:
            either: set[asyncio.Future[Any]] = {reader, self._ending}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._ending.done():
                await self._leave()
        finally:
            forget()
            self._status.end()
            reader.cancel()
            await asyncio.wait([reader])
            self._engine.shut_down(at_once=True)
            await self._bus.close()
        if not reader.cancelled() and (fault := reader.exception()) is not None:
            raise fault  # ours, not the bus's
        if not self._ending.done():
            return Exit.BROKEN
        status = self._ending.result()
        return Exit.OK if status is Exit.TERMINATED and not self._hurried.is_set() else status

    def end(self, status: Exit) -> None:
        """Drain and end; asked a second time, end at once."""
        if self._ending.done():
            self._hurried.set()
        else:
            self._ending.set_result(status)

    async def _read(self, subscription: Subscription) -> None:
        """Serve what comes. Returns when the bus gives up or another engine took the name."""
        with contextlib.suppress(BusClosed):
            while True:
                message: Message | None = await subscription.get()
                for left in reversed(range(BATCH)):
                    if message is None:
                        break
                    if not self._take(message):
                        return
                    message = subscription.take() if left else None
                self._status.touch()
                await asyncio.sleep(0)

    def _take(self, message: Message) -> bool:
        """Serve one message; return whether to go on."""
        if message.topic == self._status.topic:
            if self._status.is_successor(message.payload):
                self._engine.log.warning("another engine took the name", name=self._name)
                return False
        elif (caller := topics.present_caller(message.topic)) is not None:
            self._presence(caller, message.payload)
        else:
            self._serve(message)
        return True

    def _serve(self, message: Message) -> None:
        try:
            dropped = self.intake.take(message)
        except Exception as error:  # our own fault, and no reason to end what others have here
            self._engine.log.fault("fault", error, topic=message.topic)
            return
        if dropped is not None:
            self._engine.log.info("dropped a message", reason=dropped, topic=message.topic)

    def _presence(self, caller: Caller, payload: bytes) -> None:
        if client_is_present(payload):
            self._roster.came(caller)
        else:
            self._roster.went(caller)
            self.intake.gone(caller)

    def _deliver(self, user: str, message: Info | Ok | Error) -> None:
        self._replies.deliver(user, message)
        if not isinstance(message, Info):
            self._status.touch()

    def _changed(self, change: Change) -> None:
        log = self._engine.log
        if isinstance(change, Up):
            log.info("serving", transport="mqtt", name=self._name, resumed=change.resumed)
            self._outbox.resend()
            if change.times > 1:
                if self._sweeper is not None:
                    self._sweeper.cancel()
                self._sweeper = self._loop.call_later(self._sweep, self._swept)
        elif not change.final:
            self._roster.mark()  # now: who is back before us shows up before we hear that we are back
            log.warning("the bus is down; trying again", reason=change.reason)

    def _swept(self) -> None:
        """Give up the clients that did not come back."""
        for caller in self._roster.sweep():
            self.intake.gone(caller)

    async def _leave(self) -> None:
        """Take no more work, finish what there is, say so, and see the last answers off."""
        self.intake.draining = True
        await self._say("draining")
        self._peers.wind_down()
        if not await self._until(lambda: not len(self._replies), self._drain):
            self._peers.hurry()
            await self._until(lambda: not len(self._replies), 1.0)
        self._engine.shut_down(at_once=True)
        await self._until(lambda: not len(self._outbox), LAST_WORDS)
        await self._say("offline")

    async def _say(self, state: State) -> None:
        with contextlib.suppress(BusError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._status.announce(state)

    async def _until(self, condition: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds, at most so long, and not once told to hurry; return whether it does."""
        until = self._loop.time() + seconds
        while not condition() and self._loop.time() < until and not self._hurried.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # polled, for it happens once in the engine's life
        return condition()
