"""A board as an SVG picture: from plain data to text, without any I/O."""

from collections.abc import Mapping
from html import escape
from typing import Any

from bots.draw import labels, overlays, pieces
from bots.draw.board import Board, BoardError, Cell, check_pieces, read
from bots.draw.geometry import Point, bounds, reach, shades
from bots.draw.marks import Marks
from bots.draw.style import SHADES, Theme, sheet

UNIT = 100.0  # drawing units for the distance between two neighbouring cells
_MARGIN = 0.14  # about the outlines, in cell spacings
_CAPTION = 0.62  # height of the line beneath
_PIECE = 0.76  # of the largest circle in a cell
_PIECE_BESIDE = 0.7  # the same where a name stands beside it


def render(
    description: Board | Mapping[str, Any],
    cells: Mapping[str, str],
    *,
    marks: Marks | None = None,
    turn: str | None = None,
    caption: str | None = None,
    size: int = 560,
    theme: Theme = Theme.AUTO,
    prefix: str = "tb-",
    title: str | None = None,
) -> str:
    """Draw the pieces `cells` (cell name -> piece code) on the board of a `describe` answer.

    turn -- the colour to move: a small piece of it stands before the caption ("Black to move" by default)
    caption -- the line beneath the board, in place of the default; None without `turn` leaves it out
    size -- width or height in pixels, whichever is larger (16 or more)
    prefix -- begins every id: drawings that share a page need different ones

    Cells are `<polygon data-cell= data-x= data-y=>`, pieces `<use data-cell=>` of `<g data-code=>` in
    `<defs>`, so that a script can change the position (see board.js). Raises BoardError.
    """
    board, marks = read(description), marks or Marks()
    check_pieces(board, cells)
    check_pieces(board, dict.fromkeys(marks.cells(), board.pieces[0].code) if board.pieces else {})
    if size < 16:
        raise BoardError(f"a picture of {size} pixels is too small: 16 or more")
    if caption is None and turn is not None:
        caption = f"{turn.capitalize()} to move"
    found = labels.find(board)
    share = _PIECE_BESIDE if any(found.inner.values()) else _PIECE
    radius = share * UNIT * min(reach(cell) for cell in board.cells)
    edge = _edge_labels(found)
    box = _view_box(board, [point for point, _ in edge], caption)
    scale = size / max(box[2], box[3])
    name = escape(title or board.title or board.game or "Board")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="tb-board" role="img" '
            f'aria-labelledby="{prefix}title {prefix}desc" viewBox="{" ".join(f"{v:.1f}" for v in box)}" '
            f'width="{box[2] * scale:.0f}" height="{box[3] * scale:.0f}">',
            f'<title id="{prefix}title">{name}</title>',
            f'<desc id="{prefix}desc">{escape(describe_in_words(board, cells, caption))}</desc>',
            f"<style>{sheet(theme)}</style>",
            "<defs>",
            *pieces.symbols(board, prefix, radius),
            "</defs>",
            *_group("tb-frame", [f'<polygon points="{outline(cell)}"/>' for cell in board.cells]),
            *_group("tb-cells", _cells(board)),
            *_group("tb-marks", overlays.under(board, marks, outline)),
            *_group("tb-labels", _inner_labels(board, found, radius) + [text for _, text in edge]),
            *_group("tb-pieces", _pieces(board, cells, prefix)),
            *_group("tb-over", overlays.over(board, marks, place, radius)),
            *_caption(board, box, turn, caption, prefix),
            "</svg>",
            "",
        ]
    )


def place(cell: Cell) -> Point:
    """Return a cell's centre in the drawing, y down."""
    return cell.x * UNIT, -cell.y * UNIT


def outline(cell: Cell) -> str:
    """Return a cell's outline as the `points` of a polygon."""
    return " ".join(f"{x * UNIT:.1f},{-y * UNIT:.1f}" for x, y in cell.polygon)


