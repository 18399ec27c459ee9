"""A person at a table: challenge, wait, play by typing moves and a few commands."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from bots.errors import CommandError
from bots.play.entry import find
from bots.play.screen import Screen
from bots.tables.client import TableClient, TablesRefused
from bots.tables.clock import other
from bots.tables.scene import Scene, outcome
from protocol.answers import Empty, MoveDetail
from protocol.errors import DeadlineExceeded, UgpError
from protocol.tables import answers
from protocol.tables.documents import Seat, TableState

HELP = "Type a move, or: draw, accept, decline, resign, abort, moves, quit (the game goes on without you)."


class Seeks(Struct, frozen=True, kw_only=True):
    """What the person wants. Times in ms."""

    game: str | None
    to: str | None
    accept: str | None
    table: str | None
    options: Mapping[str, Any]
    time: int
    inc: int
    seat: str
    rated: bool


class Typist:
    """Lines typed, as they come; None at the end of input. A thread of its own waits for them."""

    def __init__(self, screen: Screen) -> None:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._screen = screen
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="typist", daemon=True).start()

    def _read(self) -> None:
        line: str | None = ""
        while line is not None:
            try:
                line = self._screen.ask("> ")
            except (EOFError, KeyboardInterrupt):
                line = None
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody wants it any more
                self._loop.call_soon_threadsafe(self.lines.put_nowait, line)


async def play(client: TableClient, seeks: Seeks) -> None:
    """Come to a table as wished, and play."""
    screen = Screen.standard()
    table = await _find_table(client, seeks, screen)
    screen.say(HELP, "dim")
    seat = Sitting(client, table, screen)
    await seat.run()


async def _find_table(client: TableClient, seeks: Seeks, screen: Screen) -> str:
    if seeks.table is not None:
        return seeks.table
    if seeks.accept is not None:
        await client.request("accept", answers.SyncAnswer, challenge=seeks.accept)
        return seeks.accept
    notices = client.notices()
    next_notice = asyncio.ensure_future(anext(notices))
    await asyncio.sleep(0)  # it listens before the challenge is made
    made = await client.request(
        "challenge",
        answers.ChallengeAnswer,
        game=seeks.game,
        to=seeks.to,
        time=seeks.time,
        inc=seeks.inc,
        seat=seeks.seat,
        rated=seeks.rated,
        **seeks.options,
    )
    whom = seeks.to or "anybody"
    screen.say(f"Challenge {made.challenge} to {whom} stands; waiting (Ctrl-C takes it back) …")
    try:
        while True:
            notice = await next_notice
            if notice.challenge == made.challenge and notice.kind == "started":
                return made.challenge
            if notice.challenge == made.challenge and notice.kind in {"declined", "withdrawn"}:
                reason = notice.reason if isinstance(notice.reason, str) and notice.reason else "no reason"
                raise CommandError(f"{whom}: {notice.kind} ({reason})", "see trilogue-bots lobby")
            next_notice = asyncio.ensure_future(anext(notices))
    except asyncio.CancelledError:
        with contextlib.suppress(UgpError):
            await client.request("withdraw", Empty, challenge=made.challenge)
        raise
    finally:
        next_notice.cancel()


class Sitting:
    """One person's game."""

    def __init__(self, client: TableClient, table: str, screen: Screen) -> None:
        self._client = client
        self._table = table
        self._screen = screen
        self._scene = Scene(screen)
        self._state: TableState | None = None
        self._verbs: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
            "draw": lambda: ("draw", {"what": "offer"}),
            "accept": lambda: ("draw", {"what": "accept"}),
            "decline": lambda: ("draw", {"what": "decline"}),
            "resign": lambda: ("resign", {}),
            "abort": lambda: ("abort", {}),
        }

    async def run(self) -> None:
        """Play until the game is over or the person leaves."""
        typist = Typist(self._screen)
        following = asyncio.create_task(self._follow())
        typist.start()
        try:
            while not following.done():
                line = asyncio.create_task(typist.lines.get())
                await asyncio.wait({line, following}, return_when=asyncio.FIRST_COMPLETED)
                if not line.done():
                    line.cancel()
                    break
                text = line.result()
                if text is None or text in {"quit", "exit", "q"}:
                    self._screen.say(f"You left; come back with: trilogue-bots sit --table {self._table}")
                    return
                await self._obey(text)
            await following
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _follow(self) -> None:
        async for state in self._client.follow(self._table):
            self._state = state
            self._scene.show(state)
            if state.phase == "over":
                self._screen.say(outcome(state), "bold")
                return
            seat = self._seat(state)
            if state.offer == other(seat):
                self._screen.say("A draw is offered: accept or decline.", "yellow")
            if state.mover == seat:
                self._screen.say("It is your move.", "green")

    def _seat(self, state: TableState) -> Seat:
        return "first" if state.players["first"] == self._client.user else "second"

    async def _obey(self, text: str) -> None:
        """Do what a line says: a command, else a move."""
        state = self._state
        if not text or state is None:
            return
        if text in {"help", "?"}:
            self._screen.say(HELP)
            return
        board = self._scene.board(state)
        if text == "moves":
            self._screen.list(board.moves())
            return
        verb = "move"
        arguments: dict[str, Any]
        if text in self._verbs:
            verb, arguments = self._verbs[text]()
        else:
            found = find(text, msgspec.convert(board.moves_detail(), list[MoveDetail]))
            if found.move is None:
                near = f"; did you mean {', '.join(found.candidates[:6])}?" if found.candidates else ""
                self._screen.say(f"{text} is no move here{near}", "red")
                return
            arguments = {"move": found.move, "ply": state.ply}
        try:
            await self._client.request(verb, answers.StateAnswer, table=self._table, **arguments)
        except (TablesRefused, DeadlineExceeded) as fault:
            self._screen.say(str(fault), "red")
