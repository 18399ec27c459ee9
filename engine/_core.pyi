"""The C++ core: rules, perft and search of LAG, LOA and LOT. Private; use `engine.games`."""

from collections.abc import Mapping, Sequence
from typing import Any

Option = int | str

def games() -> list[dict[str, Any]]:
    """List the games: `name`, `title` and `options`, each option with `type`, `default` and its range.

    `{"name": "loa", "title": "Lines of Action", "options": {"size": {"type": "integer", "default": 8,
    "min": 5, "max": 8}, "repetition": {"type": "string", "default": "3", "values": ["3", "2", "off"]}}}`
    """

def describe(game: str, options: Mapping[str, Option]) -> dict[str, Any]:
    """Describe a board as data: y up, one unit is the distance between neighbouring cells.

    Keys: `game`, `title`, `options` (all, typed), `cells` (`name`, `x`, `y`, `polygon`: corners, anticlockwise),
    `labels` (`text`, `x`, `y`: coordinates beside the board), `colours` (`name`, `letter`; the first to
    move first) and `pieces` (`code`, `colour`, `kind`: man, single or stack).

    Raises OptionError; KeyError for an unknown game.
    """

class OptionError(ValueError):
    """A game option is unknown (`code` is unknown-argument) or its value is wrong (bad-argument)."""

    code: str
    field: str
    message: str

class PositionError(ValueError):
    """A position string does not say a position of the game."""

    message: str

class MoveError(ValueError):
    """The move at `index` of those given is not legal."""

    index: int
    message: str

class GameOverError(MoveError):
    """The game was over before the move at `index`."""

class State:
    """A game so far: options, the position it began with, and the moves since.

    A value: `play` and `undo` change this object alone. Not for use by two threads at once, save
    `perft`, which works on the position as it was when called.
    """

    def __init__(self, game: str, options: Mapping[str, Option], position: str | None = None) -> None:
        """Begin a game, at its start or at `position` (then a size left out follows from it).

        Raises KeyError (unknown game), OptionError, PositionError.
        """

    def copy(self) -> State: ...
    @property
    def game(self) -> str: ...
    @property
    def options(self) -> dict[str, Option]:
        """All options of the game with their values in force."""

    @property
    def start(self) -> str:
        """The position string that this game began with, canonical."""

    @property
    def position(self) -> str: ...
    @property
    def turn(self) -> str:
        """The colour to move: black or white (also when the game is over)."""

    @property
    def ply(self) -> int: ...
    @property
    def hash(self) -> str:
        """16 hex digits, equal when game, rules, board, side and right to swap are equal."""

    @property
    def over(self) -> bool: ...
    @property
    def result(self) -> str | None:
        """Black, white or draw in lower case; None while the game goes on."""

    @property
    def reason(self) -> str | None: ...
    @property
    def seats(self) -> dict[str, str]:
        """The colours that the `first` and the `second` player have now."""

    @property
    def legal(self) -> int:
        """The number of legal moves."""

    @property
    def history(self) -> list[str]:
        """The moves since the start, canonical."""

    def moves(self) -> list[str]:
        """List the legal moves, canonical; none when the game is over."""

    def moves_detail(self) -> list[dict[str, Any]]:
        """List the legal moves taken apart.

        Keys: `move`; `clicks` (cells to click in order, unique and never the beginning of another
        move's) or `label` (pass, swap); and where they apply `from`, `to` (a cell), `captured`,
        `placed`, `removed`, `stacked` (lists of cells).
        """

    def play(self, moves: Sequence[str]) -> list[str]:
        """Play all of `moves` or none; return them canonical. Raises MoveError, GameOverError."""

    def undo(self, count: int) -> None:
        """Take back `count` moves. Raises ValueError when fewer were played or count is negative."""

    def cells(self) -> dict[str, str]:
        """Map each cell that is not empty to its piece's code."""

    def text(self) -> str:
        """Draw the board in ASCII with coordinates."""

    def perft(self, depth: int, stop: StopFlag) -> int | None:
        """Count the lines of `depth` plies (0 and up), by the positions alone, not by repetition.

        Releases the GIL. None when `stop` was set first.
        """

class StopFlag:
    """Tells a running `perft` to end; set from any thread, and set for ever."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
