"""The bounded slots in which long requests run: each has a thread and, once used, a searcher with its table.

Everything here happens in the engine's thread except what a slot's thread is handed to run. A search goes to
the slot that its session used before, so its table is warm; with one search at a time that is always the same
slot, so equal inputs after `clear` give equal answers.
"""

from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from engine._core import Searcher
from engine.sessions import Peer
from protocol.answers import Answer
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Info

Post = Callable[[Callable[[], None]], object]
Owner = tuple[Peer, str | None]
Fault = Callable[[str, BaseException], None]

SEARCH_THREAD = "search-"
"""How the names of the slots' threads begin."""

MAX_HELD_INFOS = 64
"""Infos of one search that wait for a slow reader; beyond it the oldest are dropped."""


class Job:
    """A request that takes time, from its start to its final answer.

    - `session`: its session's name; None for a position of its own.
    - `endless`: only `stop`, `cancel` or `ponderhit` end it.
    """

    verb = ""
    brief = False
    """Whether handing the work to a thread would take longer than the work."""

    def __init__(self, peer: Peer, request_id: str, session: str | None, *, endless: bool = False) -> None:
        self.peer = peer
        self.id = request_id
        self.session = session
        self.endless = endless
        self.stopping = False
        self.cancelled_by: str | None = None
        self.answered = False
        self.infos: deque[Answer] = deque(maxlen=MAX_HELD_INFOS)
        self.waking = False
        self.after: list[Callable[[], None]] = []
        self.slot: Slot | None = None

    def begin(self, slot: "Slot") -> Callable[[], Answer]:
        """Prepare to run in a slot, in the engine's thread; return what its thread is to do.

        That returns the answer, or raises RequestError.
        """
        raise NotImplementedError

    def halt(self) -> None:
        """Make the running work return soon."""
        raise NotImplementedError

    def stop(self) -> None:
        """End as if a limit had been reached: soon, with the best answer so far. Repeats do nothing."""
        if not self.stopping:
            self.stopping = True
            if self.slot is not None and self.slot.job is self:
                self.halt()

    def cancel(self, request_id: str) -> None:
        """End soon with `error cancelled`, which names the request that wanted it."""
        self.cancelled_by = request_id
        self.stop()

    def emit(self) -> None:
        """Deliver the infos that wait, unless the reader is slow."""
        self.waking = False
        while self.infos and not self.answered and not self.peer.congested:
            self.peer.deliver(Info(self.id, self.infos.popleft()))


class Slot:
    """A thread, a searcher and at most two jobs: the one that runs and one that waits for it to unwind."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.owner: Owner | None = None
        self.used = 0
        self.searcher: Searcher | None = None
        self.job: Job | None = None
        self.next: Job | None = None
        self.tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.thread: Thread | None = None

    @property
    def free(self) -> bool:
        """Whether a job given now starts at once."""
        return self.job is None

    @property
    def soon_free(self) -> bool:
        """Whether a job given now starts as soon as one that was told to end has ended."""
        return self.job is not None and self.job.stopping and self.next is None

    def submit(self, task: Callable[[], None]) -> None:
        """Have the slot's thread do something, starting the thread if it is the first."""
        if self.thread is None:
            # a daemon: it ends with the process even if a fault of ours keeps a search from stopping
            self.thread = Thread(target=self._work, name=f"{SEARCH_THREAD}{self.index}", daemon=True)
            self.thread.start()
        self.tasks.put(task)

    def _work(self) -> None:
        while (task := self.tasks.get()) is not None:
            task()
            del task  # or it would keep its search alive until the next one comes


