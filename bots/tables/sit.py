"""A person at a table: challenge, wait, play by typing moves and a few commands."""

import asyncio
import concurrent.futures
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
from protocol.tables.documents import Notice, Seat, TableState

HELP = "Type a move, or: draw, accept, decline, resign, abort, moves, quit (the game goes on without you)."


LOOK = 5.0  # s without a notice after which we ask whether the challenge still stands
MOST_HEARD = 64  # notices that wait to be read


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
        self.lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=1)
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
            try:  # the next line is read when this one was taken
                asyncio.run_coroutine_threadsafe(self.lines.put(line), self._loop).result()
            except (RuntimeError, concurrent.futures.CancelledError):
                return  # the loop is closed: nobody wants it any more


async def play(client: TableClient, seeks: Seeks) -> None:
    """Come to a table as wished, and play."""
    screen = Screen.standard()
    table = await _find_table(client, seeks, screen)
    screen.say(HELP, "dim")
    seat = Sitting(client, table, screen)
    await seat.run()


async def _find_table(client: TableClient, seeks: Seeks, screen: Screen) -> str:
    if seeks.table is not None:
        state = (await client.sync(seeks.table)).state
        if client.user not in state.players.values():
            raise CommandError(
                f"{client.user} does not play at {seeks.table}", f"trilogue-bots watch {seeks.table}"
            )
        return seeks.table
    if seeks.accept is not None:
        await client.request("accept", answers.SyncAnswer, challenge=seeks.accept)
        return seeks.accept
    heard: asyncio.Queue[Notice] = asyncio.Queue(maxsize=MOST_HEARD)
    listening = asyncio.create_task(_listen(client, heard))
    await asyncio.sleep(0)  # it listens before the challenge is made
    try:
        return await _challenge(client, seeks, screen, heard)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def _listen(client: TableClient, heard: asyncio.Queue[Notice]) -> None:
    async for notice in client.notices():
        await heard.put(notice)


async def _challenge(client: TableClient, seeks: Seeks, screen: Screen, heard: asyncio.Queue[Notice]) -> str:
    """Make a challenge, and wait until it has become a game."""
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
        while not await _begun(client, made.challenge, heard, whom):
            pass
    except asyncio.CancelledError:
        with contextlib.suppress(UgpError):
            await client.request("withdraw", Empty, challenge=made.challenge)
        raise
    return made.challenge


async def _begun(client: TableClient, challenge: str, heard: asyncio.Queue[Notice], whom: str) -> bool:
    """Wait a while; return whether a challenge became a game. Raises CommandError when it never will."""
    try:
        async with asyncio.timeout(LOOK):
            notice = await heard.get()
    except TimeoutError:
        return await _began_unheard(client, challenge, whom)
    if notice.challenge != challenge:
        return False
    if notice.kind in {"declined", "withdrawn"}:
        reason = notice.reason if isinstance(notice.reason, str) and notice.reason else "no reason"
        raise CommandError(f"{whom}: {notice.kind} ({reason})", "see trilogue-bots lobby")
    return notice.kind == "started"


async def _began_unheard(client: TableClient, challenge: str, whom: str) -> bool:
    """Return whether a game began of which the notice was lost, as while the line was broken."""
    try:
        mine = await client.request("mine", answers.MineAnswer)
    except DeadlineExceeded:
        return False  # the referee is away: it will be back, and the challenge with it
    if any(each.table == challenge for each in mine.tables):
        return True
    if any(each.challenge == challenge for each in mine.challenges):
        return False
    raise CommandError(f"{whom}: the challenge stands no more", "see trilogue-bots lobby")


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
            before, self._state = self._state, state
            self._scene.show(state)
            if before is not None and before.offer == self._seat(state) and state.phase == "playing":
                self._screen.say("The draw was declined.", "yellow")
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
