"""One argument or answer field, compiled from its declaration: how to read, check and describe its value.

`parse` takes the text of an unquoted value, `check` a value that already has a type (from JSON or msgpack).
Both return the value or raise `RequestError(bad-argument)` with the same message, so both encodings refuse
alike.
"""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.errors import ErrorCode, RequestError
from protocol.values import NAME_PATTERN, NAME_RULE

StructT = TypeVar("StructT", bound=Struct)
Parse = Callable[[str], object]
Check = Callable[[object], object]


class Kind(StrEnum):
    """The shape of a value, by its name in tables."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    STRING = "string"
    LIST = "list"
    MAP = "map"


class Field(Struct, frozen=True, kw_only=True):
    """One field: `name` is what peers see, `attribute` what Python code does.

    `default` is UNSET if there is none, `shape` the type in words, `rule` the end of `NAME must be …`.
    """

    name: str
    attribute: str
    kind: Kind
    shape: str
    required: bool
    default: object
    rule: str
    unit: str
    description: str
    low: int | None
    high: int | None
    patterned: bool
    parse: Parse
    check: Check


def _refusal(name: str, rule: str) -> RequestError:
    return RequestError(ErrorCode.BAD_ARGUMENT, f"{name} must be {rule}", name)


def _is_count(text: str) -> bool:
    """Tell whether text is a short run of ASCII digits: `int` takes more than that, and of any length."""
    return len(text) <= 20 and text.isascii() and text.isdigit()


def read_integer(text: str) -> int | None:
    """Return the integer that text stands for, None if for none: ASCII digits, perhaps after a minus."""
    return int(text) if _is_count(text[1:] if text[:1] == "-" else text) else None


_SHORT = 18
"""Digits that fit any integer of the protocol: nearly all numbers have fewer and are read the short way."""


def _integer(name: str, meta: Meta, rule: str) -> tuple[Parse, Check]:
    low = meta.ge if meta.ge is not None else -(2**63)
    high = meta.le if meta.le is not None else 2**64 - 1

    def check(value: object) -> object:
        if type(value) is int and low <= value <= high:
            return value
        raise _refusal(name, rule)

    def parse(text: str) -> object:
        if text.isdigit() and text.isascii() and len(text) <= _SHORT:
            value = int(text)
            if low <= value <= high:
                return value
        return check(read_integer(text))

    return parse, check


def _boolean(name: str, rule: str) -> tuple[Parse, Check]:
    def check(value: object) -> object:
        if type(value) is bool:
            return value
        raise _refusal(name, rule)

    def parse(text: str) -> object:
        if text == "true":
            return True
        if text == "false":
            return False
        raise _refusal(name, rule)

    return parse, check


def _string(name: str, meta: Meta, rule: str) -> tuple[Parse, Check]:
    low, high = meta.min_length or 0, meta.max_length
    match = re.compile(meta.pattern).match if meta.pattern else None

    def parse(text: str) -> object:
        if (
            len(text) < low
            or (high is not None and len(text) > high)
            or (match is not None and not match(text))
        ):
            raise _refusal(name, rule)
        if match is not None and text[-1] == "\n":  # `$` also matches before a last newline
            raise _refusal(name, rule)
        return text

    def check(value: object) -> object:
        if type(value) is not str:
            raise _refusal(name, rule)
        return parse(value)

    return parse, check


def _strings(name: str, meta: Meta, rule: str) -> tuple[Parse, Check]:
    low = meta.min_length or 0

    def check(value: object) -> object:
        if type(value) is list and len(value) >= low and all(type(item) is str for item in value):
            return value
        raise _refusal(name, rule)

    def parse(text: str) -> object:
        if not text:
            raise _refusal(name, rule)
        return text.split(",")

    return parse, check


def _other(name: str, type_: Any, rule: str) -> tuple[Parse, Check]:
    """Read the answers' own shapes: maps, lists of maps, lists of integers."""

    def check(value: object) -> object:
        try:
            return msgspec.convert(value, type_)
        except (msgspec.ValidationError, RecursionError):
            raise _refusal(name, rule) from None

    def parse(text: str) -> object:
        if get_origin(type_) is not list:
            raise _refusal(name, rule)
        items = text.split(",")
        if get_args(type_)[0] is int:
            return check([int(item) if _is_count(item) else item for item in items])
        return check(items)

    return parse, check


_RULES = {
    Kind.INTEGER: "an integer",
    Kind.BOOLEAN: "true or false",
    Kind.STRING: "a string",
    Kind.LIST: "a list",
    Kind.MAP: "a map",
}


_CHOICE = re.compile(r"\^\(([a-z|]+)\)\$")


