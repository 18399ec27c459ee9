"""Verbs that take time: they work on a snapshot in a slot's thread."""

import time
from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from engine import _core, games
from engine.bounds import most_threads
from engine.commands.context import look, session_of, source_of
from engine.games import State
from engine.searches import Job, Slot
from engine.sessions import Peer
from protocol.answers import Answer, GoAnswer, GoInfo, PerftAnswer
from protocol.arguments import GoArgs, PerftArgs, PonderhitArgs
from protocol.checks import CLOCKS as BESIDE_TIME
from protocol.checks import LIMITS, has_limit
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Request
from protocol.settings import Settings

CLOCKS = ("time", *BESIDE_TIME)

BRIEF_NODES = 32
"""A search of so few nodes takes microseconds and is made at once, without its slot's thread."""

QUIET_MS = 2
"""Infos of the first milliseconds of a search wait for the next info or for the answer."""


class Clocks(Struct, frozen=True, kw_only=True):
    """The clocks of a game as a request gives them; UNSET is not given."""

    time: int | UnsetType = UNSET
    inc: int | UnsetType = UNSET
    opptime: int | UnsetType = UNSET
    oppinc: int | UnsetType = UNSET
    movestogo: int | UnsetType = UNSET

    @classmethod
    def of(cls, args: PonderhitArgs) -> "Clocks":
        """Take the clocks out of arguments."""
        return cls(**{name: getattr(args, name) for name in CLOCKS})

    def given(self) -> dict[str, int]:
        """Return those that were given."""
        return {name: value for name in CLOCKS if (value := getattr(self, name)) is not UNSET}


class Go(Job):
    """A search under way."""

    verb = "go"

    def __init__(self, peer: Peer, request_id: str, session: str | None, state: State, args: GoArgs) -> None:
        super().__init__(peer, request_id, session, endless=args.infinite or args.ponder)
        self.state = state
        self.args = args
        self.pondering = args.ponder
        settings = peer.settings_of(session)
        threads = settings.threads if settings.threads == 1 else min(settings.threads, most_threads())
        self.limits = _limits(args, settings, threads)
        few = args.nodes is not UNSET and args.nodes <= BRIEF_NODES
        self.brief = few and threads == 1 and not self.endless
        self._hit: Clocks | None = None

    def begin(self, slot: Slot) -> Callable[[], Answer]:
        """Arm the slot's searcher; the returned work blocks until the search has ended."""
        searcher = self.peer.engine.searches.searcher(slot)
        searcher.arm()
        if self._hit is not None:
            searcher.ponderhit(**self._hit.given())
        listener = None if self.args.quiet else self._on_info

        def work() -> Answer:
            try:
                found = searcher.search(self.state, self.limits, listener)
            except _core.MoveError as error:
                raise RequestError(
                    ErrorCode.ILLEGAL_MOVE, error.message, field="searchmoves", index=error.index
                ) from None
            except MemoryError:
                memory = self.peer.engine.searches.memory
                message = f"no room for a table of {memory} MiB: set memory lower"
                raise RequestError(ErrorCode.BUSY, message, field="memory") from None
            return GoAnswer(**found, hash=self.state.hash, ply=self.state.ply)

        return work

    def halt(self) -> None:
        """Stop the searcher; it returns within milliseconds."""
        if self.slot is not None and self.slot.searcher is not None:
            self.slot.searcher.stop()

    def ponderhit(self, clocks: Clocks) -> None:
        """Let the limits run from now, with new clocks if given.

        Raises RequestError: bad-argument when neither has a limit, for then the search would never end.
        """
        if not (has_limit(self.args) or self.args.infinite or clocks.time is not UNSET):
            message = f"request {self.id} has no limit: ponderhit must bring time"
            raise RequestError(ErrorCode.BAD_ARGUMENT, message, field="time")
        self.pondering = False
        self.endless = self.args.infinite
        self._hit = clocks
        if self.slot is not None and self.slot.job is self and self.slot.searcher is not None:
            self.slot.searcher.ponderhit(**clocks.given())

    def _on_info(self, info: dict[str, Any]) -> None:
        # In the search's thread: only queue; one post wakes the engine for all that has gathered. Each post
        # costs the search a turn of the interpreter, so the infos of its first moments share one.
        self.infos.append(GoInfo(**info))
        if not self.waking and info["elapsed"] >= QUIET_MS:
            self.waking = True
            self.peer.engine.searches.post(self.emit)


class Perft(Job):
    """A perft under way."""

    verb = "perft"

    def __init__(self, peer: Peer, request_id: str, session: str | None, state: State, depth: int) -> None:
        super().__init__(peer, request_id, session)
        self.state = state
        self.depth = depth
        self._flag = _core.StopFlag()

    def begin(self, slot: Slot) -> Callable[[], Answer]:
        """Return the count as work; the slot lends its thread only."""
        began = time.monotonic()

        def work() -> Answer:
            nodes = self.state.perft(self.depth, self._flag)
            if nodes is None:
                raise RequestError(ErrorCode.SHUTTING_DOWN, "the engine is ending")
            return PerftAnswer(nodes=nodes, elapsed=round((time.monotonic() - began) * 1000))

        return work

    def halt(self) -> None:
        """Make the count give up."""
        self._flag.set()


def go(peer: Peer, args: GoArgs, request: Request) -> None:
    """Search for the best move; infos and the answer come later."""
    state = look(peer, args, request.options)
    if state.over:
        raise games.game_over(state, source_of(args))
    session = session_of(args)
    peer.engine.searches.start(Go(peer, request.id, session, state.copy(), args), (peer, session))


def perft(peer: Peer, args: PerftArgs, request: Request) -> None:
    """Count the leaves of the move tree; the answer comes later."""
    state = look(peer, args, request.options)
    job = Perft(peer, request.id, session_of(args), state.copy(), args.depth)
    peer.engine.searches.start(job, None)


def _limits(args: GoArgs, settings: Settings, threads: int) -> _core.SearchLimits:
    given: dict[str, Any] = {
        name: value
        for name in (*LIMITS, "infinite", "ponder", "searchmoves", *BESIDE_TIME)
        if (value := getattr(args, name)) is not UNSET
    }
    return _core.SearchLimits(
        **given,
        threads=threads,
        seed=settings.seed,
        multipv=settings.multipv if args.multipv is UNSET else args.multipv,
        info_interval=settings.info_interval if args.info_interval is UNSET else args.info_interval,
    )
