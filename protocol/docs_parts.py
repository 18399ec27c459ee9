"""The parts that the documents' tables are made of: a table, a verb's section, a map's section."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET, Struct

from protocol.arguments import Context
from protocol.fields import Field, Kind, fields_of
from protocol.text_values import write
from protocol.verbs import Verb

CONTEXT = Context.__struct_fields__
"""The arguments that make a context."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    names = list(head)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def type_of(field: Field) -> str:
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
    known = fields_of(verb.args)
    if verb.main is not None:
        parts.append(verb.main.upper() if known[verb.main].required else f"[{verb.main.upper()}]")
    for field in known.values():
        if field.name == verb.main or (verb.context and field.name in CONTEXT):
            continue
        shown = field.name if field.kind is Kind.BOOLEAN else f"{field.name}=…"
        parts.append(shown if field.required else f"[{shown}]")
    if verb.context:
        parts.append("[CONTEXT]")
    if verb.game_options:
        parts.append("[OPTION=…]")
    return " ".join(parts)


def fields(struct: type[Struct], leave_out: Iterable[str] = ()) -> list[Field]:
    """Return the fields of a declaration, some left out."""
    return [field for field in fields_of(struct).values() if field.name not in leave_out]


def argument_table(given: list[Field]) -> str:
    """Return the table of some arguments."""
    rows = ((f"`{f.name}`", type_of(f), _default(f), f.description) for f in given)
    return table(("argument", "type", "default", "meaning"), rows)


def answer_table(struct: type[Struct]) -> str:
    """Return the table of an answer's fields."""
    rows = ((f"`{f.name}`" + ("" if f.required else "?"), type_of(f), f.description) for f in fields(struct))
    return table(("field", "type", "meaning"), rows)


def reference(verbs: Mapping[str, Verb], suffix: str = "") -> str:
    """Return a section for each verb: usage, arguments, answer; `suffix` tells its heading from others."""
    parts = []
    for verb in verbs.values():
        parts.append(
            f"#### {verb.name}{suffix}\n\n    {_usage(verb)}\n\n"
            f"{verb.summary[0].upper()}{verb.summary[1:]}.\n"
        )
        arguments = fields(verb.args, CONTEXT if verb.context else ())
        if arguments:
            parts.append(argument_table(arguments))
        if verb.info is not None:
            parts.append("Its `info`:\n\n" + answer_table(verb.info))
        answer = answer_table(verb.answer) if fields(verb.answer) else ""
        parts.append(f"Its `ok`:\n\n{answer}" if answer else "Its `ok` has no fields.\n")
    return "\n".join(parts)


def shapes(structs: Iterable[type[Struct]]) -> str:
    """Return a table for each map that stands inside an answer."""
    parts = []
    for struct in structs:
        about = (struct.__doc__ or "").strip().split("\n")[0]
        parts.append(f"**{struct.__name__}**: {about[0].lower()}{about[1:]}\n\n{answer_table(struct)}")
    return "\n".join(parts)
