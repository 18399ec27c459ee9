"""Where the game is seen and heard: a terminal, or a pipe in which nothing moves and nothing is coloured."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from rich.columns import Columns
from rich.console import Console
from rich.live import Live
from rich.text import Text

from bots.draw.board import Board
from bots.play.board_text import COARSE, FINE, colour_board, plain_board
from bots.play.entry import complete
from bots.play.grid import Grid, lay_out
from bots.play.thinking import HEADING, info_text
from protocol.answers import GoInfo


class Show(Protocol):
    """What becomes of an engine's thinking: called with each info, closed at the end."""

    def __call__(self, info: GoInfo) -> None:
        """Take one info."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""


class Screen:
    """Writes to a console and reads lines.

    interactive -- a person sits there: prompts can be answered, lines can be edited and completed
    """

    def __init__(self, console: Console, read: Callable[[str], str], *, interactive: bool) -> None:
        self.console = console
        self.interactive = interactive
        self._read = read
        self._board: Board | None = None
        self._grid = Grid((), (), 0, 0)  # of that board

    @classmethod
    def standard(cls) -> "Screen":
        """Return the screen of this process: standard input and output, whatever they are."""
        interactive = sys.stdin.isatty() and sys.stdout.isatty()
        console = Console(highlight=False)
        return cls(console, _edited if interactive else _piped, interactive=interactive)

    def say(self, text: str = "", style: str = "") -> None:
        """Write a line."""
        self.console.print(
            Text(text, style=style), soft_wrap=True
        )  # the terminal breaks lines; paths stay whole

    def board(self, board: Board, cells: Mapping[str, str], touched: Collection[str]) -> None:
        """Write the board with its pieces; the cells touched by the last move stand out."""
        if board is not self._board:
            self._board, self._grid = board, lay_out(board)
        grid = self._grid
        if self.console.is_terminal and not self.console.no_color:
            palette = FINE if self.console.color_system == "truecolor" else COARSE
            self.console.print(colour_board(board, grid, cells, touched, palette), soft_wrap=True)
        else:
            self.console.print(Text(plain_board(grid, cells, touched)), soft_wrap=True)

    def list(self, words: Sequence[str]) -> None:
        """Write many short words in columns."""
        if self.console.is_terminal:
            self.console.print(Columns(words, padding=(0, 2)))
        else:
            self.say("  ".join(words))

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return a line typed; Tab completes it from `words`. Raises EOFError, KeyboardInterrupt."""
        if self.interactive:
            _offer(words)
        self.console.file.flush()
        return self._read(prompt).strip()

    def thinking(self, full: bool) -> Show:
        """Return a place for an engine's thinking: every depth if `full`, else one line that passes."""
        if full:
            return _Lines(self)
        return _Passing(self.console) if self.console.is_terminal else _Nowhere()


class _Nowhere:
    """Thinking that nobody wants to see."""

    def __call__(self, info: GoInfo) -> None:
        """Drop it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class _Lines(_Nowhere):
    """One line for each depth finished, under a heading."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._last = ""

    def __call__(self, info: GoInfo) -> None:
        if info.multipv not in (1, None) and isinstance(info.multipv, int):
            return
        if not self._last:
            self._screen.say(HEADING, "dim")
        mark = f"{info.depth} {info.score} {' '.join(info.pv)}"
        if mark != self._last:
            self._screen.say(info_text(info), "dim")
        self._last = mark


class _Passing(_Nowhere):
    """One line, overwritten as the thinking goes on and gone at its end."""

    def __init__(self, console: Console) -> None:
        self._live = Live(Text("thinking …", "dim"), console=console, transient=True, auto_refresh=False)

    def __call__(self, info: GoInfo) -> None:
        line = Text(info_text(info), "dim", no_wrap=True, overflow="ellipsis")
        self._live.update(line, refresh=True)

    def __enter__(self) -> Self:
        self._live.start(refresh=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()


def _edited(prompt: str) -> str:
    return input(prompt)


def _piped(prompt: str) -> str:
    """Read a line of a pipe and write it after the prompt, so that what comes out reads like a session."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    print(f"{prompt}{line.rstrip()}", flush=True)
    return line


def _offer(words: Sequence[str]) -> None:
    """Have the Tab key complete `words`, where line editing is to be had."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" ")
    readline.set_completer(lambda text, state: [*complete(text, words), ""][state] or None)
    editline = "libedit" in (readline.__doc__ or "")  # macOS has that in readline's place
    readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
