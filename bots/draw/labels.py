"""Where coordinates are written: found from the cells' names and places alone.

A name is cut into runs of letters and of digits. A part whose equal values lie on parallel lines is a
row or a file and is written once, at the edge; any other part has to be written in its cells.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from bots.draw.board import Board, Cell
from bots.draw.geometry import Point

_PART = re.compile(r"[^\W\d_]+|\d+|\W|_")
_STRAIGHT = 0.02  # how far, in cell spacings, a cell may lie off its line
_EDGE = 0.3  # from an outline to the middle of the label beside it, in cell spacings


class Line(Struct, frozen=True):
    """One row or file: what is written at its end, where, and its cells from that end on."""

    text: str
    at: Point
    cells: tuple[Cell, ...]


class Axis(Struct, frozen=True):
    """Parallel lines; `direction` is a unit vector that leads from the written end inwards."""

    direction: Point
    lines: tuple[Line, ...]


class Labels(Struct, frozen=True):
    """`axes` are written at the edge; `inner` gives for each cell what its axes do not tell."""

    axes: tuple[Axis, ...]
    inner: dict[str, str]


def find(board: Board) -> Labels:
    """Split the coordinates of a board into edge labels and the rest."""
    names = [_PART.findall(cell.name) for cell in board.cells]
    regular = len({len(parts) for parts in names}) == 1
    if not regular:
        return Labels(axes=(), inner={cell.name: cell.name for cell in board.cells})
    found = [_axis(board.cells, [parts[i] for parts in names]) for i in range(len(names[0]))]
    inner = {
        cell.name: "".join(part for part, axis in zip(parts, found, strict=True) if axis is None)
        for cell, parts in zip(board.cells, names, strict=True)
    }
    return Labels(axes=tuple(axis for axis in found if axis is not None), inner=inner)


def _axis(cells: Sequence[Cell], values: Sequence[str]) -> Axis | None:
    groups: dict[str, list[Cell]] = {}
    for cell, value in zip(cells, values, strict=True):
        groups.setdefault(value, []).append(cell)
    direction = _direction(max(groups.values(), key=len))
    if direction is None or not all(_on_line(group, direction) for group in groups.values()):
        return None
    offsets = sorted(_across(group[0], direction) for group in groups.values())
    if any(b - a < _STRAIGHT for a, b in pairwise(offsets)):
        return None
    lines = tuple(_line(value, group, direction) for value, group in groups.items())
    if any(_inside(line.at, cell) for line in lines for cell in cells):
        return None
    return Axis(direction=direction, lines=lines)


def _line(text: str, group: Sequence[Cell], direction: Point) -> Line:
    cells = tuple(sorted(group, key=lambda cell: _along(cell, direction)))
    first, (dx, dy) = cells[0], direction
    outwards = _EDGE + max((first.x - x) * dx + (first.y - y) * dy for x, y in first.polygon)
    return Line(text=text, at=(first.x - outwards * dx, first.y - outwards * dy), cells=cells)


def _inside(point: Point, cell: Cell) -> bool:
    """Whether a point lies within a convex outline, or on it."""
    edges = zip(cell.polygon, cell.polygon[1:] + cell.polygon[:1], strict=True)
    turns = [(b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) for a, b in edges]
    return min(turns) >= 0 or max(turns) <= 0


def _direction(cells: Sequence[Cell]) -> Point | None:
    if len(cells) < 2:
        return None
    first, last = cells[0], cells[-1]
    dx, dy = last.x - first.x, last.y - first.y
    length = math.hypot(dx, dy)
    if length < _STRAIGHT:
        return None
    # Written at the left end, or at the bottom of an upright line.
    sign = -1 if (dx < -_STRAIGHT or (abs(dx) <= _STRAIGHT and dy < 0)) else 1
    return sign * dx / length, sign * dy / length


def _along(cell: Cell, direction: Point) -> float:
    return cell.x * direction[0] + cell.y * direction[1]


def _across(cell: Cell, direction: Point) -> float:
    return cell.y * direction[0] - cell.x * direction[1]


def _on_line(cells: Sequence[Cell], direction: Point) -> bool:
    offsets = [_across(cell, direction) for cell in cells]
    return max(offsets) - min(offsets) < _STRAIGHT
