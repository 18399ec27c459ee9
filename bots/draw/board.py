"""A board as an engine's `describe` answer gives it, checked."""

import math
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct


class BoardError(ValueError):
    """What an engine said of its board, or of the pieces on it, cannot be drawn."""


class Cell(Struct, frozen=True):
    """One cell: its centre and outline, y up, in units of the distance between neighbouring cells."""

    name: str
    x: float
    y: float
    polygon: tuple[tuple[float, float], ...]


class Colour(Struct, frozen=True):
    """One of the sides."""

    name: str


class Piece(Struct, frozen=True):
    """What a code in `show`'s cells stands for."""

    code: str
    colour: str
    kind: str = "man"


class Board(Struct, frozen=True):
    """All that is needed to draw: at least one cell; other fields of the answer are left aside."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    colours: tuple[Colour, ...] = ()
    game: str = ""
    title: str = ""

    @property
    def by_name(self) -> dict[str, Cell]:
        """The cells by their names."""
        return {cell.name: cell for cell in self.cells}

    @property
    def by_code(self) -> dict[str, Piece]:
        """The kinds of pieces by their codes."""
        return {piece.code: piece for piece in self.pieces}


def read(description: "Board | Mapping[str, Any]") -> Board:
    """Read the `describe` answer (as plain data) as a board.

    Raises BoardError when it has no cells, names one twice, or a cell's outline is no polygon.
    """
    if isinstance(description, Board):
        return description
    try:
        board = msgspec.convert(description, Board, strict=False)
    except msgspec.ValidationError as error:
        raise BoardError(f"the description of the board cannot be read: {error}") from None
    if not board.cells:
        raise BoardError("the description of the board has no cells")
    if len(board.by_name) != len(board.cells):
        raise BoardError("the description of the board names a cell twice")
    for cell in board.cells:
        numbers = [cell.x, cell.y, *(value for point in cell.polygon for value in point)]
        if len(cell.polygon) < 3 or not all(math.isfinite(value) for value in numbers):
            raise BoardError(f"the outline of cell {cell.name} is no polygon")
    return board


def check_pieces(board: Board, pieces: Mapping[str, str]) -> None:
    """Raise BoardError unless every cell and every code of `pieces` (cell -> code) is of this board."""
    cells, codes = board.by_name, board.by_code
    for name, code in pieces.items():
        if name not in cells:
            raise BoardError(f"there is no cell {name} on this board")
        if code not in codes:
            raise BoardError(f"{name} holds {code!r}, which the description does not list")
