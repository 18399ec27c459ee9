"""The C++ core: rules, perft and search of LAG, LOA and LOT. Private; use `engine.games`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Option = int | str

def games() -> list[dict[str, Any]]:
    """List the games: `name`, `title` and `options`, each option with `type`, `default` and its range.

    `{"name": "loa", "title": "Lines of Action", "options": {"size": {"type": "integer", "default": 8,
    "min": 5, "max": 8}, "repetition": {"type": "string", "default": "3", "values": ["3", "2", "off"]}}}`
    """

def describe(game: str, options: Mapping[str, Option]) -> dict[str, Any]:
    """Describe a board as data: y up, one unit is the distance between neighbouring cells.

    Keys: `game`, `title`, `options` (all, typed), `cells` (`name`, `x`, `y`, `polygon`: corners,
    anticlockwise),
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

    def evaluate(self) -> dict[str, Any]:
        """Judge the position without search, from the player to move.

        Keys: `score` (cp:N; of a finished game win:0, loss:0 or draw) and `terms` (name -> value; they add
        up to the score; none when the game is over).
        """

class StopFlag:
    """Tells a running `perft` to end; set from any thread, and set for ever."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...

class SearchLimits:
    """When a search ends, and how it is run. Times in milliseconds; None: not given.

    The first limit reached ends the search; `infinite` and `ponder` are ended by `Searcher.stop` alone,
    `ponder` also becomes limited at `Searcher.ponderhit`.
    """

    def __init__(
        self,
        *,
        movetime: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        infinite: bool = False,
        ponder: bool = False,
        time: int | None = None,
        inc: int | None = None,
        opptime: int | None = None,
        oppinc: int | None = None,
        movestogo: int | None = None,
        multipv: int = 1,
        searchmoves: Sequence[str] | None = None,
        threads: int = 1,
        seed: int = 0,
        info_interval: int = 500,
    ) -> None:
        """Check and keep the limits.

        `searchmoves` None or empty considers all moves. `seed` 0 adds nothing; another adds -3 to 3 to each
        evaluation, by position, so that play varies from seed to seed and repeats with each.
        Raises ValueError when no limit is given or a number is out of range.
        """

class Searcher:
    """One search slot: it has a transposition table of its own and runs one search at a time.

    `stop` and `ponderhit` may come from any thread. One that comes before `search` has begun is kept for it:
    call `arm` when a search is accepted, before it is handed to its thread, and what came earlier is
    forgotten. The end of a search forgets what is left, too.
    """

    def __init__(self, memory: int) -> None:
        """`memory` in MiB, taken from the system at the first search."""

    def arm(self) -> None:
        """Forget stops and ponderhits that came until now."""

    def search(
        self,
        state: State,
        limits: SearchLimits,
        on_info: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Search the position that `state` has now; block, with the GIL released.

        `on_info` is called in this thread, for each line, after each iteration and at least every
        `info_interval`, with `depth`, `seldepth`, `multipv`, `score` (cp:N, win:N, loss:N, draw), `bound`
        (lower or upper, only when inexact), `nodes`, `nps`, `elapsed` (ms), `hashfull` (thousandths), `pv`.
        An exception of its ends the search and is raised here.

        Return `move`, `ponder` (where known), `score`, `bound`, `depth`, `seldepth`, `nodes`, `nps`,
        `elapsed`, `pv`. Raises GameOverError; MoveError with the index in `searchmoves`; RuntimeError
        when the searcher is searching already; MemoryError.
        """

    def stop(self) -> None:
        """End the search; it answers with the best move found, within 10 ms."""

    def ponderhit(
        self,
        *,
        time: int | None = None,
        inc: int | None = None,
        opptime: int | None = None,
        oppinc: int | None = None,
        movestogo: int | None = None,
    ) -> None:
        """Say that the predicted move was played: the limits run from now, with these clocks."""

    def clear(self) -> None:
        """Forget all that earlier searches found. Raises RuntimeError during a search."""

    def resize(self, memory: int) -> None:
        """Give the table another size in MiB, empty. Raises RuntimeError during a search."""
