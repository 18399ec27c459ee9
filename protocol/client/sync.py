"""The client for programs without asyncio: the same methods, run on the event loop of a background thread."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from protocol.answers import GoAnswer, GoInfo, HelloAnswer
from protocol.client.client import Client
from protocol.client.exchange import Exchange
from protocol.client.pending import AnswerT, InfoT, Pending
from protocol.client.transcript import Transcript
from protocol.errors import EngineGone, GoneKind

P = ParamSpec("P")
R = TypeVar("R")


class LoopThread:
    """An event loop in a daemon thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="UGP client", daemon=True)
        self._closing = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        """Run `work` on the loop and wait for its result; an interrupt of the wait cancels it.

        Raises EngineGone once the loop was closed, RuntimeError in the loop's own thread, and what `work`
        raises.
        """
        if threading.current_thread() is self._thread:  # it would wait for itself
            work.close()
            raise RuntimeError("a callback may not wait for its own client: read infos from search() instead")
        with self._closing:
            if self._closed:
                work.close()
                raise _gone()
            future: Future[R] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            if self._closed:
                raise _gone() from None
            raise
        except BaseException:
            future.cancel()
            raise

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._closed

    def close(self) -> None:
        """End what still runs, then the loop and its thread. Idempotent."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(_end_tasks(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _end_tasks() -> None:
    """Cancel every other task of the loop, so that no thread waits for one for ever."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _gone() -> EngineGone:
    return EngineGone("the client was closed", kind=GoneKind.CLOSED)


def _sync(
    method: Callable[Concatenate[Client, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate["SyncClient", P], R]:
    """Turn a method of Client into the one of SyncClient that waits for it."""

    def call(self: "SyncClient", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.run(method(self.client, *args, **kwargs))

    call.__name__, call.__doc__ = method.__name__, method.__doc__
    return call


class SyncPending(Generic[InfoT, AnswerT]):
    """A request under way: iterate its infos, wait for its answer; see Pending."""

    def __init__(self, thread: LoopThread, pending: Pending[InfoT, AnswerT]) -> None:
        self._thread = thread
        self._pending = pending

    @property
    def id(self) -> str:
        """The id of the request."""
        return self._pending.id

    @property
    def latest(self) -> dict[int, InfoT]:
        """The newest info of each line so far, by its rank."""
        return self._pending.latest

    def done(self) -> bool:
        """Say whether the final answer, or a failure, is there."""
        return self._pending.done()

    def __iter__(self) -> Iterator[InfoT]:
        while (info := self._thread.run(self._next())) is not None:
            yield info

    async def _next(self) -> InfoT | None:
        return await anext(self._pending, None)

    def answer(self) -> AnswerT:
        """Wait for the final answer."""
        return self._thread.run(self._pending.answer())

    def stop(self) -> AnswerT:
        """End a search and return its answer."""
        return self._thread.run(self._pending.stop())

    def cancel(self) -> bool:
        """Give the request up; say whether the engine did."""
        return self._thread.run(self._pending.cancel())

    def ponderhit(self, **clocks: int) -> None:
        """Tell a pondering search that its move was played."""
        self._thread.run(self._pending.ponderhit(**clocks))

    def __enter__(self) -> Self:
        self._thread.run(self._pending.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._thread.closed:  # else it has ended already
            self._thread.run(self._pending.__aexit__(kind, value, trace))


class SyncClient:
    """A client of one engine for programs without asyncio; thread-safe.

        with SyncClient.start(["trilogue"]) as engine:
            engine.new("loa")
            print(engine.go(movetime=500).move)

    The methods are those of Client, which does the work in a background thread.
    """

    def __init__(self, client: Client, thread: LoopThread) -> None:
        self.client = client
        self._thread = thread

    @classmethod
    def start(cls, argv: Sequence[str], **settings: Any) -> Self:
        """Start an engine process; takes what Client.launch takes. Close it, or enter it."""
        thread = LoopThread()
        thread.start()
        try:
            return cls(thread.run(Client.launch(argv, **settings)), thread)
        except BaseException:
            thread.close()
            raise

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        """Run a coroutine of the client's on its loop and wait for the result."""
        return self._thread.run(work)

    def stream(self, verb: str, /, **arguments: Any) -> SyncPending[Any, Any]:
        """Make a request whose infos can be read while it is under way."""
        return SyncPending(self._thread, self.run(self._made(verb, arguments)))

    def search(self, **limits: Any) -> SyncPending[GoInfo, GoAnswer]:
        """Search and read its infos as they come."""
        return self.stream("go", **limits)

    async def _made(self, verb: str, arguments: dict[str, Any]) -> Pending[Any, Any]:
        return self.client.stream(verb, **arguments)

    @property
    def greeting(self) -> HelloAnswer | None:
        """The engine's answer to `hello` at the start."""
        return self.client.greeting

    @property
    def transcript(self) -> Transcript:
        """The last messages both ways."""
        return self.client.transcript

    @property
    def stderr_tail(self) -> str:
        """The end of what the engine wrote to its standard error."""
        return self.client.stderr_tail

    @property
    def pid(self) -> int | None:
        """Id of the engine's process."""
        return self.client.pid

    @property
    def alive(self) -> bool:
        """Whether requests can be made."""
        return self.client.alive

    def close(self) -> None:
        """End the engine and the background thread, within a bounded time. Idempotent."""
        if self._thread.closed:
            return
        try:
            self.run(self.client.close())
        finally:
            self._thread.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    request = _sync(Exchange.request)
    hello = _sync(Client.hello)
    describe = _sync(Client.describe)
    new = _sync(Client.new)
    position = _sync(Client.position)
    play = _sync(Client.play)
    undo = _sync(Client.undo)
    close_session = _sync(Client.close_session)
    moves = _sync(Client.moves)
    show = _sync(Client.show)
    status = _sync(Client.status)
    go = _sync(Client.go)
    stop = _sync(Client.stop)
    cancel = _sync(Client.cancel)
    ponderhit = _sync(Client.ponderhit)
    options = _sync(Client.options)
    set = _sync(Client.set)
    clear = _sync(Client.clear)
    eval = _sync(Client.eval)
    perft = _sync(Client.perft)
    ping = _sync(Client.ping)
    quit = _sync(Client.quit)
