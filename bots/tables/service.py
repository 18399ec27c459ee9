"""The referee on the bus: requests in, one decision at a time, committed, then published."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from typing import Any

import structlog

from bots.tables.accounts import Accounts
from bots.tables.asked import Effects
from bots.tables.desk import Desk
from bots.tables.guests import Guests
from bots.tables.intake import Intake, Letter
from bots.tables.machine import deadline
from bots.tables.outbox import Outbox
from bots.tables.people import People
from bots.tables.publisher import Publisher, presence
from bots.tables.rules import Rules
from bots.tables.store import Store
from bots.tables.table import Now
from bots.tables.watch import Watch
from protocol.answers import Answer
from protocol.bus import Bus, BusClosed, BusError, Change, Message, Subscription, Up
from protocol.bus import topics as bus_topics
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Error, Ok
from protocol.tables.topics import address, service_name

CAPACITY = 16_384  # messages that wait to be served
BATCH = 64  # messages served before timers have their turn
BEAT = 1.0  # s between two readings of the watch in the file
SETTLE = 6.0  # s after a start or a reconnection in which players, who try every 5 s, show themselves
LOBBY = 0.2  # s between two states of the lobby
LAST_WORDS = 5.0  # s for the broker to take the last messages
REQUESTS = 32  # guests' accounts being made at once
AGAIN = 60.0  # s after which accounts that could not be ended are tried again


class Service:
    """One tables service; see `run`. Made inside the running loop.

    - `bus`: whose Last Will is `publisher.presence(name, epoch, "offline")`; closed at the end.
    - `store`: not closed here.
    - `door`: the login that may ask for a guest's account and for nothing else.
    """

    def __init__(
        self,
        bus: Bus,
        store: Store,
        name: str,
        *,
        epoch: int,
        version: str = "",
        rules: Rules | None = None,
        accounts: Accounts | None = None,
        door: str | None = None,
        settle: float = SETTLE,
        coin: Callable[[], bool] = lambda: bool(secrets.randbelow(2)),
    ) -> None:
        self._bus = bus
        self._store = store
        self._name = service_name(name)
        self._presence = presence(name, epoch, "ready", version, (rules or Rules()).tables)
        self._gone = presence(name, epoch, "offline", version)
        self._rules = rules or Rules()
        self._settle = settle
        self._loop = asyncio.get_running_loop()
        self.people = People()
        self.watch = Watch(store.reading())
        about = {"name": "trilogue tables", "version": version}
        self.desk = Desk(store, self.people, self._rules, coin=coin, about=about, door=door)
        self.outbox = Outbox(bus)
        self.publisher = Publisher(name, self.desk, self.outbox)
        self._intake = Intake(name, self._rules, send=self.outbox.send, clock=self._loop.time)
        self._guests = Guests(accounts, store, self._rules)
        self._making: set[asyncio.Task[None]] = set()
        self._due = asyncio.Event()
        self._next: int | None = None
        self._ending = asyncio.Event()
        self._settled: asyncio.TimerHandle | None = None
        self._log = structlog.get_logger("tables")

    def _now(self) -> Now:
        """Read the watch and the calendar at one moment: again if the process was put aside in between."""
        for _ in range(3):
            wall = time.time_ns()
            reading = self.watch.read()
            if time.time_ns() - wall < 1_000_000:
                break
        return Now(reading, wall // 1_000_000)

    def end(self) -> None:
        """Have `run` return: games stay as they are for the next referee."""
        self._ending.set()

    async def run(self) -> bool:
        """Serve until `end` (True), or until the bus gives up (False)."""
        for table in self._store.shown():
            self.desk.tables[table.id] = table
        for challenge in self._store.open_challenges():
            self.desk.challenges[challenge.id] = challenge
        where = [
            bus_topics.request(address(self._name), "+"),
            bus_topics.client(bus_topics.Caller("+", "+")),
        ]
        subscription = await self._bus.subscribe(where, capacity=CAPACITY)
        await self._bus.announce(self._presence)
        forget = self._bus.listen(self._changed)
        reader = self._loop.create_task(self._read(subscription))
        ticker = self._loop.create_task(self._tick())
        usher = self._loop.create_task(self._end_guests())
        ending: asyncio.Task[Any] = self._loop.create_task(self._ending.wait())
        tasks: set[asyncio.Task[Any]] = {reader, ticker, usher, ending}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            forget()
            tasks |= self._making
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.watch.stop()
            self._store.beat(self.watch.read())
            await self._leave()
        return self._ending.is_set()

    async def _leave(self) -> None:
        if self._settled is not None:
            self._settled.cancel()
        until = self._loop.time() + LAST_WORDS
        while len(self.outbox) and self._bus.up and self._loop.time() < until:  # noqa: ASYNC110 - once in its life
            await asyncio.sleep(0.01)
        with contextlib.suppress(BusError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._bus.announce(self._gone)
        await self._bus.close()

    def _changed(self, change: Change) -> None:
        if not isinstance(change, Up):
            self.watch.stop()
            self.people.doubt()  # now: who is back before us shows up before we hear that we are back
            self._log.warning("the bus is down; the clocks stand still", reason=change.reason)
            return
        self._log.info("serving", name=self._name, resumed=change.resumed, tables=len(self.desk.tables))
        if self._settled is not None:
            self._settled.cancel()
        self._settled = self._loop.call_later(self._settle, self._swept)
        self.watch.start()
        self.outbox.resend()
        self.publisher.everything(self._now())
        self._due.set()

    def _swept(self) -> None:
        """Give up who did not show up since we did."""
        users = set(self.people.sweep())
        for table in self.desk.tables.values():
            users.update(user for user in table.players.values() if user not in self.people)
        for user in sorted(users):
            self._take(self.desk.presence(user, self._now()))

    async def _read(self, subscription: Subscription) -> None:
        with contextlib.suppress(BusClosed):
            while True:
                message: Message | None = await subscription.get()
                for _ in range(BATCH):
                    if message is None:
                        break
                    self._serve(message)
                    message = subscription.take()
                else:
                    if message is not None:
                        self._serve(message)
                await asyncio.sleep(0)

    def _serve(self, message: Message) -> None:
        caller = bus_topics.present_caller(message.topic)
        if caller is not None:
            bots = len(self.people.bots)
            changed = self.people.saw(caller, message.payload)
            if changed is not None:
                self._guests.used(changed)
                self._take(self.desk.presence(changed, self._now()))
            if changed is not None or bots or self.people.bots:
                self.publisher.lobby_changed = True
            return
        letter = self._intake.take(message)
        if letter is None:
            return
        if letter.request.verb == "guest":
            self._greet(letter)
            return
        try:
            answer, effects = self.desk.serve(letter.user, letter.key, letter.request, self._now())
            self._commit(effects)
        except RequestError as fault:
            self._intake.answer(letter, Error.of(None, fault))
            return
        except Exception as fault:  # our own: the request is answered, and nothing was changed
            self._log.exception("a fault of the referee", verb=letter.request.verb)
            wrong = RequestError(ErrorCode.INTERNAL, f"the referee failed: {type(fault).__name__}")
            self._intake.answer(letter, Error.of(None, wrong))
            return
        self._publish(effects)
        self._intake.answer(letter, Ok("", answer))

    def _commit(self, effects: Effects) -> None:
        if effects:
            self._store.commit(effects, self.watch.read())
            self.desk.apply(effects)

    def _publish(self, effects: Effects) -> None:
        if not effects:
            return
        self.publisher.tell(effects, self._now())
        dues = [deadline(step.table, self._rules) for step in effects.steps]
        dues += [each.expires for each in effects.opened]
        soonest = min((each for each in dues if each is not None), default=None)
        if soonest is not None and (self._next is None or soonest < self._next):
            self._due.set()

    def _take(self, effects: Effects) -> None:
        self._commit(effects)
        self._publish(effects)

    def _greet(self, letter: Letter) -> None:
        """Make a guest's account, which takes the broker's time, beside all else."""
        if len(self._making) >= REQUESTS:
            busy = RequestError(ErrorCode.BUSY, "too many guests at once")
            self._intake.answer(letter, Error.of(None, busy))
            return
        task = self._loop.create_task(self._make_guest(letter))
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _make_guest(self, letter: Letter) -> None:
        wish = getattr(letter.request.args, "name", "")
        try:
            answer: Answer = await self._guests.make(wish if isinstance(wish, str) else "", self._now().wall)
        except RequestError as fault:
            self._intake.answer(letter, Error.of(None, fault))
        else:
            self._intake.answer(letter, Ok("", answer))

    async def _tick(self) -> None:
        """Do what time does: flags, lapses, the reading in the file, the lobby."""
        beat = lobby = 0.0
        while True:
            now = self._loop.time()
            if self.watch.running:
                self._take(self.desk.due(self._now()))
                self._hide()
            if now >= beat:
                beat = now + BEAT
                self._store.beat(self.watch.read())
            if now >= lobby and self._bus.up:
                lobby = now + LOBBY
                self.publisher.lobby(self._now())
            self._next = self.desk.next_due()
            wait = min(LOBBY, BEAT)
            if self._next is not None and self.watch.running:
                wait = min(wait, max(0.0, (self._next - self.watch.read()) / 1000) + 0.001)
            self._due.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._due.wait()

    def _hide(self) -> None:
        """Take states off the bus some time after the end."""
        reading = self.watch.read()
        for table in list(self.desk.tables.values()):
            if table.closed is not None and table.closed + self._rules.keep <= reading:
                self.publisher.hide(table.id)
                self._store.hide(table.id)
                self.desk.forget(table.id)

    async def _end_guests(self) -> None:
        """End guests' accounts that expire, which takes the broker's time, beside all else."""
        while True:
            wait = BEAT
            try:
                await self._guests.end(self._now().wall)
            except RequestError as fault:
                wait = AGAIN
                self._log.warning("a guest's account was not ended; it is tried again", reason=fault.message)
            await asyncio.sleep(wait)
