"""Pictures of real positions, through a real engine."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.process
DRAW = (sys.executable, "-m", "bots", "draw")
SVG = "{http://www.w3.org/2000/svg}"

BOARDS = [
    ("lag", 3, 19),
    ("lag", 5, 61),
    ("loa", 8, 64),
    ("lot", 5, 25),
]


def draw(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DRAW, *arguments], capture_output=True, text=True, timeout=30, check=False)


def pieces(svg: str) -> dict[str, str]:
    root = ElementTree.fromstring(svg)
    groups = list(root.iter(f"{SVG}g"))
    codes = {f"#{group.get('id')}": str(group.get("data-code")) for group in groups if group.get("data-code")}
    layer = next(group for group in groups if group.get("class") == "tb-pieces")
    return {str(use.get("data-cell")): codes[str(use.get("href"))] for use in layer}


@pytest.mark.parametrize(("game", "size", "cells"), BOARDS)
def test_every_board(game: str, size: int, cells: int, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = draw(game, "--option", f"size={size}", "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    root = ElementTree.parse(path).getroot()
    assert len([p for p in root.iter(f"{SVG}polygon") if p.get("data-cell")]) == cells


def test_a_position_with_stacks() -> None:
    done = draw("lot", "--position", "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12")
    expected = {
        "a7": "w",
        "c6": "b",
        "d6": "w",
        "e6": "b",
        "d5": "w",
        "g5": "w",
        "d3": "B",
        "f3": "w",
        "a1": "w",
        "e1": "b",
    }
    assert pieces(done.stdout) == expected
    assert "Black to move" in done.stdout


def test_moves_and_the_end_of_a_game() -> None:
    done = draw("loa", "-p", "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40", "-m", "a6xe6")
    assert "A draw (both-connected)" in done.stdout
    assert pieces(done.stdout)["e6"] == "b"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "error: chess: known are lag, loa, lot"),
        (["lag", "--option", "size=9"], "error: size must be 3 to 5"),
        (["loa", "--option", "sise=5"], "did you mean size?"),
        (["loa", "-p", "1bbbbbb1/w6w/8:b:0"], "error: 3 rows: loa has 5 to 8"),
        (["loa", "-m", "b1-b4"], "error: b1-b4: "),
        (["loa", "-o", "/nonexistent/board.svg"], "give another file with --output"),
    ],
)
def test_what_cannot_be_drawn(arguments: list[str], message: str) -> None:
    done = draw(*arguments)
    assert done.returncode in (1, 3)
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
