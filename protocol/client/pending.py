"""A request under way: its infos as they come, its answer, and the means to stop or to cancel it."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from protocol.answers import Answer, CountAnswer
from protocol.client.deadline import Alarm, Watch, seconds_to_answer
from protocol.client.infos import InfoQueue
from protocol.errors import EngineRefused, ErrorCode
from protocol.messages import Request

InfoT = TypeVar("InfoT", bound=Answer)
AnswerT = TypeVar("AnswerT", bound=Answer)


class Host(Protocol):
    """What a request under way needs of the client it belongs to."""

    deadline: float
    patience: float
    alarm: Alarm

    async def begin(self, pending: "Pending[Any, Any]") -> None:
        """Send the request."""

    def abandon(self, pending: "Pending[Any, Any]") -> None:
        """Have the engine give it up; drop what still comes of it."""

    async def request(self, verb: str, /, **arguments: Any) -> Answer:
        """Make another request."""


class Pending(Generic[InfoT, AnswerT]):
    """A request under way, sent when it is first entered, iterated or awaited.

        async with client.search(movetime=500) as search:
            async for info in search:
                print(info.depth, info.score)
            answer = await search.answer()

    Leaving the block before the answer cancels the request, not the engine. Infos are kept in a bounded queue
    that gives up old ones for new ones when nobody reads; `latest` has the newest of each line (by `multipv`)
    at any time, without waiting.
    """

    def __init__(
        self,
        host: Host,
        request: Request,
        seconds: float | None,
        listener: Callable[[InfoT], None] | None = None,
        queue: InfoQueue[InfoT] | None = None,
    ) -> None:
        self.request = request
        self.abandoned = False
        self.heard = False  # an info came
        self.disturbed = False  # the engine spoke nonsense meanwhile
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[AnswerT] = self._loop.create_future()
        self._waiters: set[asyncio.Future[None]] = set()
        self.watch: Watch | None = None
        self.seconds = seconds
        self._host = host
        self._listener = listener
        self._queue = queue
        self._cancelled = False

    @property
    def id(self) -> str:
        """The id of the request."""
        return self.request.id

    @property
    def listens(self) -> bool:
        """Whether anybody hears the infos."""
        return self._queue is not None or self._listener is not None

    @property
    def latest(self) -> dict[int, InfoT]:
        """The newest info of each line so far, by its rank (`multipv`)."""
        return dict(self._queue.latest) if self._queue else {}

    @property
    def dropped(self) -> int:
        """How many infos were given up unread for newer ones."""
        return self._queue.dropped if self._queue else 0

    def done(self) -> bool:
        """Say whether the final answer, or a failure, is there."""
        return self.future.done()

    async def answer(self) -> AnswerT:
        """Wait for the final answer. Cancelling this wait cancels the request.

        Raises EngineRefused, EngineGone, DeadlineExceeded or ProtocolViolation.
        """
        await self._host.begin(self)
        if not self.future.done():
            # not `asyncio.shield`, which does the same but takes a turn more of the loop
            waiter: asyncio.Future[None] = self._loop.create_future()
            self._waiters.add(waiter)
            try:
                await waiter
            except asyncio.CancelledError:
                self._host.abandon(self)
                raise
            finally:
                self._waiters.discard(waiter)
        return self.future.result()

    async def stop(self) -> AnswerT:
        """End a search; return its answer, a move found so far. From now on the usual deadline holds."""
        await self._host.begin(self)
        if not self.done():
            self._expect(self._host.deadline)
            await self._host.request("stop", request=self.id)
        return await self.answer()

    async def cancel(self) -> bool:
        """Give the request up; say whether the engine did (False: it had answered before)."""
        self._cancelled = True
        if self.watch is None or self.done():
            return False
        self._expect(self._host.deadline)
        answer = await self._host.request("cancel", request=self.id)
        return isinstance(answer, CountAnswer) and answer.count > 0

    async def ponderhit(self, **clocks: int) -> None:
        """Tell a pondering search that its move was played: its limits, or the new `clocks`, run from now."""
        await self._host.request("ponderhit", request=self.id, **clocks)
        values = {name: getattr(self.request.args, name) for name in self.request.args.__struct_fields__}
        args = type(self.request.args)(**{**values, **clocks, "ponder": False})
        self._expect(seconds_to_answer(args, self._host.deadline, self._host.patience))

    def _expect(self, seconds: float | None) -> None:
        if self.watch is not None and not self.done():
            self.watch.reset(self._loop.time(), seconds)
            self._host.alarm.by(self.watch.due)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> InfoT:
        if self._queue is None:
            raise TypeError("only a request made by stream() or search() can be iterated")
        await self._host.begin(self)
        info = await self._queue.get()
        if info is not None:
            return info
        fault = self.future.exception() if not self.future.cancelled() else None
        if fault is not None and not self._was_cancelled(fault):
            raise fault
        raise StopAsyncIteration

    def _was_cancelled(self, fault: BaseException) -> bool:
        return self._cancelled and isinstance(fault, EngineRefused) and fault.code is ErrorCode.CANCELLED

    async def __aenter__(self) -> Self:
        await self._host.begin(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._host.abandon(self)

    def take_info(self, info: InfoT) -> None:
        """Hand an info on (the client's part)."""
        if self.abandoned:
            return
        self.heard = True
        if self.watch is not None:
            self.watch.heard(self._loop.time())
        if self._queue is not None:
            self._queue.put(info)
        if self._listener is not None:
            try:
                self._listener(info)
            except Exception as error:
                self.fail(error)
                self._host.abandon(self)

    def take_answer(self, answer: AnswerT) -> None:
        """Hand the final answer on (the client's part)."""
        if not self.future.done():
            self.future.set_result(answer)
        self._end()

    def fail(self, fault: Exception) -> None:
        """End with an exception (the client's part)."""
        if not self.future.done():
            self.future.set_exception(fault)
            self.future.exception()  # read once: one that nobody awaits is not logged
        self._end()

    def give_up(self) -> None:
        """End it for its askers; what still comes is not for them (the client's part)."""
        self.abandoned = self._cancelled = True
        self.fail(EngineRefused(ErrorCode.CANCELLED, "given up by its asker"))

    def _end(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)
        if self._queue is not None:
            self._queue.end()