def _rule(kind: Kind, meta: Meta, unit: str) -> str:
    """Say in words what a value must be: the end of `movetime must be …`."""
    if kind is Kind.INTEGER and meta.ge is not None:
        return f"{meta.ge} to {meta.le} {unit}".rstrip()
    if kind is Kind.LIST:
        return "a list of at least one string" if meta.min_length else "a list ([] is the empty one)"
    return _string_rule(meta) if kind is Kind.STRING else _RULES[kind]


def _string_rule(meta: Meta) -> str:
    if meta.pattern == NAME_PATTERN:
        return NAME_RULE
    if choice := _CHOICE.fullmatch(meta.pattern or ""):
        *most, last = choice[1].split("|")
        return f"{', '.join(most)} or {last}"
    if meta.pattern:
        return f"a string that matches {meta.pattern}"
    if meta.max_length:
        return f"a string of {meta.min_length} to {meta.max_length} characters"
    return _RULES[Kind.STRING]


def _flatten(type_: Any) -> tuple[Any, dict[str, Any]]:
    """Take an annotation apart: the bare type, and the union of all its `Meta`, outermost last."""
    if get_origin(type_) in (Union, UnionType):
        parts = [part for part in get_args(type_) if part is not UnsetType]
        return _flatten(parts[0]) if len(parts) == 1 else (type_, {})
    if get_origin(type_) is not Annotated:
        return type_, {}
    inner, *metas = get_args(type_)
    bare, known = _flatten(inner)
    for meta in metas:
        for slot in ("ge", "le", "min_length", "max_length", "pattern", "description", "extra_json_schema"):
            if getattr(meta, slot) is not None:
                known[slot] = getattr(meta, slot)
    return bare, known


KINDS: dict[Any, Kind] = {int: Kind.INTEGER, bool: Kind.BOOLEAN, str: Kind.STRING}


def _shape(type_: Any) -> str:
    """Say a type in words: `list of strings`, `map of Cell`."""
    bare, _ = _flatten(type_)
    if bare in KINDS:
        return KINDS[bare].value
    parts = [_shape(part) for part in get_args(bare)]
    if get_origin(bare) is list:
        return f"list of {parts[0]}"
    if get_origin(bare) is dict:
        return f"map of {parts[1]}"
    return " or ".join(parts) if parts else getattr(bare, "__name__", "anything").replace("float", "number")


def _compile(info: msgspec.structs.FieldInfo) -> Field:
    bare, known = _flatten(info.type)
    meta = Meta(**known)
    unit = str((meta.extra_json_schema or {}).get("unit", ""))
    kind = KINDS.get(bare) or (Kind.LIST if get_origin(bare) is list else Kind.MAP)
    rule = _rule(kind, meta, unit)
    name = info.encode_name
    if kind is Kind.INTEGER:
        parse, check = _integer(name, meta, rule)
    elif kind is Kind.BOOLEAN:
        parse, check = _boolean(name, rule)
    elif kind is Kind.STRING:
        parse, check = _string(name, meta, rule)
    elif bare == list[str]:
        parse, check = _strings(name, meta, rule)
    else:
        parse, check = _other(name, bare, rule)
    return Field(
        name=name,
        attribute=info.name,
        kind=kind,
        shape=_shape(bare),
        required=info.required,
        default=UNSET if info.required or info.default is UNSET else info.default,
        rule=rule,
        unit=unit,
        description=meta.description or "",
        low=None if meta.ge is None else int(meta.ge),
        high=None if meta.le is None else int(meta.le),
        patterned=meta.pattern is not None,
        parse=parse,
        check=check,
    )


@cache
def fields_of(struct: type[Struct]) -> Mapping[str, Field]:
    """Return the fields of a declared struct by the names that peers see, in order."""
    compiled = (_compile(info) for info in msgspec.structs.fields(struct))
    return MappingProxyType({field.name: field for field in compiled})


@cache
def _patterned(struct: type[Struct]) -> frozenset[str]:
    return frozenset(field.name for field in fields_of(struct).values() if field.patterned)


def read_at_once(struct: type[StructT], values: Mapping[str, object]) -> StructT | None:
    """Build a declared struct from values that have their types, checked all in one call.

    None if a value is missing or refused, or if that cannot be told so: then `Field.check`, one by one, says
    which it is and why.
    """
    # msgspec's `$` lets a last newline pass, so a field with a pattern is for `Field.check`
    if not _patterned(struct).isdisjoint(values):
        return None
    try:
        return msgspec.convert(values, struct)
    except (msgspec.ValidationError, RecursionError):
        return None
