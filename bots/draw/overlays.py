"""Marks as SVG: what lies under the pieces, and what lies over them."""

import math
from collections.abc import Callable

from bots.draw.board import Board, Cell
from bots.draw.geometry import Point
from bots.draw.marks import Marks


def under(board: Board, marks: Marks, outline: Callable[[Cell], str]) -> list[str]:
    """Tinted cells: those of the last move and those selected."""
    cells = board.by_name
    return [
        f'<polygon class="tb-{kind}" points="{outline(cells[name])}"/>'
        for kind, names in (("last", marks.last), ("select", marks.select))
        for name in names
    ]


def over(board: Board, marks: Marks, place: Callable[[Cell], Point], radius: float) -> list[str]:
    """Arrows, dots on targets and crosses where pieces went."""
    cells = board.by_name
    out = [_arrow(place(cells[a]), place(cells[b]), radius) for a, b in marks.arrows if a != b]
    for name in marks.target:
        x, y = place(cells[name])
        out.append(f'<circle class="tb-target" cx="{x:.1f}" cy="{y:.1f}" r="{0.36 * radius:.1f}"/>')
    for name in marks.gone:
        x, y = place(cells[name])
        d = 0.42 * radius
        out.append(
            f'<path class="tb-gone" d="M{x - d:.1f} {y - d:.1f}L{x + d:.1f} {y + d:.1f}'
            f'M{x - d:.1f} {y + d:.1f}L{x + d:.1f} {y - d:.1f}"/>'
        )
    return out


def _arrow(start: Point, end: Point, radius: float) -> str:
    """Draw a line that leaves the centre it starts from and ends at the rim of the piece it leads to."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head, half = 0.62 * radius, 0.36 * radius
    begin, stop = 0.2 * radius, length - 0.72 * radius
    tip = (start[0] + ux * stop, start[1] + uy * stop)
    neck = (tip[0] - ux * head, tip[1] - uy * head)
    left, right = (neck[0] - uy * half, neck[1] + ux * half), (neck[0] + uy * half, neck[1] - ux * half)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
    return (
        f'<line class="tb-arrow" x1="{start[0] + ux * begin:.1f}" y1="{start[1] + uy * begin:.1f}" '
        f'x2="{neck[0]:.1f}" y2="{neck[1]:.1f}"/><polygon class="tb-head" points="{points}"/>'
    )
