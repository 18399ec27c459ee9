"""What may be drawn on a board besides its pieces."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct


class Marks(Struct, frozen=True):
    """Cells to bring out, by name, and arrows between cells.

    `last` are the cells that the last move touched, `select` those already clicked, `target` where a
    move may go, `gone` where pieces left the board. Names that the board lacks are an error.
    """

    last: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    def cells(self) -> Iterable[str]:
        """All cell names that these marks use."""
        yield from self.last + self.select + self.target + self.gone
        for pair in self.arrows:
            yield from pair


def of_move(detail: Mapping[str, Any]) -> Marks:
    """Mark a move as `moves detail` lists it: every cell it touches, and an arrow if a piece went.

    A move without cells (a pass, a swap) gives empty marks.
    """
    origin, goal = detail.get("from"), detail.get("to")
    touched = [origin, goal]
    for key in ("captured", "placed", "removed", "stacked"):
        touched += detail.get(key) or []
    last = tuple(dict.fromkeys(cell for cell in touched if cell))
    arrows = ((origin, goal),) if origin and goal else ()
    return Marks(last=last, gone=tuple(detail.get("removed") or ()), arrows=arrows)
