"""Pieces as SVG symbols: one for each code that a description lists."""

from html import escape

from bots.draw.board import Board, Piece
from bots.draw.style import Paint, paint


def symbol_id(prefix: str, board: Board, code: str) -> str:
    """Return the id of the symbol for a piece's code."""
    return f"{prefix}p{[piece.code for piece in board.pieces].index(code)}"


def symbols(board: Board, prefix: str, radius: float) -> list[str]:
    """Gradients, and for each piece a group about the origin, to stand within `<defs>`."""
    names = [colour.name for colour in board.colours]
    names += [piece.colour for piece in board.pieces if piece.colour not in names]
    names = list(dict.fromkeys(names))
    paints = {name: paint(name, index) for index, name in enumerate(names)}
    out = [_gradient(f"{prefix}g{names.index(name)}", paints[name]) for name in names]
    for piece in board.pieces:
        fill = f"url(#{prefix}g{names.index(piece.colour)})"
        body = "".join(_body(piece, paints[piece.colour], fill, radius))
        name = symbol_id(prefix, board, piece.code)
        out.append(
            f'<g id="{name}" data-code="{escape(piece.code)}" data-colour="{escape(piece.colour)}">{body}</g>'
        )
    return out


def _gradient(name: str, colours: Paint) -> str:
    return (
        f'<radialGradient id="{name}" cx="38%" cy="32%" r="72%">'
        f'<stop offset="0" stop-color="{colours.light}"/><stop offset="1" stop-color="{colours.body}"/>'
        "</radialGradient>"
    )


def _disc(y: float, radius: float, fill: str, rim: str) -> str:
    return f'<circle cy="{y:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{rim}" stroke-width="2.4"/>'


def _shadow(y: float, radius: float) -> str:
    return f'<ellipse cy="{y:.1f}" rx="{radius:.1f}" ry="{radius:.1f}" fill="#000" fill-opacity=".22"/>'


def _body(piece: Piece, colours: Paint, fill: str, radius: float) -> list[str]:
    """Draw a disc; a stack as two of them and a ring; a kind that is not known with its code."""
    if piece.kind == "stack":
        lower, upper, ring = 0.17 * radius, -0.13 * radius, 0.5 * radius
        return [
            _shadow(lower + 4, radius),
            _disc(lower, radius, colours.body, colours.rim),
            _disc(upper, radius, fill, colours.rim),
            f'<circle cy="{upper:.1f}" r="{ring:.1f}" fill="none" stroke="{colours.sign}" stroke-width="6"/>',
        ]
    out = [_shadow(4, radius), _disc(0, radius, fill, colours.rim)]
    if piece.kind not in ("man", "single"):
        out.append(
            f'<text fill="{colours.sign}" font-family="system-ui,sans-serif" font-weight="700" '
            f'font-size="{radius:.0f}" text-anchor="middle" dominant-baseline="central">'
            f"{escape(piece.code)}</text>"
        )
    return out
