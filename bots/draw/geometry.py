"""Facts about a board's plane: which cells touch, how to shade them apart, how far a cell reaches."""

import math
from collections import deque
from collections.abc import Sequence

from bots.draw.board import Board, Cell

Point = tuple[float, float]
_SNAP = 0.05  # points nearer than this (in cell spacings) are one: descriptions are rounded


def distance(a: Point, b: Point) -> float:
    """Return the distance between two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def bounds(board: Board) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of all outlines."""
    points = [point for cell in board.cells for point in cell.polygon]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def reach(cell: Cell) -> float:
    """Return the radius of the largest circle about the cell's centre within its (convex) outline."""
    edges = zip(cell.polygon, cell.polygon[1:] + cell.polygon[:1], strict=True)
    return min(_to_segment((cell.x, cell.y), a, b) for a, b in edges)


def _to_segment(p: Point, a: Point, b: Point) -> float:
    length = distance(a, b)
    if length == 0:
        return distance(p, a)
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2
    along = min(1.0, max(0.0, along))
    return distance(p, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def neighbours(board: Board) -> list[set[int]]:
    """For each cell, by index, the cells that share an edge with it."""
    touching: list[set[int]] = [set() for _ in board.cells]
    seen: dict[tuple[int, int], list[tuple[Point, int]]] = {}
    for index, cell in enumerate(board.cells):
        for a, b in zip(cell.polygon, cell.polygon[1:] + cell.polygon[:1], strict=True):
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            column, row = round(middle[0] / _SNAP), round(middle[1] / _SNAP)
            near = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            for other, where in (entry for key in near for entry in seen.get(key, ())):
                if where != index and distance(other, middle) < _SNAP:
                    touching[index].add(where)
                    touching[where].add(index)
            seen.setdefault((column, row), []).append((middle, index))
    return touching


def shades(board: Board) -> list[int]:
    """Give each cell a number such that no two that touch have the same: two numbers if it can be done.

    Squares and triangles come out in two shades, hexagons in three.
    """
    touching = neighbours(board)
    return _two_shades(touching) or _few_shades(touching)


def _two_shades(touching: Sequence[set[int]]) -> list[int] | None:
    shade: dict[int, int] = {}
    for start in range(len(touching)):
        queue = deque([start] if start not in shade else [])
        shade.setdefault(start, 0)
        while queue:
            here = queue.popleft()
            for there in touching[here]:
                if there not in shade:
                    shade[there] = 1 - shade[here]
                    queue.append(there)
                elif shade[there] == shade[here]:
                    return None
    return [shade[index] for index in range(len(touching))]


def _few_shades(touching: Sequence[set[int]]) -> list[int]:
    """Colour the cell whose neighbours already use most shades first (Brélaz 1979, DSATUR)."""
    shade: dict[int, int] = {}
    while len(shade) < len(touching):
        open_cells = (index for index in range(len(touching)) if index not in shade)
        here = max(open_cells, key=lambda i: (len({shade[n] for n in touching[i] if n in shade}), -i))
        taken = {shade[n] for n in touching[here] if n in shade}
        shade[here] = next(number for number in range(len(touching)) if number not in taken)
    return [shade[index] for index in range(len(touching))]
