"""The tables of the chapter about tables in PROTOCOL.md, made from the declarations."""

from collections.abc import Callable, Mapping

from protocol import docs_parts as parts
from protocol.errors import ErrorCode
from protocol.tables import answers, documents
from protocol.tables.order import MAY, PHASES, Cell
from protocol.tables.topics import TOPICS
from protocol.tables.verbs import VERBS


def topics() -> str:
    """Return the table of all topics."""
    head = ("topic", "published by", "read by", "QoS", "retained", "what")
    return parts.table(head, (_ticked(row) for row in TOPICS))


def _ticked(row: tuple[str, ...]) -> tuple[str, ...]:
    return (row[0] if row[0].startswith("`") else f"`{row[0]}`", *row[1:])


def verbs() -> str:
    """Return the table of all verbs."""
    return parts.table(
        ("verb", "what it does"), ((f"`{verb.name}`", verb.summary) for verb in VERBS.values())
    )


def order() -> str:
    """Return the table of what may follow what."""
    rows = ((f"`{name}`", *(_cell(row[phase]) for phase in PHASES)) for name, row in MAY.items())
    return parts.table(("verb", *(f"`{phase}`" for phase in PHASES)), rows)


def _cell(cell: Cell) -> str:
    return f"`{cell.value}`" if isinstance(cell, ErrorCode) else cell.value


def reference() -> str:
    """Return a section for each verb."""
    return parts.reference(VERBS, " (tables)")


def shapes() -> str:
    """Return a table for each document and each map inside an answer."""
    return parts.shapes((*documents.SHAPES, *answers.SHAPES))


BLOCKS: Mapping[str, Callable[[], str]] = {
    "tables-topics": topics,
    "tables-verbs": verbs,
    "tables-order": order,
    "tables-reference": reference,
    "tables-shapes": shapes,
}
