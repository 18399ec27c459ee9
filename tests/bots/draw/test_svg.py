"""Pictures of boards that no engine has to be asked for."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import bots.draw
from bots.draw import BoardError, Marks, board_script, read, render
from bots.draw.marks import of_move
from bots.draw.style import Theme
from tests.bots.draw.boards import MEN, hexagons, squares, triangles

SVG = "{http://www.w3.org/2000/svg}"


def tree(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def layer(picture: str, name: str) -> list[ElementTree.Element]:
    return list(next(g for g in tree(picture).iter(f"{SVG}g") if g.get("class") == name))


@pytest.mark.parametrize(
    "description", [squares(8, MEN), hexagons(5), triangles(5)], ids=["squares", "hexagons", "new"]
)
def test_every_cell_is_drawn_within_the_picture(description: dict[str, Any]) -> None:
    picture = render(description, {}, turn=description["colours"][0]["name"])
    left, top, width, height = map(float, tree(picture).get("viewBox", "").split())
    cells = layer(picture, "tb-cells")
    assert [cell.get("data-cell") for cell in cells] == [cell["name"] for cell in description["cells"]]
    for cell in cells:
        for point in cell.get("points", "").split():
            x, y = map(float, point.split(","))
            assert left < x < left + width
            assert top < y < top + height


def test_pieces_stand_at_the_centres_of_their_cells() -> None:
    picture = render(squares(5), {"b3": "b", "e1": "W"})
    drawn = {use.get("data-cell"): use for use in layer(picture, "tb-pieces")}
    assert drawn.keys() == {"b3", "e1"}
    assert (drawn["b3"].get("x"), drawn["b3"].get("y")) == ("100.0", "-200.0")
    symbols = {
        f"#{g.get('id')}": g.get("data-code") for g in tree(picture).iter(f"{SVG}g") if g.get("data-code")
    }
    assert symbols[drawn["b3"].get("href", "")] == "b"
    assert symbols[drawn["e1"].get("href", "")] == "W"


def test_kinds_and_colours_look_different() -> None:
    picture = render(squares(5), {})
    bodies = {
        g.get("data-code"): ElementTree.tostring(g).split(b">", 1)[1]
        for g in tree(picture).iter(f"{SVG}g")
        if g.get("data-code")
    }
    assert len(bodies) == len(set(bodies.values())) == 4


def test_a_game_nobody_has_made_is_drawn_with_its_own_sides_and_kinds() -> None:
    picture = render(triangles(4), {"1.1": "r", "3.2": "K", "4.4": "g"}, turn="teal")
    assert "Teal to move" in picture
    assert ">K</text>" in picture
    assert '<title id="tb-title">Tri &amp; &lt;angle&gt;</title>' in picture


def test_the_words_tell_the_position() -> None:
    desc = tree(render(squares(5), {"a1": "b", "c2": "b", "d4": "W"}, turn="black")).find(f"{SVG}desc")
    assert desc is not None
    assert desc.text == "Black to move. Black single: a1, c2. White stack: d4."


def test_marks_and_arrows_are_drawn() -> None:
    detail = {"move": "b1-b3", "from": "b1", "to": "b3", "clicks": ["b1", "b3"]}
    marks = of_move(detail)
    assert marks == Marks(last=("b1", "b3"), arrows=(("b1", "b3"),))
    picture = render(squares(5), {"b3": "b"}, marks=marks)
    assert [mark.get("class") for mark in layer(picture, "tb-marks")] == ["tb-last", "tb-last"]
    assert [mark.get("class") for mark in layer(picture, "tb-over")] == ["tb-arrow", "tb-head"]


def test_a_move_that_removes_pieces_marks_where_they_were() -> None:
    detail = {"move": "d4:b4-d4^b4", "placed": ["d4"], "removed": ["c4", "d4"], "stacked": ["b4"]}
    assert of_move(detail) == Marks(last=("d4", "c4", "b4"), gone=("c4", "d4"))
    assert of_move({"move": "swap", "label": "swap"}) == Marks()


def test_size_is_the_larger_side() -> None:
    for size in (100, 900):
        root = tree(render(hexagons(4), {}, size=size))
        assert max(int(root.get("width", "0")), int(root.get("height", "0"))) == size


def test_themes_and_ids() -> None:
    assert "prefers-color-scheme" in render(squares(5), {})
    assert "prefers-color-scheme" not in render(squares(5), {}, theme=Theme.DARK)
    ids = [e.get("id", "") for e in tree(render(squares(5), {"a1": "b"}, turn="black", prefix="g7-")).iter()]
    named = [i for i in ids if i]
    assert all(i.startswith("g7-") for i in named)
    assert len(named) == len(set(named))


@pytest.mark.parametrize(("pieces", "message"), [({"z9": "b"}, "no cell z9"), ({"a1": "Q"}, "a1 holds 'Q'")])
def test_pieces_that_the_board_lacks_are_an_error(pieces: dict[str, str], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        render(squares(5), pieces)


def test_marks_on_cells_that_the_board_lacks_are_an_error() -> None:
    with pytest.raises(BoardError, match="no cell z9"):
        render(squares(5), {}, marks=Marks(last=("z9",)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": []}, "no cells"),
        ({"cells": "none"}, "cannot be read"),
        ({"cells": [{"name": "a1", "x": 0, "y": 0, "polygon": [[0, 0], [1, 1]]}]}, "a1 is no polygon"),
        ({"cells": squares(2)["cells"] * 2}, "names a cell twice"),
    ],
)
def test_descriptions_that_make_no_board(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        read(squares(5) | change)


def test_nothing_in_the_drawing_knows_a_game() -> None:
    folder = Path(bots.draw.__file__).parent
    for path in [*folder.glob("*.py"), *folder.glob("*.js")]:
        words = set(path.read_text(encoding="utf-8").lower().replace('"', " ").split())
        assert not words & {"lag", "loa", "lot", "lag.", "loa.", "lot."}, path.name


def test_the_script_uses_only_classes_that_the_drawing_has() -> None:
    picture, script = render(squares(5), {"a1": "b"}, turn="black"), board_script()
    for name in ("tb-cells", "tb-marks", "tb-pieces", "tb-over", "tb-caption", "tb-foot"):
        assert name in script
        assert f'class="{name}"' in picture
