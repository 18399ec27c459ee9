"""When two positions are the same but for how one looks at the board."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import games
from engine.games import State

Point = tuple[float, float]
Turn = Callable[[float, float], Point]

_MIRROR: tuple[Turn, ...] = (lambda x, y: (x, y), lambda x, y: (-x, y))
_SQUARE: tuple[Turn, ...] = (
    *_MIRROR,
    lambda x, y: (x, -y),
    lambda x, y: (-x, -y),
    lambda x, y: (y, x),
    lambda x, y: (-y, x),
    lambda x, y: (y, -x),
    lambda x, y: (-y, -x),
)
SYMMETRIES: Mapping[str, tuple[Turn, ...]] = {"lag": _MIRROR, "loa": _SQUARE, "lot": _SQUARE}
"""What leaves the rules of a game as they are, about the board's middle; of an unknown game, nothing
is known to. LAG has a forward direction, the others have none."""

Key = tuple[str, str, tuple[tuple[int, str], ...]]


class Sameness:
    """Gives positions of one game and its options a key, equal for those that are the same."""

    def __init__(self, game: str, options: Mapping[str, games.Option]) -> None:
        cells: list[dict[str, Any]] = games.describe(game, options)["cells"]
        at = {_grid(cell["x"], cell["y"], cells): index for index, cell in enumerate(cells)}
        self._images = [
            {
                cell["name"]: at[_grid(*_turned(turn, cell, cells), cells)]
                for cell in cells
                if _grid(*_turned(turn, cell, cells), cells) in at
            }
            for turn in SYMMETRIES.get(game, (lambda x, y: (x, y),))
        ]
        self._images = [image for image in self._images if len(image) == len(cells)]

    def key(self, state: State) -> Key:
        """Return the position's key: side to move, seats, and the least of the board's images."""
        held = state.cells().items()
        board = min(tuple(sorted((image[cell], piece) for cell, piece in held)) for image in self._images)
        return state.turn, state.seats["first"], board


def _middle(cells: list[dict[str, Any]]) -> Point:
    xs, ys = [cell["x"] for cell in cells], [cell["y"] for cell in cells]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _turned(turn: Turn, cell: dict[str, Any], cells: list[dict[str, Any]]) -> Point:
    x, y = _middle(cells)
    turned = turn(cell["x"] - x, cell["y"] - y)
    return turned[0] + x, turned[1] + y


def _grid(x: float, y: float, cells: list[dict[str, Any]]) -> tuple[int, int]:
    """Round a place to hundredths of a cell, so that computed places compare."""
    mx, my = _middle(cells)
    return round(100 * (x - mx)), round(100 * (y - my))
