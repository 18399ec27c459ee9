"""Many requests in flight over one link: ids, answers to their askers, deadlines, and the end of it all."""

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

from protocol.answers import Answer
from protocol.client.deadline import Alarm, Watch, seconds_to_answer
from protocol.client.infos import InfoQueue
from protocol.client.link import Link, Received
from protocol.client.pending import Pending
from protocol.client.transcript import Transcript, render
from protocol.errors import (
    DeadlineExceeded,
    EngineFault,
    EngineGone,
    EngineRefused,
    ErrorCode,
    GoneKind,
    ProtocolViolation,
    RequestError,
    UgpError,
)
from protocol.messages import Error, Info, Ok, Request, Violation
from protocol.order import ORDER, Kind
from protocol.requests import request as make_request

# Requests open at once, abandoned ones included, beyond which a new one is refused as `busy`: a few less than
# an engine takes, which leaves room for the `cancel` of one of them.
OPEN_LIMIT = 1000
# An engine that has sent so much nonsense is not listened to any more.
VIOLATION_LIMIT = 1000
# Protocol lines that an exception carries; the transcript keeps more.
FAULT_LINES = 20
QUIT_SECONDS = 1.0

CANCELLABLE = ORDER["cancel"].reaches


class Exchange:
    """The untyped half of a client: requests out, answers in.

    deadline -- seconds for an answer that needs no work, and the margin over the time limit of a search
    patience -- seconds for work whose time its arguments do not tell (perft, a search by nodes or depth)
    history  -- how many messages the transcript keeps

    An endless search has no deadline until it is stopped, but an engine that is silent for `deadline` seconds
    meanwhile (the protocol asks for an info every second) has missed it.
    """

    def __init__(
        self, link: Link, *, deadline: float = 10.0, patience: float = 600.0, history: int = 200
    ) -> None:
        self.deadline = deadline
        self.patience = patience
        self.alarm = Alarm(self._check)
        self.transcript = Transcript(history)
        self.violations = 0
        self.complaints: deque[Violation | Error] = deque(maxlen=50)
        self._link = link
        self._ids = itertools.count(1)
        self._open: dict[str, Pending[Any, Any]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._given_up: deque[str] = deque()
        self._errands: set[asyncio.Task[None]] = set()
        self._lost: Exception | None = None

    @property
    def pid(self) -> int | None:
        """Id of the engine's process, where this client started it."""
        return self._link.pid

    @property
    def stderr_tail(self) -> str:
        """The end of what the engine wrote to its standard error."""
        return self._link.stderr_tail

    @property
    def alive(self) -> bool:
        """Whether requests can be made: the engine is there, as far as is known."""
        return self._reader is not None and self._lost is None

    def was_cut_off(self, since: float) -> bool:
        """Return whether, since that time of the event loop, the way to the engine was broken for a while.

        What came late then, or not at all, need not be the engine's fault.
        """
        return self._link.was_cut_off(since)

    @property
    def in_flight(self) -> int:
        """How many requests have no final answer yet, those given up included."""
        return len(self._open)

    def listen(self) -> None:
        """Begin to receive; needs a running event loop."""
        if self._reader is None:
            self._reader = asyncio.get_running_loop().create_task(self._read(), name="UGP client reader")

    async def request(
        self,
        verb: str,
        /,
        *,
        deadline: float | None = None,
        on_info: Callable[[Any], None] | None = None,
        **arguments: Any,
    ) -> Answer:
        """Make a request and wait for its answer; to cancel this wait cancels the request, not the engine.

        deadline -- seconds to wait; left out: what the arguments say (see the class)
        on_info  -- called with each info as it comes

        Raises RequestError (the arguments are wrong; nothing was sent), EngineRefused (the engine answered
        an error), EngineGone, DeadlineExceeded, ProtocolViolation.
        """
        pending = self._prepare(verb, arguments, deadline, on_info, None)
        await self.begin(pending)
        try:
            answer: Answer = await pending.future
        except asyncio.CancelledError:
            self.abandon(pending)
            raise
        return answer

    def stream(
        self, verb: str, /, *, deadline: float | None = None, listen: bool = True, **arguments: Any
    ) -> Pending[Any, Any]:
        """Make a request whose infos can be read while it is under way. It is sent when first awaited.

        listen -- False: nobody will read them; they are only kept for the record, which costs less
        """
        return self._prepare(verb, arguments, deadline, None, InfoQueue() if listen else None)

    def _prepare(
        self,
        verb: str,
        arguments: dict[str, Any],
        deadline: float | None,
        on_info: Callable[[Any], None] | None,
        queue: InfoQueue[Any] | None,
    ) -> Pending[Any, Any]:
        request = make_request(verb, str(next(self._ids)), **arguments)
        seconds = deadline
        if seconds is None:
            seconds = seconds_to_answer(request.args, self.deadline, self.patience)
        return Pending(self, request, seconds, on_info, queue)

    async def begin(self, pending: Pending[Any, Any]) -> None:
        """Send the request of `pending` unless it has been sent."""
        if pending.watch is not None or pending.done():
            return
        if self._given_up:
            await self._cancel_given_up()
        await self._post(pending)

    async def _post(self, pending: Pending[Any, Any]) -> None:
        if self._lost is not None or self._reader is None:
            lost = self._lost or EngineGone("not started", kind=GoneKind.CLOSED)
            raise self._fault_of(lost, pending.request)
        # What ends other requests is let through, lest a full client could not empty itself.
        if len(self._open) >= OPEN_LIMIT and ORDER[pending.request.verb].kind is not Kind.CONTROL:
            raise RequestError(ErrorCode.BUSY, f"{OPEN_LIMIT} requests are open: wait for answers")
        watch = pending.watch = Watch(self._reader.get_loop().time(), pending.seconds, self.deadline)
        self.alarm.by(watch.due)
        self._open[pending.id] = pending
        if not pending.listens:
            self._link.unread.add(pending.id)
        self.transcript.sent(pending.request)
        try:
            left = self.patience if pending.seconds is None else pending.seconds
            await self._link.send(pending.request, left)
        except EngineFault as fault:
            # The reader knows more (the exit code), if it comes to know it soon.
            ends = (self._reader, pending.future)
            await asyncio.wait(ends, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
            pending.fail(self._fault_of(fault, pending.request))
            self.abandon(pending)
        except asyncio.CancelledError:
            self.abandon(pending)
            raise

    def abandon(self, pending: Pending[Any, Any]) -> None:
        """Give a request up: the engine is told to cancel it, what still comes of it is dropped."""
        if pending.abandoned or pending.id not in self._open:
            return
        pending.give_up()
        if pending.request.verb in CANCELLABLE and self.alive:
            self._given_up.append(pending.id)
            errand = asyncio.get_running_loop().create_task(self._cancel_given_up(), name="UGP cancel")
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _cancel_given_up(self) -> None:
        """Send what cancels the requests given up: before anything else, lest it meets them still there.

        Nobody waits for the answers: if something is wrong with the engine, the next request will tell.
        """
        while self._given_up and self.alive:
            await self._post(self._prepare("cancel", {"request": self._given_up.popleft()}, None, None, None))

    def _check(self) -> float | None:
        """Give up what is overdue; return when to look again."""
        now = asyncio.get_running_loop().time()
        nearest: float | None = None
        for pending in list(self._open.values()):
            if pending.watch is None or pending.done():
                continue
            due = pending.watch.due
            if due <= now:
                self._expire(pending)
            elif nearest is None or due < nearest:
                nearest = due
        return nearest

    def _expire(self, pending: Pending[Any, Any]) -> None:
        seconds = pending.watch.seconds if pending.watch else None
        if seconds is None:
            message = f"silent for {self.deadline:g} s in an endless search"
        else:
            message = f"no answer within {seconds:g} s"
        kind = ProtocolViolation if pending.disturbed and not pending.heard else DeadlineExceeded
        if kind is ProtocolViolation:
            message += ", only what is no answer to anything"
        pending.fail(self._fault_of(kind(message), pending.request))
        self.abandon(pending)

    async def _read(self) -> None:
        try:
            while True:
                for reply in await self._link.receive():
                    self._take(reply)
        except EngineFault as fault:
            self._lose(fault)
        except Exception as bug:
            # Ours, not the engine's: everybody waiting must learn of it as it is.
            self._lose(bug)
            raise

    def _take(self, reply: Received) -> None:
        self.transcript.received(reply)
        pending = self._open.get(reply.id) if reply.id is not None else None
        if pending is None:
            # What comes for a request that was closed before is only kept in the transcript.
            if isinstance(reply, Violation) or reply.id is None:
                self._complain(reply)
        elif isinstance(reply, Info):
            pending.take_info(reply.fields)
        else:
            del self._open[pending.id]
            self._link.unread.discard(pending.id)
            self._finish(pending, reply)

    def _finish(self, pending: Pending[Any, Any], reply: Ok | Error | Violation) -> None:
        if isinstance(reply, Ok):
            pending.take_answer(reply.fields)
        elif isinstance(reply, Error):
            refusal = EngineRefused(reply.code, reply.message, reply.field, reply.index, reply.retry)
            refusal.request = render(pending.request)
            pending.fail(refusal)
        else:
            pending.fail(self._fault_of(ProtocolViolation(reply.message), pending.request))
            self._complain(reply)

    def _complain(self, reply: Violation | Error | Info | Ok) -> None:
        if isinstance(reply, Info | Ok):
            return
        self.violations += 1
        self.complaints.append(reply)
        for pending in self._open.values():
            pending.disturbed = True
        fatal = isinstance(reply, Violation) and reply.fatal
        if fatal or self.violations > VIOLATION_LIMIT:
            raise ProtocolViolation(f"not listening any more: {reply.message}")

    def _lose(self, fault: Exception) -> None:
        """End everything: the engine, or the sense of what it says, is lost."""
        if self._lost is None:
            self._lost = fault
        waiting = list(self._open.values())
        self._open.clear()
        for pending in waiting:
            pending.fail(self._fault_of(self._lost, pending.request))

    def _fault_of(self, fault: Exception, request: Request) -> Exception:
        """Return `fault` as it concerns one request, with what is known of the engine."""
        if not isinstance(fault, EngineFault):
            return fault
        lines = self.transcript.lines(FAULT_LINES)
        return fault.concerning(render(request), lines, fault.stderr_tail or self.stderr_tail)

    async def close(self) -> None:
        """End the engine if it is our own, else leave it; within a bounded time. Idempotent."""
        try:
            if self._link.quits and self.alive:
                with contextlib.suppress(UgpError):
                    await self.request("quit", deadline=QUIT_SECONDS)
        finally:
            await self._leave()

    async def _leave(self) -> None:
        try:
            await self._link.close()
        finally:
            tasks = [task for task in (self._reader, *self._errands) if task is not None]
            for task in tasks:
                task.cancel()
            self.alarm.end()
            self._lose(EngineGone("the client was closed", kind=GoneKind.CLOSED))
            await asyncio.gather(*tasks, return_exceptions=True)
