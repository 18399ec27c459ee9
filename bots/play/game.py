"""A game at a terminal: whose turn it is, what was typed, what the other plays, and how it ends."""

import asyncio
import signal
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from bots.draw.marks import of_move
from bots.errors import CommandError
from bots.play import commands, entry
from bots.play.referee import Referee, Situation
from bots.play.saved import SavedGame, save
from bots.play.screen import Screen
from bots.play.thinking import choice_text
from bots.players import Choice, Limits, Player
from bots.players.engine import EnginePlayer
from protocol.errors import EngineRefused


class Seats(Struct, frozen=True):
    """Who sits where: for each of `first` and `second` a spec, and the player, or None for a person."""

    specs: Mapping[str, str]
    players: Mapping[str, Player | None]

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats with somebody at the keyboard."""
        return tuple(seat for seat, player in self.players.items() if player is None)


class Ending(Struct, frozen=True):
    """An end that the rules do not know: by resignation or agreement."""

    result: str
    reason: str


class TerminalGame:
    """One game between `seats`, refereed by an engine, seen on a screen.

    full_thinking -- write every depth of an engine's thinking
    file -- where the game is kept after every move, if anywhere
    max_plies -- end there without a result (0: never)
    """

    def __init__(
        self,
        runner: asyncio.Runner,
        referee: Referee,
        situation: Situation,
        *,
        seats: Seats,
        screen: Screen,
        limits: Limits,
        full_thinking: bool = False,
        file: Path | None = None,
        max_plies: int = 0,
    ) -> None:
        self.runner = runner
        self.referee = referee
        self.now = situation
        self.seats = seats
        self.screen = screen
        self.limits = limits
        self.file = file
        self.ending: Ending | None = None
        self.left = False
        self._full = full_thinking
        self._until = situation.ply + max_plies if max_plies else None
        self._touched: tuple[str, ...] = ()
        self._scores: dict[str, str | None] = {}

    def run(self) -> None:
        """Play until the game is over or left. With nobody at the keyboard it ends by itself."""
        self.show()
        while not self.left:
            if self.over and not self.seats.persons:
                self.left = True
            elif self.over or self.now.mover in self.seats.persons:
                self._ask()
            else:
                self._let_play(self.now.mover)

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return (
            self.now.over
            or self.ending is not None
            or (self._until is not None and self.now.ply >= self._until)
        )

    def name(self, seat: str) -> str:
        """Return what the player of a seat is called here."""
        player = self.seats.players[seat]
        if player is not None:
            return player.name
        return "You" if len(self.seats.persons) == 1 else self.now.seats[seat].capitalize()

    def show(self) -> None:
        """Write the board, and whose turn it is or how the game ended."""
        assert self.referee.board is not None
        self.screen.say()
        self.screen.board(self.referee.board, self.now.cells, self._touched)
        self.screen.say(self.standing(), "bold")

    def standing(self) -> str:
        """Say how the game stands."""
        result = self.ending.result if self.ending else self.now.result
        reason = self.ending.reason if self.ending else self.now.reason
        if result is not None:
            said = "A draw" if result == "draw" else f"{self._winner(result)} won"
            return f"The game is over. {said}{f' ({reason})' if reason else ''}."
        seat = self.now.mover
        who = "" if self.name(seat).lower() == self.now.turn else f" ({self.name(seat).lower()})"
        return f"Ply {self.now.ply}, {self.now.turn.capitalize()}{who} to move"

    def _winner(self, colour: str) -> str:
        seat = next(seat for seat, held in self.now.seats.items() if held == colour)
        name = self.name(seat)
        return f"{colour.capitalize()} has" if name.lower() == colour else f"{name} ({colour}) has"

    def play(self, move: str) -> bool:
        """Play a move for the side to move; say so and return False if the referee refuses it."""
        before = {detail.move: detail for detail in self.now.moves}
        seats = self.now.seats
        try:
            self.now = self.runner.run(self.referee.play(move))
        except EngineRefused as refusal:
            self.screen.say(refusal.message, "yellow")
            return False
        played = before.get(self.now.played[-1])
        self._touched = of_move(msgspec.to_builtins(played)).last if played is not None else ()
        if self.now.seats != seats:
            holders = ", ".join(f"{self.name(seat)}: {colour}" for seat, colour in self.now.seats.items())
            self.screen.say(f"Colours have changed hands ({holders}).", "yellow")
        self.keep()
        return True

    def take_back(self, plies: int) -> None:
        """Take back plies (none: only an end by resignation or agreement)."""
        if plies:
            self.now = self.runner.run(self.referee.undo(plies))
            self._touched = ()
        self.ending = None
        self.keep()

    def keep(self) -> None:
        """Write the game to its file, if it has one."""
        if self.file is not None:
            save(self.file, self.saved())

    def saved(self) -> SavedGame:
        """Return the game as it is written to a file."""
        return SavedGame(
            format="trilogue-game/1",
            game=self.now.game,
            first=self.seats.specs["first"],
            second=self.seats.specs["second"],
            options=dict(self.now.options),
            start=self.now.start,
            moves=list(self.now.played),
            limits=self.limits,
            result=self.ending.result if self.ending else self.now.result,
            reason=self.ending.reason if self.ending else self.now.reason,
        )

    def end(self, result: str, reason: str) -> None:
        """End the game by resignation or agreement."""
        self.ending = Ending(result, reason)
        self.keep()
        self.screen.say(self.standing(), "bold")

    def last_score(self, seat: str) -> str | None:
        """Return what the player of a seat thought of its last move; None if it has no opinion."""
        return self._scores.get(seat)

    def _ask(self) -> None:
        """Read one line and do what it says."""
        prompt = "game over> " if self.over else f"{self.now.turn}> "
        try:
            line = self.screen.ask(prompt, [*self.now.legal, *commands.NAMES])
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            commands.leave(self)
            return
        try:
            commands.obey(self, line)
        except CommandError as error:
            self.screen.say(str(error), "yellow")

    def enter(self, text: str) -> None:
        """Play the move that a person typed, or say why not."""
        found = entry.find(text, self.now.moves)
        if found.candidates:
            self.screen.say(f"{text} begins {len(found.candidates)} moves:", "yellow")
            self.screen.list(found.candidates)
        elif self.play(found.move or text):
            self._after_person()

    def _after_person(self) -> None:
        """Show the board, unless a player answers at once: then one board for both moves is enough."""
        if self.over or self.now.mover in self.seats.persons:
            self.show()
        else:
            self.screen.say(f"You play {self.now.played[-1]}", "cyan")

    def _let_play(self, seat: str) -> None:
        player = self.seats.players[seat]
        assert player is not None
        try:
            choice = self.runner.run(self._think(player))
        except KeyboardInterrupt:
            self.screen.say()
            commands.leave(self)
            return
        self._scores[seat] = choice.score
        colour = self.now.seats[seat]
        if not self.play(choice.move):
            raise CommandError(f"{player.name} wants to play {choice.move}, which is not legal", code=3)
        self.screen.say(
            f"{player.name} ({colour}) plays {self.now.played[-1]}  {choice_text(choice)}".rstrip(), "cyan"
        )
        self.show()

    async def _think(self, player: Player) -> Choice:
        """Have a player choose. Ctrl-C has an engine move at once if a person is waiting for it."""
        view = self.now.view()
        if not (self.seats.persons and isinstance(player, EnginePlayer)):
            with self.screen.thinking(self._full) as show:
                return await player.choose(view, self.limits, show)
        loop = asyncio.get_running_loop()
        errands: set[asyncio.Task[None]] = set()
        try:
            loop.add_signal_handler(signal.SIGINT, lambda: errands.add(loop.create_task(player.hurry())))
        except (
            NotImplementedError,
            RuntimeError,
            ValueError,
        ):  # not on this system, or not in the main thread
            return await player.choose(view, self.limits)
        try:
            with self.screen.thinking(self._full) as show:
                return await player.choose(view, self.limits, show)
        finally:
            loop.remove_signal_handler(signal.SIGINT)
