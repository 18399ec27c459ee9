"""Openings from a file; an error names the line."""

from pathlib import Path

import pytest

from bots.tournament.game import Contest, Opening
from bots.tournament.openings import OpeningFileError, parse_openings, read_openings
from tests.tournament.helpers import LAG, LOA, LOT


def test_positions_moves_and_both(tmp_path: Path) -> None:
    file = tmp_path / "loa.txt"
    file.write_text(
        "# LOA, after two plies and from a position\n"
        "b1-b3 a4-c4   # spaces\n"
        "\n"
        "G1G3, h4:f4\r\n"
        "6wb/6ww/8/8/8/8/ww6/bw6:b:0 pass\n"
        "6wb/6ww/8/8/8/8/ww6/bw6:b:0\n",
        encoding="utf-8",
    )
    stuck = "6wb/6ww/8/8/8/8/ww6/bw6:b:0"
    assert read_openings(LOA, file) == (
        Opening(moves=("b1-b3", "a4-c4")),
        Opening(moves=("g1-g3", "h4-f4")),
        Opening(position=stuck, moves=("pass",)),
        Opening(position=stuck),
    )


def test_a_swap_may_be_part_of_one() -> None:
    assert parse_openings(LOT, "d4 swap\nd4\n") == (Opening(moves=("d4", "swap")), Opening(moves=("d4",)))


@pytest.mark.parametrize(
    ("made", "text", "line", "message"),
    [
        (LOA, "b1-b3\nb1-b9\n", 2, r"x\.txt:2: move 1 \(b1-b9\)"),
        (LOA, "b1-b3 b1-b3\n", 1, r"move 2 \(b1-b3\)"),
        (LOA, "\n\n8/8:b:0 a1-a2\n", 3, "position: "),
        (LOA, "8/8/8/8/8/8/wb6/w7:b:0\n", 1, "the game is over"),
        (LOA, "b1-b3 a4-c4 g1-g3\n# twice\ng1-g3 a4-c4 b1-b3\n", 3, "same position as line 1"),
        (LAG, "# nothing\n", 0, "x.txt: holds no opening"),
    ],
)
def test_what_is_wrong_names_its_line(made: Contest, text: str, line: int, message: str) -> None:
    with pytest.raises(OpeningFileError, match=message) as caught:
        parse_openings(made, text, "x.txt")
    assert caught.value.line == line


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OpeningFileError, match="cannot be read: No such file"):
        read_openings(LOA, tmp_path / "none.txt")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OpeningFileError, match="is not UTF-8"):
        read_openings(LOA, binary)
