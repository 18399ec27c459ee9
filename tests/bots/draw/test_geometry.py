"""Cells that touch are shaded apart, with as few shades as the board allows."""

from typing import Any

import pytest

from bots.draw import geometry, read
from tests.bots.draw.boards import hexagons, squares, triangles


@pytest.mark.parametrize(
    ("description", "number"),
    [(squares(8), 2), (squares(5), 2), (hexagons(5), 3), (hexagons(3), 3), (triangles(6), 2)],
)
def test_shades(description: dict[str, Any], number: int) -> None:
    board = read(description)
    shades = geometry.shades(board)
    assert set(shades) == set(range(number))
    for index, touching in enumerate(geometry.neighbours(board)):
        assert shades[index] not in {shades[other] for other in touching}


@pytest.mark.parametrize(("description", "most"), [(squares(4), 4), (hexagons(3), 6), (triangles(4), 3)])
def test_neighbours_share_an_edge(description: dict[str, Any], most: int) -> None:
    touching = geometry.neighbours(read(description))
    assert max(map(len, touching)) == most
    assert all(index in touching[other] for index, near in enumerate(touching) for other in near)


def test_a_cell_reaches_half_the_distance_to_its_neighbour() -> None:
    for description in (squares(3), hexagons(3)):
        assert geometry.reach(read(description).cells[0]) == pytest.approx(0.5, abs=1e-3)
