"""Coordinates are told from names and places alone."""

from typing import Any

from bots.draw import labels, read
from tests.bots.draw.boards import hexagons, squares, triangles


def edges(description: dict[str, Any]) -> list[list[str]]:
    found = labels.find(read(description))
    return [[line.text for line in axis.lines] for axis in found.axes]


def test_squares_have_files_below_and_rows_at_the_left() -> None:
    found = labels.find(read(squares(5)))
    files, rows = found.axes
    assert [line.text for line in files.lines] == list("abcde")
    assert all(line.at[1] < -0.5 for line in files.lines)
    assert [line.text for line in rows.lines] == list("12345")
    assert all(line.at[0] < -0.5 for line in rows.lines)
    assert set(found.inner.values()) == {""}


def test_hexagons_have_rows_at_the_edge_and_numbers_within() -> None:
    assert edges(hexagons(4)) == [list("abcdefg")]
    inner = labels.find(read(hexagons(4))).inner
    assert inner["a1"] == "1"
    assert inner["g4"] == "4"


def test_lines_that_would_be_written_over_cells_are_written_within() -> None:
    assert edges(triangles(4)) == []
    assert labels.find(read(triangles(4))).inner["2.3"] == "2.3"


def test_names_without_a_common_form_are_written_within() -> None:
    description = squares(2)
    description["cells"][0]["name"] = "home"
    found = labels.find(read(description))
    assert found.axes == ()
    assert found.inner["home"] == "home"
