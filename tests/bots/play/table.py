"""A terminal game without processes: the rules in place of an engine, lines in place of a person."""

import asyncio
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console

from bots.draw import read
from bots.play.game import Seats, TerminalGame
from bots.play.referee import Referee, Situation
from bots.play.saved import PERSON
from bots.play.screen import Screen
from bots.players import Limits, Player, make_player
from engine import games
from protocol.answers import GoInfo, MoveDetail
from protocol.errors import EngineRefused, RequestError
from protocol.values import Scalar


class RulesReferee(Referee):
    """Keeps the game by the rules themselves."""

    def __init__(self) -> None:
        self.name = "rules"

    async def begin(
        self, game: str, options: Mapping[str, Scalar], start: str | None, moves: Sequence[str]
    ) -> Situation:
        self.state = games.begin(game, options, start)
        games.play(self.state, moves)
        self.board = read(games.describe(game, options))
        return await self.look()

    async def look(self) -> Situation:
        state = self.state
        return Situation(
            game=state.game,
            options=state.options,
            start=state.start,
            played=tuple(state.history),
            position=state.position,
            cells=state.cells(),
            turn=state.turn,
            ply=state.ply,
            seats=state.seats,
            moves=tuple(msgspec.convert(state.moves_detail(), list[MoveDetail])),
            over=state.over,
            result=state.result,
            reason=state.reason,
        )

    async def play(self, move: str) -> Situation:
        try:
            games.play(self.state, [move])
        except RequestError as error:
            raise EngineRefused(error.code, error.message, error.field, error.index) from None
        return await self.look()

    async def undo(self, count: int) -> Situation:
        games.undo(self.state, count)
        return await self.look()

    async def hint(self, movetime: int, lines: int) -> list[GoInfo]:
        return [GoInfo(depth=3, score="cp:35", nodes=1, pv=list(self.state.moves()[:1]))]


class Play:
    """A game played by the lines of a script; `text` is all that was seen."""

    def __init__(
        self,
        script: str,
        game: str = "loa",
        *,
        first: str | Player = PERSON,
        second: str | Player = "random?seed=1",
        options: Mapping[str, Scalar] | None = None,
        start: str | None = None,
        moves: Sequence[str] = (),
        interactive: bool = False,
        file: Path | None = None,
        max_plies: int = 0,
    ) -> None:
        self.lines: Iterator[str] = iter(script.splitlines())
        self.prompts: list[str] = []
        out = io.StringIO()
        screen = Screen(Console(file=out, width=100), self.read, interactive=interactive)
        referee = RulesReferee()
        players = {"first": self.player(first), "second": self.player(second)}
        specs = {seat: player.name if player else PERSON for seat, player in players.items()}
        with asyncio.Runner() as runner:
            now = runner.run(referee.begin(game, options or {}, start, moves))
            self.game = TerminalGame(
                runner,
                referee,
                now,
                seats=Seats(specs, players),
                screen=screen,
                limits=Limits(nodes=10),
                file=file,
                max_plies=max_plies,
            )
            self.game.run()
        self.text = out.getvalue()

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for line in self.lines:
            if line == "^C":
                raise KeyboardInterrupt
            return line
        raise EOFError

    @staticmethod
    def player(given: str | Player) -> Player | None:
        if isinstance(given, str):
            return None if given == PERSON else make_player(given)
        return given
