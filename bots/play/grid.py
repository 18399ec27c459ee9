"""Any board on a grid of characters: where cells and coordinates go, from the cells' centres alone."""

from collections.abc import Iterable

from msgspec import Struct

from bots.draw.board import Board
from bots.draw.geometry import shades
from bots.draw.labels import Labels, find

_SAME = 0.2  # cells whose centres are nearer than this in height share a line
_WIDEST = 12


class Spot(Struct, frozen=True):
    """A cell on the grid: `width` columns of line `line` from `column` on; its piece stands in the second.

    `inner` is the part of its name that no coordinate at the edge tells; `shade` sets neighbours apart.
    """

    name: str
    line: int
    column: int
    width: int
    inner: str
    shade: int


class Mark(Struct, frozen=True):
    """A coordinate, written from `column` of `line` on."""

    text: str
    line: int
    column: int


class Grid(Struct, frozen=True):
    """A board laid out: `lines` lines of `columns` characters."""

    spots: tuple[Spot, ...]
    marks: tuple[Mark, ...]
    lines: int
    columns: int


def lay_out(board: Board) -> Grid:
    """Place a board's cells and coordinates; cells never overlap."""
    found = find(board)
    width = _width(board, found)
    heights = _levels([cell.y for cell in board.cells])
    labels = [(line.text, *line.at) for axis in found.axes for line in axis.lines]
    lines = {
        y: index for index, y in enumerate(_levels([*heights, *_outside(heights, [y for _, _, y in labels])]))
    }
    left = min([cell.x for cell in board.cells] + [x for _, x, _ in labels])

    def column(x: float) -> int:
        return round((x - left) * width)

    def line(y: float) -> int:
        return lines[min(lines, key=lambda level: abs(level - y))]

    spots = tuple(
        Spot(cell.name, line(cell.y), column(cell.x), width, found.inner[cell.name], shade)
        for cell, shade in zip(board.cells, shades(board), strict=True)
    )
    firsts: dict[int, int] = {}
    for spot in spots:
        firsts[spot.line] = min(spot.column, firsts.get(spot.line, spot.column))
    marks = tuple(_mark(text, line(y), column(x), firsts) for text, x, y in labels)
    columns = max([spot.column + width for spot in spots] + [mark.column + len(mark.text) for mark in marks])
    return Grid(spots=spots, marks=marks, lines=len(lines), columns=columns)


def _mark(text: str, line: int, column: int, firsts: dict[int, int]) -> Mark:
    """Place a coordinate: above or below a piece, or at the left of a row with one column between."""
    at = firsts[line] - 1 - len(text) if line in firsts and column < firsts[line] else column + 1
    return Mark(text, line, max(0, at))


def _width(board: Board, found: Labels) -> int:
    """Return the least width at which pieces and inner names fit and all cells fall on whole columns."""
    least = 3 + max(len(inner) for inner in found.inner.values())
    offsets = {round(cell.x - board.cells[0].x, 3) for cell in board.cells}
    for width in range(least, _WIDEST + 1):
        if all(abs(x * width - round(x * width)) < 0.05 for x in offsets):
            return width
    return least


def _levels(heights: Iterable[float]) -> list[float]:
    """Return the distinct heights, from the top."""
    levels: list[float] = []
    for y in sorted(heights, reverse=True):
        if not levels or levels[-1] - y > _SAME:
            levels.append(y)
    return levels


def _outside(levels: list[float], heights: Iterable[float]) -> list[float]:
    """Return the heights that lie above or below all levels: coordinates that need a line of their own."""
    return [y for y in heights if y > levels[0] + _SAME or y < levels[-1] - _SAME]
