"""What may follow what at a table: the one table that the referee obeys and PROTOCOL.md shows.

A table is in one of four phases; who asks has one or more roles in it. A verb is allowed when one of the
roles that its row names for the phase is the asker's. Everything that touches no table (challenges, lists)
is always allowed. A request is judged in this order: the table exists; the phase allows the verb at all
(else the code given); the asker has a role that may (else `forbidden`); then its arguments.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import get_args

from protocol.errors import ErrorCode
from protocol.tables.documents import Phase


class Role(StrEnum):
    """Who somebody is at a table."""

    MOVER = "mover"  # the player to move
    PLAYER = "player"  # either player
    ANSWERER = "answerer"  # the player to whom a draw is offered
    ANYBODY = "anybody"


Cell = Role | ErrorCode
Row = Mapping[Phase, Cell]

PHASES: tuple[Phase, ...] = get_args(Phase)


def _row(opening: Cell, playing: Cell, offered: Cell, over: Cell) -> Row:
    return MappingProxyType({"opening": opening, "playing": playing, "offered": offered, "over": over})


_OVER = ErrorCode.GAME_OVER
_WRONG = ErrorCode.BAD_ARGUMENT

MAY: Mapping[str, Row] = MappingProxyType(
    {
        "move": _row(Role.MOVER, Role.MOVER, Role.MOVER, _OVER),
        "draw offer": _row(_WRONG, Role.PLAYER, _WRONG, _OVER),
        "draw accept": _row(_WRONG, _WRONG, Role.ANSWERER, _OVER),
        "draw decline": _row(_WRONG, _WRONG, Role.ANSWERER, _OVER),
        "resign": _row(Role.PLAYER, Role.PLAYER, Role.PLAYER, _OVER),
        "abort": _row(Role.PLAYER, ErrorCode.FORBIDDEN, ErrorCode.FORBIDDEN, _OVER),
        "sync": _row(Role.ANYBODY, Role.ANYBODY, Role.ANYBODY, Role.ANYBODY),
        "record": _row(Role.ANYBODY, Role.ANYBODY, Role.ANYBODY, Role.ANYBODY),
    }
)
"""Action -> phase -> the role that may, or the code that everybody gets."""
