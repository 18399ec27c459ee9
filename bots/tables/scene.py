"""A table on a terminal: the board as drawn everywhere else, the clocks, what just happened."""

from msgspec import UNSET

from bots.draw.board import Board, read
from bots.play.screen import Screen
from engine import games
from engine.games import State
from protocol.tables.documents import Seat, TableState


class Scene:
    """Shows states of one table on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._board: Board | None = None

    def board(self, state: TableState) -> State:
        """Return the game so far by the rules."""
        made = games.begin(state.game, state.options, state.start)
        games.play(made, state.moves)
        return made

    def show(self, state: TableState) -> None:
        """Draw the board with the last move, and say how it stands."""
        if self._board is None:
            self._board = read(games.describe(state.game, state.options))
        made = self.board(state)
        cells = made.cells()
        touched: set[str] = set()
        if state.moves:
            last = made.history[-1]
            made = made.copy()
            games.undo(made, 1)
            before = made.cells()
            touched = {name for name in {*before, *cells} if before.get(name) != cells.get(name)}
            self.screen.say(f"{state.ply}. {last}", "bold")
        self.screen.board(self._board, cells, touched)
        for seat in ("first", "second"):
            self.screen.say(self._line(state, seat))

    def _line(self, state: TableState, seat: Seat) -> str:
        mark = "*" if state.mover == seat else " "
        here = "" if state.connected[seat] else "  (gone)"
        offer = "  offers a draw" if state.offer == seat else ""
        name = f"{state.players[seat]} ({state.ratings[seat]})"
        return f"{mark} {state.seats[seat]:<6} {name:<28} {clock(state.clocks[seat]):>8}{here}{offer}"


def clock(ms: int) -> str:
    """Return a clock as people read it: 4:05, below ten seconds 9.3."""
    if ms < 10_000:
        return f"{ms / 1000:.1f}"
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def outcome(state: TableState) -> str:
    """Say how a game ended."""
    why = f"{state.ended}: {state.reason}" if state.ended != "rule" else str(state.reason)
    if state.ended == "aborted":
        return f"The game was aborted ({state.reason})."
    if state.winner is UNSET:
        return f"A draw ({why})."
    winner = state.winner
    return f"{state.players[winner]} has won ({why})."  # type: ignore[index]
