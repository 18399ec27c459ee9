"""Descriptions of boards, as plain data, that no engine has to be asked for."""

import math
from typing import Any

MEN = [{"code": "b", "colour": "black", "kind": "man"}, {"code": "w", "colour": "white", "kind": "man"}]
STACKS = [
    {"code": "b", "colour": "black", "kind": "single"},
    {"code": "w", "colour": "white", "kind": "single"},
    {"code": "B", "colour": "black", "kind": "stack"},
    {"code": "W", "colour": "white", "kind": "stack"},
]
COLOURS = [{"name": "black"}, {"name": "white"}]


def _polygon(x: float, y: float, corners: int, radius: float, turn: float) -> list[list[float]]:
    angles = [turn + 2 * math.pi * k / corners for k in range(corners)]
    return [[round(x + radius * math.cos(a), 4), round(y + radius * math.sin(a), 4)] for a in angles]


def _board(cells: list[dict[str, Any]], pieces: list[dict[str, str]]) -> dict[str, Any]:
    return {"title": "A board", "colours": COLOURS, "pieces": pieces, "cells": cells}


def squares(size: int, pieces: list[dict[str, str]] | None = None) -> dict[str, Any]:
    """A square board, `a1` bottom left."""
    cells = [
        {
            "name": f"{'abcdefgh'[x]}{y + 1}",
            "x": x,
            "y": y,
            "polygon": _polygon(x, y, 4, 0.5**0.5, math.pi / 4),
        }
        for y in range(size)
        for x in range(size)
    ]
    return _board(cells, pieces or STACKS)


def hexagons(size: int) -> dict[str, Any]:
    """A hexagon of hexagons with level rows; numbers count from the left end of each row."""
    cells = []
    for row in range(2 * size - 1):
        width = 2 * size - 1 - abs(row - size + 1)
        for place in range(width):
            x, y = place - (width - 1) / 2, (row - size + 1) * math.sqrt(3) / 2
            outline = _polygon(x, y, 6, 1 / math.sqrt(3), math.pi / 6)
            name = f"{'abcdefghi'[row]}{place + 1}"
            cells.append({"name": name, "x": round(x, 4), "y": round(y, 4), "polygon": outline})
    return _board(cells, MEN)


def triangles(rows: int) -> dict[str, Any]:
    """A triangle of triangles: a game that nobody has made, with three sides and odd pieces."""
    height = math.sqrt(3)  # of one cell, so that neighbouring centres are about one apart
    cells = []
    for row in range(rows):
        for place in range(2 * row + 1):
            up = place % 2 == 0
            x = (place - row) * 1.0
            y = -row * height - (0 if up else -height / 3)
            outline = _polygon(x, y, 3, 2 / math.sqrt(3), math.pi / 2 if up else -math.pi / 2)
            cells.append(
                {"name": f"{row + 1}.{place + 1}", "x": round(x, 4), "y": round(y, 4), "polygon": outline}
            )
    pieces = [
        {"code": "r", "colour": "red", "kind": "man"},
        {"code": "K", "colour": "teal", "kind": "king"},
        {"code": "g", "colour": "black", "kind": "stack"},
    ]
    return {
        "title": "Tri & <angle>",
        "colours": [{"name": "red"}, {"name": "teal"}],
        "pieces": pieces,
        "cells": cells,
    }
