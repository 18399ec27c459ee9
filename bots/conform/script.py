"""A small UGP engine that plays legal moves at once: what the misbehaving engines are made from.

It serves what a client and a tournament need (no `describe`, `perft` or `eval`), one request after the
other, and has one place for each thing that a behaviour may break: how a search begins, what it answers,
how bytes leave, how the process ends.

Run one with `python -m bots.conform.scripted`.
"""

import os
import queue
import random
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from protocol.answers import Answer, GoAnswer, GoInfo
from protocol.arguments import Context, GoArgs
from protocol.connection import ServerConnection
from protocol.errors import ErrorCode, RequestError
from protocol.messages import End, Error, Fatal, Info, Ok, Reply, Request
from protocol.values import DEFAULT_SESSION

if TYPE_CHECKING:
    from engine.games import State

INFO_SECONDS = 0.2


@dataclass
class Thinking:
    """A search under way: until when, and when its next info is due (seconds of `time.monotonic`)."""

    request: Request
    state: "State"
    until: float
    next_info: float


class Scripted:
    """The well-behaved engine. `ply` is the ply from which a behaviour misbehaves, `delay` its seconds."""

    name = "scripted"
    features: tuple[str, ...] = ()  # what `hello` says

    def __init__(self, ply: int, delay: float, seed: int) -> None:
        self.ply = ply
        self.delay = delay
        self.seed = seed
        self.connection = ServerConnection()
        self.sessions: dict[str, State] = {}
        self.thinking: dict[str, Thinking] = {}
        self.input: queue.Queue[bytes] = queue.Queue(maxsize=64)
        self.running = True

    @classmethod
    def about(cls) -> str:
        """Return what it does, as one line of help."""
        return (cls.__doc__ or "").partition("\n")[0].rstrip(".")

    # --- what behaviours override -------------------------------------------------------------

    def begin(self, thinking: Thinking) -> None:
        """Begin a search: an endless one thinks on, any other answers at once."""
        args = go_args(thinking.request)
        if args.infinite or args.ponder:
            self.thinking[thinking.request.id] = thinking
        else:
            self.finish(thinking)

    def finish(self, thinking: Thinking) -> None:
        """Answer a search."""
        self.thinking.pop(thinking.request.id, None)
        self.send(Ok(thinking.request.id, self.answer(thinking)))

    def answer(self, thinking: Thinking) -> GoAnswer:
        """Make the answer of a search."""
        move = self.choose(thinking.state, go_args(thinking.request))
        state = thinking.state
        return GoAnswer(
            move=move, score="cp:0", depth=1, nodes=1, elapsed=0, pv=[move], hash=state.hash, ply=state.ply
        )

    def info(self, thinking: Thinking) -> Info:
        """Make an info of a search."""
        move = self.choose(thinking.state, go_args(thinking.request))
        return Info(thinking.request.id, GoInfo(depth=1, score="cp:0", nodes=1, pv=[move]))

    def choose(self, state: "State", args: GoArgs) -> str:
        """Choose a move: drawn by the position and the seed, so that the same game comes again."""
        moves = state.moves() if args.searchmoves is UNSET else args.searchmoves
        return random.Random(f"{self.seed} {state.hash}").choice(moves)

    def write(self, data: bytes) -> None:
        """Put bytes on stdout."""
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def end(self) -> None:
        """End the process: asked by `quit` or by the end of input."""
        self.running = False

    def greet(self) -> None:
        """Do something before anything is asked: nothing."""

    # --- the machinery -----------------------------------------------------------------------

    def misbehaves(self, thinking: Thinking) -> bool:
        """Say whether the ply has come from which the behaviour shows."""
        return thinking.state.ply >= self.ply

    def send(self, reply: Reply) -> None:
        """Send one message."""
        self.write(self.connection.send(reply))

    def run(self) -> None:
        """Serve until the end."""
        threading.Thread(target=self._listen, daemon=True).start()
        self.greet()
        while self.running:
            try:
                self.connection.receive_data(self.input.get(timeout=self._pause()))
            except queue.Empty:
                self._tick()
            while self.running and (event := self.connection.next_event()) is not None:
                self.take(event)
        self.sessions.clear()
        self.thinking.clear()

    def _listen(self) -> None:
        while data := os.read(0, 65536):
            self.input.put(data)
        self.input.put(b"")

    def _pause(self) -> float:
        due = [min(search.until, search.next_info) for search in self.thinking.values()]
        return max(0.0, min(due) - time.monotonic()) if due else 3600.0

    def _tick(self) -> None:
        now = time.monotonic()
        for search in list(self.thinking.values()):
            if now >= search.until:
                self.finish(search)
            elif now >= search.next_info:
                search.next_info = now + INFO_SECONDS
                self.send(self.info(search))

    def take(self, event: Request | Error | Fatal | End) -> None:
        """Serve one event of the connection."""
        if isinstance(event, Request):
            try:
                answer = self.serve(event)
            except RequestError as fault:
                self.send(Error.of(event.id, fault))
                return
            if answer is not None:
                self.send(Ok(event.id, answer))
            if event.verb == "quit":
                self.end()
        elif isinstance(event, End):
            for search in list(self.thinking.values()):
                self.finish(search)
            self.end()
        else:
            self.send(event.error if isinstance(event, Fatal) else event)
            if isinstance(event, Fatal):
                self.end()

    def serve(self, request: Request) -> Answer | None:
        """Serve a request; None: it is answered later."""
        from bots.conform.script_verbs import HANDLERS

        handler = HANDLERS.get(request.verb)
        if handler is None:
            raise RequestError(ErrorCode.UNKNOWN_VERB, f"{request.verb}: not in this script", "do")
        return handler(self, request)

    def state_of(self, request: Request) -> "State":
        """Return a copy of the position that a request is about. Raises RequestError."""
        from engine import games

        args: Any = request.args
        if isinstance(args, Context) and args.game is not UNSET:
            position = None if args.position is UNSET else args.position
            state = games.begin(args.game, request.options, position)
            if args.moves is not UNSET:
                games.play(state, args.moves)
            return state
        name = DEFAULT_SESSION if args.session is UNSET else args.session
        if name not in self.sessions:
            raise RequestError(ErrorCode.UNKNOWN_SESSION, f"there is no session {name}", "session")
        return self.sessions[name].copy()

    def busy(self, request: Request) -> bool:
        """Say whether the session that a request is about is searching."""
        session = _session(request)
        return session is not None and any(_session(t.request) == session for t in self.thinking.values())


def _session(request: Request) -> str | None:
    """Return the session that a request is about; None for a game of its own."""
    args: Any = request.args
    if getattr(args, "game", UNSET) is not UNSET:
        return None
    return DEFAULT_SESSION if args.session is UNSET else str(args.session)


def go_args(request: Request) -> GoArgs:
    """Return the arguments of a `go`."""
    assert isinstance(request.args, GoArgs)
    return request.args
