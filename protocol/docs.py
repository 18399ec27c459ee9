"""The tables of PROTOCOL.md, made from the declarations; `python -m protocol.docs [FILE]` renews them.

A table stands between the lines `<!-- begin NAME -->` and `<!-- end NAME -->`; what is around is written by
hand.
"""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from protocol import answers
from protocol import docs_parts as parts
from protocol.errors import MEANINGS, RETRYABLE
from protocol.fields import fields_of
from protocol.limits import Limits
from protocol.order import ORDER, SETTING_ORDER, Order
from protocol.settings import Settings
from protocol.tables.docs import BLOCKS as TABLES
from protocol.verbs import VERBS

_BLOCK = re.compile(r"(<!-- begin (\S+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def verbs() -> str:
    """Return the table of all verbs."""
    return parts.table(
        ("verb", "what it does"), ((f"`{verb.name}`", verb.summary) for verb in VERBS.values())
    )


def context() -> str:
    """Return the table of the arguments that make a context."""
    fields = [field for field in parts.fields(VERBS["go"].args) if field.name in parts.CONTEXT]
    return parts.argument_table(fields)


def reference() -> str:
    """Return a section for each verb: usage, arguments, answer."""
    return parts.reference(VERBS)


def shapes() -> str:
    """Return a table for each map that stands inside an answer."""
    structs = (
        answers.OptionInfo,
        answers.Cell,
        answers.Label,
        answers.Colour,
        answers.Piece,
        answers.MoveDetail,
    )
    return parts.shapes(structs)


def _order_row(name: str, order: Order) -> tuple[str, ...]:
    reaches = ", ".join(f"`{verb}`" for verb in ORDER if verb in order.reaches)
    return (
        f"`{name}`",
        order.kind.value,
        order.touches.value + (f": {reaches}" if reaches else ""),
        order.clash.value,
        "" if order.finished_game else "game-over",
        "" if order.mqtt else "forbidden",
        "yes" if order.ends else "",
    )


def order() -> str:
    """Return the table of what may follow what."""
    rows = [_order_row(name, row) for name, row in ORDER.items()]
    rows += [_order_row(f"set {name}=…", row) for name, row in SETTING_ORDER.items()]
    return parts.table(("verb", "served", "touches", "busy", "finished game", "MQTT", "ends all"), rows)


def settings() -> str:
    """Return the table of settings."""
    fields = fields_of(VERBS["set"].args)
    defaults = Settings()
    rows = (
        (f"`{name}`", parts.type_of(fields[name]), f"`{getattr(defaults, name)}`", fields[name].description)
        for name in Settings.__struct_fields__
    )
    return parts.table(("setting", "type", "default", "meaning"), rows)


def errors() -> str:
    """Return the table of error codes."""
    rows = (
        (f"`{code.value}`", meaning, "yes" if code in RETRYABLE else "") for code, meaning in MEANINGS.items()
    )
    return parts.table(("code", "what went wrong", "retry"), rows)


def limits() -> str:
    """Return the table of what a connection may hold."""
    bounds = Limits()
    rows = (
        ("message", f"{bounds.line} bytes in either encoding, without the newline", "`too-large`"),
        ("open requests of a connection", str(bounds.requests), "`busy`"),
        ("id, session name", "64 characters", "`bad-request field=id`, `bad-argument`"),
    )
    return parts.table(("what", "bound", "beyond it"), rows)


BLOCKS: Mapping[str, Callable[[], str]] = {
    "verbs": verbs,
    "context": context,
    "reference": reference,
    "shapes": shapes,
    "order": order,
    "settings": settings,
    "errors": errors,
    "limits": limits,
    **TABLES,
}


def renew(text: str) -> str:
    """Return a document with every table made anew. Raises KeyError for a block that does not exist."""
    return _BLOCK.sub(lambda match: f"{match[1]}\n{BLOCKS[match[2]]()}\n{match[3]}", text)


def main() -> None:
    """Renew the tables of the file named, or of PROTOCOL.md."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "PROTOCOL.md")
    path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
