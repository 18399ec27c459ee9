"""A position as text: in colour on a terminal, in plain characters elsewhere."""

from collections.abc import Collection, Mapping

from msgspec import Struct
from rich.text import Text

from bots.draw.board import Board, Piece
from bots.draw.style import paint
from bots.play.grid import Grid, Spot


class Palette(Struct, frozen=True):
    """Colours as rich names them: cells by shade, cells touched by the last move, names within cells."""

    cells: tuple[str, ...]
    touched: str
    faint: str


FINE = Palette(("#a9793f", "#bd9152", "#b38549", "#9d6f38"), "#7d8f3c", "#5f4318")
COARSE = Palette(("color(94)", "color(137)", "color(136)", "color(130)"), "color(64)", "color(234)")
"""For terminals of 256 colours or fewer, in which shades that are close together would become one."""


def glyph(piece: Piece) -> str:
    """Return the sign for a piece in colour: a disc, one marked as two for a stack, else its code."""
    return {"man": "●", "single": "●", "stack": "❷"}.get(piece.kind, piece.code)


def colour_board(
    board: Board,
    grid: Grid,
    cells: Mapping[str, str],
    touched: Collection[str] = (),
    palette: Palette = FINE,
) -> Text:
    """Draw the pieces `cells` (cell -> code) in colour; `touched` cells stand out."""
    colours = [colour.name for colour in board.colours]
    pieces = board.by_code
    text = Text(no_wrap=True)
    for number in range(grid.lines):
        at = 0
        for column, part in sorted(_parts(grid, number), key=lambda pair: pair[0]):
            text.append(" " * (column - at))
            if isinstance(part, str):
                text.append(part, style="bold dim")
                at = column + len(part)
                continue
            shades = palette.cells
            ground = palette.touched if part.name in touched else shades[part.shade % len(shades)]
            piece = pieces.get(cells.get(part.name, ""))
            if piece is None:
                text.append("  ", style=f"on {ground}")
            else:
                index = colours.index(piece.colour) if piece.colour in colours else 0
                shade = paint(piece.colour, index)
                ink = shade.light if piece.colour == "white" else shade.body
                text.append(f" {glyph(piece)}", style=f"bold {ink} on {ground}")
            text.append(part.inner.ljust(part.width - 2), style=f"{palette.faint} on {ground}")
            at = part.column + part.width
        text.append("\n")
    return text


def plain_board(grid: Grid, cells: Mapping[str, str], touched: Collection[str] = ()) -> str:
    """Draw with the codes of the pieces and dots; brackets about `touched` cells."""
    lines = [[" "] * (grid.columns + 1) for _ in range(grid.lines)]
    for mark in grid.marks:
        lines[mark.line][mark.column : mark.column + len(mark.text)] = mark.text
    for spot in grid.spots:
        body = cells.get(spot.name, ".") + spot.inner
        if spot.name in touched:
            body = f"[{body}]"
            lines[spot.line][spot.column : spot.column + len(body)] = body
        else:
            start = spot.column + 1
            lines[spot.line][start : start + len(body)] = body
    return "\n".join("".join(line).rstrip() for line in lines) + "\n"


def _parts(grid: Grid, line: int) -> list[tuple[int, Spot | str]]:
    spots: list[tuple[int, Spot | str]] = [(spot.column, spot) for spot in grid.spots if spot.line == line]
    return spots + [(mark.column, mark.text) for mark in grid.marks if mark.line == line]
