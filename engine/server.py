"""The engine behind every transport: requests of peers in, answers out through each peer's `deliver`.

All of it runs in one thread, the one that `post` leads back to; only searches run elsewhere.
"""

from itertools import chain

from engine.bounds import DEFAULT_MEMORY, DEFAULT_SEARCHES, DEFAULT_SESSIONS
from engine.commands import COMMANDS
from engine.commands.guards import GUARDS
from engine.logs import Log
from engine.searches import Job, Post, Searches
from engine.sessions import Deliver, Peer
from protocol.answers import Answer
from protocol.errors import ErrorCode, RequestError
from protocol.limits import Limits
from protocol.messages import Error, Ok, Request

LAST_WAIT = 2.0
"""Seconds that a stopped search may take to return before its thread is given up."""


class Engine:
    """All the state of the process.

    - `post`: calls a function soon in the thread that calls everything here; callable from any thread.
    - `searches`: how many searches and perfts may run at once.
    - `sessions`: how many sessions all peers together may have open.
    - `memory`: MiB of transposition table of each running search.
    - `limits`: what one connection may hold; given to connections and told by `hello`.
    - `log`: where faults of our own go.
    """

    def __init__(
        self,
        post: Post,
        *,
        searches: int = DEFAULT_SEARCHES,
        sessions: int = DEFAULT_SESSIONS,
        memory: int = DEFAULT_MEMORY,
        limits: Limits | None = None,
        log: Log | None = None,
    ) -> None:
        self.log = log or Log()
        self.limits = limits or Limits()
        self.max_sessions = sessions
        self.searches = Searches(post, searches, memory, self._fault)
        self.peers: set[Peer] = set()
        self.closing = False

    def join(self, deliver: Deliver, *, remote: bool = False) -> Peer:
        """Admit a peer; its answers go to `deliver`, always in the engine's thread, also during `handle`."""
        peer = Peer(self, deliver, remote=remote)
        self.peers.add(peer)
        return peer

    def leave(self, peer: Peer) -> None:
        """Forget a peer: its work ends without answers, its sessions close."""
        self.peers.discard(peer)
        for job in list(peer.jobs.values()):
            self._abandon(job)
        self.searches.disown(peer)
        peer.sessions.clear()

    def handle(self, peer: Peer, request: Request) -> None:
        """Serve a request; its final answer is delivered before this returns, or later if it takes time.

        A request's id must not be open; the connection sees to that.
        """
        if self.closing:
            peer.deliver(Error.of(request.id, _shutting_down()))
            return
        try:
            guard = GUARDS.get(request.verb)
            if guard is not None:
                guard(peer, request)
            answer = COMMANDS[request.verb](peer, request.args, request)
        except RequestError as error:
            peer.deliver(Error.of(request.id, error))
        except Exception as error:
            self._fault(request.verb, error)
            peer.deliver(Error.of(request.id, _internal(request.verb)))
        else:
            if answer is not None:
                peer.deliver(Ok(request.id, answer))

    def answer(self, job: Job, outcome: Answer | RequestError) -> None:
        """Deliver the final answer of a long request, then of those that wait for it."""
        if job.answered:
            return
        job.answered = True
        peer = job.peer
        del peer.jobs[job.id]
        if job.cancelled_by is not None:
            outcome = RequestError(ErrorCode.CANCELLED, f"cancelled by request {job.cancelled_by}")
        if isinstance(outcome, RequestError):
            peer.deliver(Error.of(job.id, outcome))
        else:
            peer.deliver(Ok(job.id, outcome))
        for call in job.after:
            call()

    def resume(self, peer: Peer) -> None:
        """Deliver what was held back, now that the peer's client reads again."""
        peer.congested = False
        for job in list(peer.jobs.values()):
            job.emit()

    def wind_down(self, peer: Peer) -> None:
        """End what would never end by itself: a peer's input has ended. The rest runs to its limit."""
        for job in list(peer.jobs.values()):
            if job.endless:
                job.stop()

    def hurry(self, peer: Peer) -> None:
        """End all work of a peer soon: a search with the move it has, a perft as `shutting-down`."""
        for job in list(peer.jobs.values()):
            job.stop()

    def shut_down(self, *, at_once: bool = True) -> list[Job]:
        """End everything: open work is answered `shutting-down`, and so is whatever still comes.

        - `at_once`: also what was told to end before; else that is left to give its own answer, which takes
          milliseconds.

        Returns what is left.
        """
        self.closing = True
        left = []
        for job in self._jobs():
            if job.stopping and not at_once:
                left.append(job)
            else:
                job.stop()
                self.answer(job, _shutting_down())
        return left

    @property
    def at_work(self) -> bool:
        """Whether any long request is open."""
        return any(peer.jobs for peer in self.peers)

    def close(self) -> None:
        """End the threads, so that the process can end in order. Nothing is answered any more."""
        for job in self._jobs():
            self._abandon(job)
        self.searches.close(LAST_WAIT)

    def admit_session(self) -> None:
        """Make sure that one more session may be opened.

        Raises RequestError: busy.
        """
        if sum(len(peer.sessions) for peer in self.peers) >= self.max_sessions:
            message = f"all {self.max_sessions} sessions are in use: close one first"
            raise RequestError(ErrorCode.BUSY, message, field="session")

    def _jobs(self) -> list[Job]:
        return list(chain.from_iterable(peer.jobs.values() for peer in self.peers))

    def _abandon(self, job: Job) -> None:
        job.answered = True
        job.after.clear()
        job.peer.jobs.pop(job.id, None)
        job.stop()

    def _fault(self, verb: str, error: BaseException) -> None:
        self.log.fault("fault", error, verb=verb)


def _shutting_down() -> RequestError:
    return RequestError(ErrorCode.SHUTTING_DOWN, "the engine is ending")


def _internal(verb: str) -> RequestError:
    return RequestError(ErrorCode.INTERNAL, f"{verb} failed; the engine's log says more")
