"""What can be typed besides moves: one table of commands, from which help is written as well."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bots.errors import CommandError
from bots.play.saved import save
from bots.play.thinking import score_text
from bots.players.levels import LEVELS
from bots.players.score import Score
from protocol.suggest import did_you_mean

if TYPE_CHECKING:
    from bots.play.game import TerminalGame

_HINT_TIME, _HINT_LINES = 1000, 3  # milliseconds; lines of play


class Command(Struct, frozen=True):
    """One command: what is typed, what it takes, what it does."""

    name: str
    run: "Callable[[TerminalGame, str], None]"
    help: str
    argument: str = ""
    aliases: tuple[str, ...] = ()
    after_end: bool = True  # whether it makes sense once the game is over


def obey(game: "TerminalGame", line: str) -> None:
    """Do what a line says: a command by its name, else a move. Raises CommandError."""
    word, _, argument = line.partition(" ")
    command = BY_NAME.get(word.lower())
    if line.lower() in game.now.legal:
        command = None
    if command is not None:
        if game.over and not command.after_end:
            raise CommandError("the game is over", "undo, save or quit")
        command.run(game, argument.strip())
    elif not line:
        _nothing(game)
    elif game.over:
        raise CommandError(f"the game is over, and {word} is no command", "undo, save or quit")
    else:
        near = did_you_mean(word.lower(), NAMES) if not any(c.isdigit() for c in word) else None
        if near and not any(move.startswith(word.lower()) for move in game.now.legal):
            raise CommandError(f"{word} is neither a move nor a command", f"did you mean {near}?")
        game.enter(line)


def leave(game: "TerminalGame") -> None:
    """Leave the game, and offer to save it if it would be lost."""
    game.left = True
    if game.over or not game.now.played:
        return
    if game.file is not None:
        game.screen.say(f"The game is kept in {game.file}; go on with: trilogue-bots play --load {game.file}")
        return
    if not game.screen.interactive:
        return
    name = f"{game.now.game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.json"
    try:
        answer = game.screen.ask(f"Save the game as {name}? [Y/n, or another name] ")
    except (EOFError, KeyboardInterrupt):
        game.screen.say()
        return
    if answer.lower() not in ("n", "no"):
        _save(game, name if answer.lower() in ("", "y", "yes") else answer)


def _nothing(game: "TerminalGame") -> None:
    if not game.over and len(game.now.moves) == 1:
        game.enter(game.now.legal[0])


def _help(game: "TerminalGame", argument: str) -> None:
    example = f", such as {game.now.legal[0]}" if game.now.legal else ""
    game.screen.say(f"Type a move{example}: all of it, or as much as tells it from the others,")
    game.screen.say("or the cells to touch in order. Case and - x : do not matter. Or a command:")
    for command in COMMANDS:
        names = ", ".join((command.name, *command.aliases))
        game.screen.say(f"  {f'{names} {command.argument}'.rstrip():<22} {command.help}")
    game.screen.say("Tab completes. Ctrl-C while an engine thinks has it move at once.")


def _moves(game: "TerminalGame", argument: str) -> None:
    moves = [move for move in game.now.legal if move.startswith(argument.lower())]
    what = f" that begin with {argument}" if argument else ""
    game.screen.say(f"{len(moves)} legal move{'' if len(moves) == 1 else 's'}{what}")
    if moves:
        game.screen.list(moves)


def _hint(game: "TerminalGame", argument: str) -> None:
    for info in game.runner.run(game.referee.hint(_HINT_TIME, _HINT_LINES)):
        line = " ".join(info.pv[:6])
        game.screen.say(f"  {score_text(info.score):>9}  {line}", "green")


def _undo(game: "TerminalGame", argument: str) -> None:
    """Take back to where the person at the keyboard was last to move."""
    now, persons = game.now, game.seats.persons
    plies = 2 if len(persons) == 1 and now.mover in persons else 1
    if game.ending is not None:
        plies = 0
    if plies > len(now.played):
        raise CommandError("there is nothing of yours to take back")
    game.take_back(plies)
    game.show()


def _board(game: "TerminalGame", argument: str) -> None:
    game.show()
    game.screen.say(f"Position: {game.now.position}", "dim")


def _history(game: "TerminalGame", argument: str) -> None:
    played = game.now.played
    first = game.now.ply - len(played)
    rows = [f"{first + index + 1}. {move}" for index, move in enumerate(played)]
    game.screen.list(rows) if rows else game.screen.say("Nothing has been played yet.")


def _save(game: "TerminalGame", argument: str) -> None:
    if not argument and game.file is None:
        raise CommandError("save where?", f"write for example: save {game.now.game}.json")
    path = Path(argument).expanduser() if argument else game.file
    assert path is not None
    save(path, game.saved())
    game.screen.say(f"Saved in {path}; go on with: trilogue-bots play --load {path}")


def _resign(game: "TerminalGame", argument: str) -> None:
    persons = game.seats.persons
    seat = game.now.mover if game.now.mover in persons else persons[0]
    other = next(colour for holder, colour in game.now.seats.items() if holder != seat)
    game.end(other, "resignation")


def _draw(game: "TerminalGame", argument: str) -> None:
    others = [seat for seat, player in game.seats.players.items() if player is not None]
    for seat in others:
        score = game.last_score(seat)
        if score is None or Score.parse(score) > Score("cp", 0):
            game.screen.say(f"{game.name(seat)} would rather play on.", "yellow")
            return
    game.end("draw", "agreement")


def _level(game: "TerminalGame", argument: str) -> None:
    if argument not in map(str, LEVELS):
        raise CommandError(f"levels are {min(LEVELS)} to {max(LEVELS)}", "write for example: level 4")
    game.limits = LEVELS[int(argument)]
    game.keep()
    said = ", ".join(f"{name} {value}" for name, value in game.limits.given().items())
    game.screen.say(f"Level {argument} from the next move on ({said}).")


def _quit(game: "TerminalGame", argument: str) -> None:
    leave(game)


COMMANDS = (
    Command("help", _help, "show this", aliases=("?", "h")),
    Command("moves", _moves, "list the legal moves, or those that begin so", "[BEGINNING]", after_end=False),
    Command("hint", _hint, "think for a second and show the best lines", after_end=False),
    Command("undo", _undo, "take back your last move, and the answer to it", aliases=("takeback",)),
    Command("board", _board, "show the board and the position string"),
    Command("history", _history, "list the moves played"),
    Command("level", _level, "set how hard an engine thinks, 1 to 10", "N"),
    Command("draw", _draw, "offer a draw", after_end=False),
    Command("resign", _resign, "give the game up", after_end=False),
    Command("save", _save, "save the game; play --load FILE goes on with it", "[FILE]"),
    Command("quit", _quit, "leave (so do Ctrl-C and Ctrl-D)", aliases=("exit", "q")),
)
BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}
NAMES = tuple(command.name for command in COMMANDS)
