"""The rules of the games with the protocol's types and errors: all that Python knows of the core's rules.

A game so far is a `State`: options, the position it began with, the moves since. It is a value; `copy` is
cheap. Every error raised here is a `RequestError` whose field names the request's argument that is wrong.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine import _core
from engine._core import State
from protocol.errors import ErrorCode, RequestError
from protocol.suggest import clip, unknown_argument

Option = int | str

MAX_PLIES = 4096
"""Moves that one game may hold: ten times the longest seen, and its list still fits one message."""

__all__ = [
    "MAX_PLIES",
    "Option",
    "State",
    "begin",
    "declared",
    "describe",
    "game_over",
    "names",
    "play",
    "undo",
]


@cache
def _games() -> dict[str, dict[str, Any]]:
    return {game["name"]: game for game in _core.games()}


def names() -> list[str]:
    """List the games that the engine knows, in alphabetical order."""
    return sorted(_games())


def declared(game: str) -> dict[str, dict[str, Any]]:
    """Return a game's options: name -> ``type``, ``default`` and ``min``/``max`` or ``values``.

    Raises RequestError: unknown-game.
    """
    known = _games().get(game)
    if known is None:
        message = f"{clip(game)}: known are {', '.join(names())}"
        raise RequestError(ErrorCode.UNKNOWN_GAME, message, field="game")
    options: dict[str, dict[str, Any]] = known["options"]
    return options


def begin(game: str, options: Mapping[str, Option] | None = None, position: str | None = None) -> State:
    """Begin a game at its start or at a position.

    - `options`: given game options; a text is given the type that the option declares.
    - `position`: position string; a size left out follows from it.

    Raises RequestError: unknown-game, unknown-argument, bad-argument, bad-position.
    """
    known = declared(game)
    try:
        return State(game, options or {}, position)
    except _core.OptionError as error:
        raise _refused(game, known, error) from None
    except _core.PositionError as error:
        raise RequestError(ErrorCode.BAD_POSITION, error.message, field="position") from None


def play(state: State, moves: Sequence[str], *, field: str = "moves") -> list[str]:
    """Play all of the moves, or none, and return them in canonical form.

    - `field`: what a game that was over from the first is blamed on.

    Raises RequestError: illegal-move, game-over, too-large.
    """
    if len(moves) + state.ply > MAX_PLIES and len(moves) + len(state.history) > MAX_PLIES:
        raise RequestError(ErrorCode.TOO_LARGE, f"a game holds at most {MAX_PLIES} moves", field="moves")
    try:
        return state.play(moves)
    except _core.GameOverError as error:
        if error.index == 0:
            raise game_over(state, field) from None
        raise RequestError(ErrorCode.GAME_OVER, error.message, field="moves", index=error.index) from None
    except _core.MoveError as error:
        raise RequestError(ErrorCode.ILLEGAL_MOVE, error.message, field="moves", index=error.index) from None


def game_over(state: State, field: str) -> RequestError:
    """Make the error for a move or a search asked of a finished game; `field` is where the game came from."""
    message = f"the game is over: {state.result} ({state.reason})"
    return RequestError(ErrorCode.GAME_OVER, message, field=field)


def undo(state: State, count: int) -> None:
    """Take back moves.

    Raises RequestError: bad-argument when fewer were played.
    """
    played = len(state.history)
    if count > played:
        moves = "1 move was" if played == 1 else f"{played} moves were"
        raise RequestError(ErrorCode.BAD_ARGUMENT, f"only {moves} played", field="count")
    state.undo(count)


def describe(game: str, options: Mapping[str, Option]) -> dict[str, Any]:
    """Describe a game's board as data.

    Raises RequestError: unknown-game, unknown-argument, bad-argument.
    """
    known = declared(game)
    try:
        return _core.describe(game, options)
    except _core.OptionError as error:
        raise _refused(game, known, error) from None


def _refused(game: str, known: Mapping[str, Any], error: _core.OptionError) -> RequestError:
    if error.code == ErrorCode.UNKNOWN_ARGUMENT:
        return unknown_argument(game, error.field, known)
    return RequestError(ErrorCode(error.code), error.message, field=error.field)