def describe_in_words(board: Board, cells: Mapping[str, str], caption: str | None) -> str:
    """Tell the position in a sentence for each kind of piece, for those who cannot see the picture."""
    parts = [caption] if caption else []
    for piece in board.pieces:
        held = [cell.name for cell in board.cells if cells.get(cell.name) == piece.code]
        if held:
            kind = "" if piece.kind == "man" else f" {piece.kind}"
            parts.append(f"{piece.colour.capitalize()}{kind}: {', '.join(held)}")
    return ". ".join(parts or ["Empty board"]) + "."


def _group(name: str, lines: list[str]) -> list[str]:
    return [f'<g class="{name}">', *lines, "</g>"]


def _cells(board: Board) -> list[str]:
    return [
        f'<polygon data-cell="{escape(cell.name)}" data-x="{place(cell)[0]:.1f}" '
        f'data-y="{place(cell)[1]:.1f}" fill="{SHADES[shade % len(SHADES)]}" points="{outline(cell)}"/>'
        for cell, shade in zip(board.cells, shades(board), strict=True)
    ]


def _pieces(board: Board, cells: Mapping[str, str], prefix: str) -> list[str]:
    return [
        f'<use href="#{pieces.symbol_id(prefix, board, cells[cell.name])}" data-cell="{escape(cell.name)}" '
        f'x="{place(cell)[0]:.1f}" y="{place(cell)[1]:.1f}"/>'
        for cell in board.cells
        if cell.name in cells
    ]


def _text(kind: str, point: Point, text: str) -> str:
    return f'<text class="{kind}" x="{point[0]:.1f}" y="{point[1]:.1f}">{escape(text)}</text>'


def _inner_labels(board: Board, found: labels.Labels, radius: float) -> list[str]:
    """Names within cells, towards the lowest corner; whole names, since a part alone reads badly there."""
    if not any(found.inner.values()):
        return []
    return [_text("tb-inner", _corner(cell, radius), cell.name) for cell in board.cells]


def _corner(cell: Cell, radius: float) -> Point:
    """Between the rim of a piece and the lowest (then leftmost) corner of the cell."""
    x, y = min(cell.polygon, key=lambda point: (round(point[1], 2), point[0]))
    dx, dy = (x - cell.x) * UNIT, -(y - cell.y) * UNIT
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    out = radius + 0.4 * max(0.0, length - radius)
    here = place(cell)
    return here[0] + dx * out / length, here[1] + dy * out / length


def _edge_labels(found: labels.Labels) -> list[tuple[Point, str]]:
    lines = (line for axis in found.axes for line in axis.lines)
    points = ((line.at[0] * UNIT, -line.at[1] * UNIT, line.text) for line in lines)
    return [((x, y), _text("tb-edge", (x, y), text)) for x, y, text in points]


def _view_box(board: Board, points: list[Point], caption: str | None) -> tuple[float, float, float, float]:
    left, bottom, right, top = (value * UNIT for value in bounds(board))
    pad = 0.2 * UNIT
    xs = [left, right] + [value for x, _ in points for value in (x - pad, x + pad)]
    ys = [-top, -bottom] + [value for _, y in points for value in (y - pad, y + pad)]
    margin = _MARGIN * UNIT
    x, y = min(xs) - margin, min(ys) - margin
    foot = _CAPTION * UNIT if caption else 0.0
    return x, y, max(xs) + margin - x, max(ys) + margin + foot - y


def _caption(
    board: Board, box: tuple[float, float, float, float], turn: str | None, caption: str | None, prefix: str
) -> list[str]:
    if not caption:
        return []
    left, y = bounds(board)[0] * UNIT, box[1] + box[3] - 0.42 * UNIT
    sample = next((piece.code for piece in board.pieces if piece.colour == turn), None)
    lines = []
    if sample is not None:
        symbol = pieces.symbol_id(prefix, board, sample)
        lines.append(f'<use href="#{symbol}" transform="translate({left + 22:.1f} {y:.1f}) scale(.5)"/>')
        left += 52
    return _group("tb-foot", [*lines, _text("tb-caption", (left, y), caption)])
