"""The async client: a typed method for every verb, and the ways to come by an engine."""

import errno
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from protocol.answers import (
    Answer,
    CountAnswer,
    DescribeAnswer,
    Empty,
    EvalAnswer,
    GoAnswer,
    GoInfo,
    HelloAnswer,
    MovesAnswer,
    NewAnswer,
    OptionsAnswer,
    PerftAnswer,
    PlayAnswer,
    PositionAnswer,
    SetAnswer,
    ShowAnswer,
    StatusAnswer,
    UndoAnswer,
)
from protocol.client.exchange import Exchange
from protocol.client.link import StreamLink
from protocol.client.pending import Pending
from protocol.connection import ClientConnection, Encoding
from protocol.errors import EngineGone, GoneKind
from protocol.transports.base import Transport
from protocol.transports.process import Grace, ProcessTransport
from protocol.values import QUIET

AnswerT = TypeVar("AnswerT", bound=Answer)
OnInfo = Callable[[GoInfo], None]

WANT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC})
"""Errors of a start that say nothing about the program: this machine had no room for it."""


class Client(Exchange):
    """A client of one engine; every method may be called while others are under way.

        async with Client.start(["trilogue"]) as engine:
            await engine.new("loa")
            answer = await engine.go(movetime=500)
            print(answer.move, answer.score)

    Each verb has a method of its name: its main argument comes first, the others and game options by
    keyword, as PROTOCOL.md has them; `deadline=` (seconds) goes with any. Answers are the structs of
    `protocol.answers`.
    For the exceptions see `request`.
    """

    greeting: HelloAnswer | None = None
    """The engine's answer to `hello` at the start."""

    @classmethod
    async def launch(
        cls,
        argv: Sequence[str],
        *,
        encoding: str = "text",
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        grace: Grace | None = None,
        start_deadline: float = 10.0,
        handshake: bool = True,
        **settings: Any,
    ) -> Self:
        """Start an engine process and greet it; the caller closes the client.

        argv           -- program and arguments, without a shell
        encoding       -- `text` or `msgpack`
        cwd, env       -- its directory; variables set over the inherited environment
        grace          -- seconds for each step of its end
        start_deadline -- seconds until it must have answered `hello`
        handshake      -- whether to send `hello` at all
        settings       -- `deadline`, `patience`, `history`: see Exchange

        Raises EngineGone when the program cannot be started (kind `start`; `resources` when that is this
        machine's fault), and what `request` raises.
        """
        transport = ProcessTransport(argv, cwd=cwd, env=env, grace=grace)
        try:
            await transport.start()
        except (OSError, ValueError) as error:
            ours = isinstance(error, OSError) and error.errno in WANT
            kind = GoneKind.RESOURCES if ours else GoneKind.START
            raise EngineGone(f"cannot start {argv[0] if argv else argv!r}: {error}", kind=kind) from error
        client = cls(StreamLink(transport, ClientConnection(Encoding(encoding))), **settings)
        await client.join(handshake, start_deadline)
        return client

    @classmethod
    @asynccontextmanager
    async def start(cls, argv: Sequence[str], **settings: Any) -> AsyncIterator[Self]:
        """Start an engine process for the length of a block; see `launch`."""
        async with await cls.launch(argv, **settings) as client:
            yield client

    @classmethod
    def attach(cls, transport: Transport, *, encoding: str = "text", **settings: Any) -> Self:
        """Return a client over a transport to an engine that is not its own: closing leaves it be.

        Enter it as a context manager, or call join() and close().
        """
        return cls(StreamLink(transport, ClientConnection(Encoding(encoding)), quits=False), **settings)

    async def join(self, handshake: bool = True, deadline: float | None = None) -> None:
        """Begin to listen and greet the engine; close the link if that fails."""
        self.listen()
        if handshake and self.greeting is None:
            try:
                self.greeting = await self.hello(ugp=1, deadline=deadline)
            except BaseException:
                await self.close()
                raise

    def __repr__(self) -> str:
        who = f"{self.greeting.name} {self.greeting.version}" if self.greeting else "an engine"
        state = f"{self.in_flight} requests in flight" if self.alive else "not connected"
        return f"<{type(self).__name__} of {who}, pid {self.pid}, {state}>"

    async def __aenter__(self) -> Self:
        if not self.alive:
            await self.join()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _ask(self, answer: type[AnswerT], verb: str, **arguments: Any) -> AnswerT:
        got = await self.request(verb, **arguments)
        assert isinstance(got, answer), f"{verb} is declared to answer {answer}"
        return got

    async def hello(self, /, **arguments: Any) -> HelloAnswer:
        """Ask who the engine is, what it plays, its options, features and limits."""
        return await self._ask(HelloAnswer, "hello", **arguments)

    async def describe(self, /, game: str, **options: Any) -> DescribeAnswer:
        """Ask for the board of a game as data: cells, colours, pieces."""
        return await self._ask(DescribeAnswer, "describe", game=game, **options)

    async def new(self, /, game: str, **arguments: Any) -> NewAnswer:
        """Begin a game in a session."""
        return await self._ask(NewAnswer, "new", game=game, **arguments)

    async def position(self, /, position: str, **arguments: Any) -> PositionAnswer:
        """Set a session to a position and moves from it."""
        return await self._ask(PositionAnswer, "position", position=position, **arguments)

    async def play(self, /, moves: str | Sequence[str], **arguments: Any) -> PlayAnswer:
        """Play one move or several in a session, all or none."""
        moves = [moves] if isinstance(moves, str) else list(moves)
        return await self._ask(PlayAnswer, "play", moves=moves, **arguments)

    async def undo(self, /, count: int = 1, **arguments: Any) -> UndoAnswer:
        """Take back plies in a session."""
        return await self._ask(UndoAnswer, "undo", count=count, **arguments)

    async def close_session(self, /, session: str = "main", **arguments: Any) -> Empty:
        """Forget a session (the verb `close`; `close()` ends the client)."""
        return await self._ask(Empty, "close", session=session, **arguments)

    async def moves(self, /, **arguments: Any) -> MovesAnswer:
        """Ask for the legal moves of a context; `detail=True` for their clicks and effects."""
        return await self._ask(MovesAnswer, "moves", **arguments)

    async def show(self, /, **arguments: Any) -> ShowAnswer:
        """Ask for the position of a context, as data and as text."""
        return await self._ask(ShowAnswer, "show", **arguments)

    async def status(self, /, **arguments: Any) -> StatusAnswer:
        """Ask whose turn it is, or who won and why."""
        return await self._ask(StatusAnswer, "status", **arguments)

    async def go(self, /, *, on_info: OnInfo | None = None, **limits: Any) -> GoAnswer:
        """Search and wait for the move; `on_info` is called with each info meanwhile."""
        return await self._ask(GoAnswer, "go", on_info=on_info, **limits)

    def search(
        self, /, *, deadline: float | None = None, listen: bool = True, **limits: Any
    ) -> Pending[GoInfo, GoAnswer]:
        """Search and read its infos as they come, unless `listen` is False; see Pending.

        An engine that can is then asked to send none, unless it is endless: infos are its signs of life.
        """
        endless = limits.get("infinite") or limits.get("ponder")
        if not (listen or endless) and self.greeting is not None and QUIET in self.greeting.features:
            limits["quiet"] = True
        return self.stream("go", deadline=deadline, listen=listen, **limits)

    async def stop(self, /, request: str | None = None, **arguments: Any) -> CountAnswer:
        """End a search early, or whatever the session searches: it answers with the move it has."""
        return await self._control("stop", request, arguments)

    async def cancel(self, /, request: str, **arguments: Any) -> CountAnswer:
        """Give up a request by its id; it ends with the error `cancelled`."""
        return await self._control("cancel", request, arguments)

    async def ponderhit(self, /, request: str | None = None, **clocks: Any) -> CountAnswer:
        """Tell a pondering search that its move was played."""
        return await self._control("ponderhit", request, clocks)

    async def _control(self, verb: str, request: str | None, arguments: dict[str, Any]) -> CountAnswer:
        if request is not None:
            arguments["request"] = request
        return await self._ask(CountAnswer, verb, **arguments)

    async def options(self, /, **arguments: Any) -> OptionsAnswer:
        """Ask for the settings with their ranges and values."""
        return await self._ask(OptionsAnswer, "options", **arguments)

    async def set(self, /, **values: Any) -> SetAnswer:
        """Change settings, of the connection or of a session."""
        return await self._ask(SetAnswer, "set", **values)

    async def clear(self, /, **arguments: Any) -> Empty:
        """Have the engine forget all that searches have learnt."""
        return await self._ask(Empty, "clear", **arguments)

    async def eval(self, /, **arguments: Any) -> EvalAnswer:
        """Ask for the static score of a context; `detail=True` for its terms."""
        return await self._ask(EvalAnswer, "eval", **arguments)

    async def perft(self, /, depth: int, **arguments: Any) -> PerftAnswer:
        """Count the leaves of the move tree of a context."""
        return await self._ask(PerftAnswer, "perft", depth=depth, **arguments)

    async def ping(self, /, **arguments: Any) -> Empty:
        """Ask for a sign of life."""
        return await self._ask(Empty, "ping", **arguments)

    async def quit(self, /, **arguments: Any) -> Empty:
        """Have the engine stop everything and end; then close() the client."""
        return await self._ask(Empty, "quit", **arguments)
