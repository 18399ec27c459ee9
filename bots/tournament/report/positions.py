"""Games as a page steps through them: for each ply, what changed on the board.

Only State and `describe` know the game; a change is a cell's number and what stands there after it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from bots.tournament.game import GameRecord
from bots.tournament.outcome import Seat, seat_of
from engine import games
from engine.games import State

EMPTY = "."
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Steps(NamedTuple):
    """The positions of a game, the first and one after each ply.

    changes -- of each, what differs from the one before (of the first: from an empty board). Three
        characters a change: the cell's number in two digits of base 36, then the piece's in one, `.`
        for an empty cell; numbers as in `describe`
    turns -- of each, the number of the colour to move
    seat -- who moves first; the seats then take turns
    moves -- the opening's, then those played
    """

    changes: list[str]
    turns: str
    seat: Seat
    moves: list[str]


class Encoder:
    """Encodes the games of one contest."""

    def __init__(self, description: Mapping[str, Any]) -> None:
        self._cells = {
            cell["name"]: DIGITS[number // 36] + DIGITS[number % 36]
            for number, cell in enumerate(description["cells"])
        }
        self._pieces = {piece["code"]: DIGITS[n] for n, piece in enumerate(description["pieces"])}
        self._colours = {colour["name"]: DIGITS[n] for n, colour in enumerate(description["colours"])}

    def steps(self, record: GameRecord) -> Steps:
        """Return a game's positions; it ends where its moves stop being legal, if they do."""
        state = games.begin(record.contest.game, record.contest.options, record.opening.position)
        seat = seat_of(state.turn, state.seats)
        before = state.cells()
        changes, turns, moves = [self._change({}, before)], self._colours[state.turn], []
        for move in record.moves:
            if not _plays(state, move):
                break
            after = state.cells()
            changes.append(self._change(before, after))
            turns += self._colours[state.turn]
            moves.append(move)
            before = after
        return Steps(changes, turns, seat, moves)

    def _change(self, before: Mapping[str, str], after: Mapping[str, str]) -> str:
        changed = {cell for cell, _ in before.items() ^ after.items()}
        return "".join(
            self._cells[cell] + (self._pieces[after[cell]] if cell in after else EMPTY)
            for cell in sorted(changed)
        )


def _plays(state: State, move: str) -> bool:
    try:
        state.play([move])
    except ValueError:  # MoveError: a file written by other rules; what is legal can still be shown
        return False
    return True
