"""The tables of PROTOCOL.md, made from the declarations; `python -m protocol.docs [FILE]` renews them.

A table stands between the lines `<!-- begin NAME -->` and `<!-- end NAME -->`; what is around is written by
hand.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from msgspec import UNSET, Struct

from protocol import answers
from protocol.errors import MEANINGS, RETRYABLE
from protocol.fields import Field, Kind, fields_of
from protocol.limits import Limits
from protocol.order import ORDER, SETTING_ORDER, Order
from protocol.settings import Settings
from protocol.text_values import write
from protocol.verbs import VERBS, Verb

_BLOCK = re.compile(r"(<!-- begin (\S+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    names = list(head)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _type(field: Field) -> str:
    """Return a field's type with its range and unit."""
    if field.kind is Kind.INTEGER and field.low is not None:
        high = "2^63-1" if field.high == 2**63 - 1 else str(field.high)
        return f"integer {field.low} to {high} {field.unit}".strip()
    return f"{field.shape} ({field.unit})" if field.unit else field.shape


def _default(field: Field) -> str:
    if field.required:
        return "required"
    return "" if field.default is UNSET else f"`{write(field.default)}`"


def _usage(verb: Verb) -> str:
    """Return how the verb is typed: required arguments plain, the others in brackets."""
    parts = [verb.name]
    fields = fields_of(verb.args)
    if verb.main is not None:
        parts.append(verb.main.upper() if fields[verb.main].required else f"[{verb.main.upper()}]")
    for field in fields.values():
        if field.name == verb.main or (verb.context and field.name in _CONTEXT):
            continue
        shown = field.name if field.kind is Kind.BOOLEAN else f"{field.name}=…"
        parts.append(shown if field.required else f"[{shown}]")
    if verb.context:
        parts.append("[CONTEXT]")
    if verb.game_options:
        parts.append("[OPTION=…]")
    return " ".join(parts)


_CONTEXT = ("session", "game", "position", "moves")


def verbs() -> str:
    """Return the table of all verbs."""
    return _table(("verb", "what it does"), ((f"`{verb.name}`", verb.summary) for verb in VERBS.values()))


def _fields(struct: type[Struct], leave_out: Iterable[str] = ()) -> list[Field]:
    return [field for field in fields_of(struct).values() if field.name not in leave_out]


def context() -> str:
    """Return the table of the arguments that make a context."""
    fields = [field for field in _fields(VERBS["go"].args) if field.name in _CONTEXT]
    return _arguments(fields)


def _arguments(fields: list[Field]) -> str:
    rows = ((f"`{f.name}`", _type(f), _default(f), f.description) for f in fields)
    return _table(("argument", "type", "default", "meaning"), rows)


def _answers(struct: type[Struct]) -> str:
    rows = ((f"`{f.name}`" + ("" if f.required else "?"), _type(f), f.description) for f in _fields(struct))
    return _table(("field", "type", "meaning"), rows)


def reference() -> str:
    """Return a section for each verb: usage, arguments, answer."""
    parts = []
    for verb in VERBS.values():
        parts.append(
            f"#### {verb.name}\n\n    {_usage(verb)}\n\n{verb.summary[0].upper()}{verb.summary[1:]}.\n"
        )
        arguments = _fields(verb.args, _CONTEXT if verb.context else ())
        if arguments:
            parts.append(_arguments(arguments))
        if verb.info is not None:
            parts.append("Its `info`:\n\n" + _answers(verb.info))
        answer = _answers(verb.answer) if _fields(verb.answer) else ""
        parts.append(f"Its `ok`:\n\n{answer}" if answer else "Its `ok` has no fields.\n")
    return "\n".join(parts)


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
    parts = []
    for struct in structs:
        about = (struct.__doc__ or "").strip().split("\n")[0]
        parts.append(f"**{struct.__name__}**: {about[0].lower()}{about[1:]}\n\n{_answers(struct)}")
    return "\n".join(parts)


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
    return _table(("verb", "served", "touches", "busy", "finished game", "MQTT", "ends all"), rows)


def settings() -> str:
    """Return the table of settings."""
    fields = fields_of(VERBS["set"].args)
    defaults = Settings()
    rows = (
        (f"`{name}`", _type(fields[name]), f"`{getattr(defaults, name)}`", fields[name].description)
        for name in Settings.__struct_fields__
    )
    return _table(("setting", "type", "default", "meaning"), rows)


def errors() -> str:
    """Return the table of error codes."""
    rows = (
        (f"`{code.value}`", meaning, "yes" if code in RETRYABLE else "") for code, meaning in MEANINGS.items()
    )
    return _table(("code", "what went wrong", "retry"), rows)


def limits() -> str:
    """Return the table of what a connection may hold."""
    bounds = Limits()
    rows = (
        ("message", f"{bounds.line} bytes in either encoding, without the newline", "`too-large`"),
        ("open requests of a connection", str(bounds.requests), "`busy`"),
        ("id, session name", "64 characters", "`bad-request field=id`, `bad-argument`"),
    )
    return _table(("what", "bound", "beyond it"), rows)


BLOCKS: Mapping[str, Callable[[], str]] = {
    "verbs": verbs,
    "context": context,
    "reference": reference,
    "shapes": shapes,
    "order": order,
    "settings": settings,
    "errors": errors,
    "limits": limits,
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
