"""Boards as characters, from centres alone."""

from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from bots.draw import read
from bots.play.board_text import COARSE, FINE, Palette, colour_board, plain_board
from bots.play.grid import lay_out
from tests.bots.draw.boards import hexagons, squares, triangles

SQUARES = """\
5  .  .  .  .  .
4  .  .  .  W  .
3  . [b] .  .  .
2  .  .  .  .  .
1  . [.] .  .  w
   a  b  c  d  e
"""
HEXAGONS = """\
     e  b1  .2  .3
   d  .1  .2  .3  .4
 c  .1  .2 [w3] .4  .5
   b  .1  .2  .3  .4
     a  .1  .2  w3
"""


def test_squares() -> None:
    grid = lay_out(read(squares(5)))
    assert plain_board(grid, {"b3": "b", "d4": "W", "e1": "w"}, ("b1", "b3")) == SQUARES


def test_hexagons() -> None:
    grid = lay_out(read(hexagons(3)))
    assert plain_board(grid, {"e1": "b", "c3": "w", "a3": "w"}, ("c3",)) == HEXAGONS


@pytest.mark.parametrize("description", [squares(8), hexagons(5), triangles(4)])
def test_no_two_things_share_a_place(description: dict[str, Any]) -> None:
    grid = lay_out(read(description))
    taken = [(spot.line, spot.column + i) for spot in grid.spots for i in range(spot.width)]
    taken += [(mark.line, mark.column + i) for mark in grid.marks for i in range(len(mark.text))]
    assert len(taken) == len(set(taken))
    assert max(line for line, _ in taken) < grid.lines
    assert max(column for _, column in taken) < grid.columns


@pytest.mark.parametrize("description", [squares(8), hexagons(5), triangles(4)])
def test_colour_says_the_same_as_plain_text(description: dict[str, Any]) -> None:
    board = read(description)
    grid = lay_out(board)
    first = board.pieces[0].code
    cells = {cell.name: first for cell in board.cells[::3]}
    console = Console(width=120, file=None, force_terminal=True)
    with console.capture() as captured:
        console.print(colour_board(board, grid, cells))
    drawn = captured.get()
    assert drawn.count("●") == len(cells)
    assert "\x1b[" in drawn


@pytest.mark.parametrize(
    ("palette", "system"), [(FINE, ColorSystem.TRUECOLOR), (COARSE, ColorSystem.EIGHT_BIT)]
)
def test_shades_stay_apart(palette: Palette, system: ColorSystem) -> None:
    shown = [Color.parse(name).downgrade(system) for name in (*palette.cells, palette.touched)]
    assert len({(colour.number, colour.triplet) for colour in shown}) == len(shown)
