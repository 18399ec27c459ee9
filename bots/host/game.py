"""One game of a bot at a table: follow its state, and move when it is our turn."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from bots.host.config import BotConfig
from bots.host.supervise import GaveUp, Stable
from bots.players.base import Choice, Limits, Player, Turn
from bots.players.score import Score
from bots.tables.client import TableClient, TablesRefused
from bots.tables.clock import other
from engine import games
from protocol.errors import DeadlineExceeded, ErrorCode
from protocol.tables import answers
from protocol.tables.documents import Seat, TableState

AGAIN = 0.5  # s before a request that was not answered is made again


class TableGame:
    """A bot's part in one game. `run` returns when it is over (or not to be found any more)."""

    def __init__(
        self,
        client: TableClient,
        table: str,
        bot: BotConfig,
        stable: Stable,
        *,
        on_fault: Callable[[str], None],
    ) -> None:
        self.table = table
        self.state: TableState | None = None
        self._client = client
        self._bot = bot
        self._stable = stable
        self._on_fault = on_fault
        self._player: Player | None = None
        self._received = 0.0
        self._score: Score | None = None
        self._prepared = False

    async def run(self) -> TableState | None:
        """Play to the end; return the last state."""
        self._player = self._stable.borrow()
        try:
            while True:
                try:
                    return await self._follow()
                except DeadlineExceeded:
                    await asyncio.sleep(AGAIN)  # the referee is away: it will be back, and the table with it
                except TablesRefused as refusal:
                    if refusal.code is not ErrorCode.BUSY:
                        self._on_fault(f"{self.table}: {refusal.message}")
                        return self.state
                    await asyncio.sleep(AGAIN)
        finally:
            await self._stable.give_back(self._player)

    async def _follow(self) -> TableState | None:
        thinking: asyncio.Task[None] | None = None
        ply = -1
        try:
            async for state in self._states():
                self.state = state
                self._received = time.monotonic()
                if state.phase == "over":
                    return state
                if state.mover == self._seat(state) and state.ply != ply:
                    await _end(thinking)
                    ply = state.ply
                    thinking = asyncio.create_task(self._turn(state))
                    thinking.add_done_callback(self._thought)
                elif state.offer == other(self._seat(state)) and state.mover != self._seat(state):
                    await self._answer_offer()
        finally:
            await _end(thinking)
        return self.state

    def _thought(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._on_fault(f"{self.table}: {fault!r}")

    def _states(self) -> AsyncIterator[TableState]:
        return self._client.follow(self.table)

    def _seat(self, state: TableState) -> Seat:
        return "first" if state.players["first"] == self._client.user else "second"

    async def _turn(self, state: TableState) -> None:
        """Think and move."""
        assert self._player is not None
        view = _view(state)
        try:
            if not self._prepared:
                await self._stable.prepare(self._player, view)
                self._prepared = True
            choice = await self._stable.choose(self._player, view, self._limits(state))
        except GaveUp as fault:
            self._on_fault(f"{self.table}: {fault}")
            await self.give_up()
            return
        self._score = Score.parse(choice.score) if choice.score else Score("cp", 0)
        now = self.state or state
        if now.offer == other(self._seat(now)) and self._agrees():
            await self._answer_offer()
            return
        await self._move(choice, state)

    async def _move(self, choice: Choice, state: TableState) -> None:
        while True:
            try:
                await self._client.request(
                    "move", answers.StateAnswer, table=self.table, move=choice.move, ply=state.ply
                )
            except DeadlineExceeded:
                await asyncio.sleep(AGAIN)
            except TablesRefused as refusal:
                if refusal.retry:
                    await asyncio.sleep(AGAIN)
                    continue
                if refusal.code is ErrorCode.ILLEGAL_MOVE:
                    self._on_fault(f"{self.table}: played {choice.move}: {refusal.message}")
                    await self.give_up()
                return  # over, or at another ply: the state that follows says which
            else:
                return

    def _agrees(self) -> bool:
        return self._bot.draws and (self._score is None or self._score <= Score("cp", 0))

    async def _answer_offer(self) -> None:
        what = "accept" if self._agrees() else "decline"
        await self._act("draw", what=what)

    async def give_up(self) -> None:
        """End the game by our own doing: abort it in the opening, else resign."""
        opening = self.state is not None and self.state.phase == "opening"
        await self._act("abort" if opening else "resign")

    async def _act(self, verb: str, **arguments: Any) -> None:
        try:
            await self._client.request(verb, answers.StateAnswer, table=self.table, **arguments)
        except (TablesRefused, DeadlineExceeded) as fault:
            self._on_fault(f"{self.table}: {verb}: {fault}")

    def _limits(self, state: TableState) -> Limits:
        """Return our clocks as they stand now, less the way to the referee; never without any time at all."""
        seat = self._seat(state)
        gone = round((time.monotonic() - self._received) * 1000) if state.phase != "opening" else 0
        left = state.clocks[seat] - gone - self._bot.overhead
        return Limits(
            time=max(1, left),
            inc=state.inc or None,
            opptime=max(1, state.clocks[other(seat)]),
            oppinc=state.inc or None,
        )


def _view(state: TableState) -> Turn:
    board = games.begin(state.game, state.options, state.start)
    games.play(board, state.moves)
    return Turn(
        game=state.game,
        options=state.options,
        start=state.start,
        moves=tuple(state.moves),
        position=state.position,
        legal=tuple(board.moves()),
        ply=state.ply,
    )


async def _end(task: "asyncio.Task[None] | None") -> None:
    """End our thinking about a position that is past, and wait until it has ended."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