class Searches:
    """All slots of the process.

    - `post`: calls a function soon in the engine's thread; callable from any thread.
    - `bound`: how many jobs may run at once.
    - `memory`: MiB of table of each slot, taken when it first searches.
    - `fault`: is told of exceptions that are our own fault.
    """

    def __init__(self, post: Post, bound: int, memory: int, fault: Fault) -> None:
        self.slots = [Slot(index) for index in range(bound)]
        self.memory = memory
        self._post = post
        self._fault = fault
        self._clock = 0

    @property
    def bound(self) -> int:
        """How many jobs may run at once."""
        return len(self.slots)

    @property
    def idle(self) -> bool:
        """Whether nothing runs, not even what was cancelled and still unwinds."""
        return all(slot.free for slot in self.slots)

    @property
    def free(self) -> int:
        """How many more jobs would be taken now."""
        return sum(slot.free or slot.soon_free for slot in self.slots)

    def start(self, job: Job, owner: Owner | None) -> None:
        """Run a job in the slot that suits it best.

        - `owner`: whose table it should find again; None if it needs no table.

        Raises RequestError: busy when every slot is taken.
        """
        slot = self._choose(owner)
        if slot is None:
            raise RequestError(ErrorCode.BUSY, f"all {self.bound} searches are in use")
        self._clock += 1
        if owner is not None:
            slot.owner, slot.used = owner, self._clock
        job.slot = slot
        job.peer.jobs[job.id] = job
        if slot.free:
            self._run(slot, job)
        else:
            slot.next = job

    def disown(self, peer: Peer, session: str | None = None) -> None:
        """Forget whose tables a closed session, or with None all of a leaving peer, were."""
        for slot in self.slots:
            if slot.owner is not None and slot.owner[0] is peer and session in (None, slot.owner[1]):
                slot.owner = None

    def clear(self) -> None:
        """Forget all tables. Nothing may run."""
        for slot in self.slots:
            slot.owner = None
            if slot.searcher is not None:
                slot.searcher.clear()

    def resize(self, memory: int) -> None:
        """Give every slot a table of so many MiB. Nothing may run."""
        self.memory = memory
        for slot in self.slots:
            if slot.searcher is not None:
                slot.searcher.resize(memory)

    def close(self, deadline: float) -> None:
        """Stop whatever runs and end the threads; nothing can be started after it.

        - `deadline`: seconds to wait for each thread, which is given up after it.
        """
        for slot in self.slots:
            if slot.job is not None:
                slot.job.stop()
            slot.next = None
            slot.tasks.put(None)
        threads = [slot.thread for slot in self.slots if slot.thread is not None]
        for thread in threads:
            thread.join(deadline)
        for slot in self.slots:
            slot.job = slot.searcher = None  # nothing of the core may outlive the interpreter

    def searcher(self, slot: Slot) -> Searcher:
        """Return a slot's searcher, made when first needed."""
        if slot.searcher is None:
            slot.searcher = Searcher(self.memory)
        return slot.searcher

    def post(self, call: Callable[[], None]) -> None:
        """Call soon in the engine's thread; nothing happens once its loop has closed."""
        try:
            self._post(call)
        except RuntimeError:
            return

    def _choose(self, owner: Owner | None) -> Slot | None:
        free = [slot for slot in self.slots if slot.free]
        if owner is None:
            # work without a table takes the slot that searches would take last
            return free[-1] if free else next((slot for slot in self.slots if slot.soon_free), None)
        own = [slot for slot in self.slots if slot.owner == owner and (slot.free or slot.soon_free)]
        if own:
            return own[0]
        if free:
            return min(free, key=lambda slot: slot.used if slot.owner else 0)
        return next((slot for slot in self.slots if slot.soon_free), None)

    def _run(self, slot: Slot, job: Job) -> None:
        slot.job = job
        work = job.begin(slot)
        if job.stopping:
            job.halt()

        if job.brief and slot.thread is not None:  # the first one pays for the table, and may take long
            self._ended(slot, job, self._outcome(job, work))
            return

        def task() -> None:
            outcome = self._outcome(job, work)
            self.post(lambda: self._ended(slot, job, outcome))

        slot.submit(task)

    def _outcome(self, job: Job, work: Callable[[], Answer]) -> Answer | RequestError:
        try:
            return work()
        except RequestError as error:
            return error
        except BaseException as error:
            self._fault(job.verb, error)
            return RequestError(ErrorCode.INTERNAL, f"{job.verb} failed; the engine's log says more")

    def _ended(self, slot: Slot, job: Job, outcome: Answer | RequestError) -> None:
        slot.job = None
        if slot.next is not None:
            following, slot.next = slot.next, None
            if following.answered:
                following.slot = None
            else:
                self._run(slot, following)
        if not job.answered:
            job.emit()
            job.peer.engine.answer(job, outcome)
