"""How values stand in a line of text: words, comma lists, JSON; and how a line is split into them."""

import re
from collections.abc import Callable
from json import JSONDecoder
from typing import Any

import msgspec

_json_encode = msgspec.json.Encoder().encode
_json_decode = JSONDecoder().raw_decode

_CONTROL = r'\x00-\x20"\x7f-\x9f'
is_plain = re.compile(rf"[^{_CONTROL}\[{{][^{_CONTROL}]*").fullmatch
"""Match what can stand as it is: not empty, not beginning like JSON, no space, quote or control character."""

_is_plain_list = re.compile(
    rf"[^{_CONTROL}\[{{,][^{_CONTROL},]*(?:,[^{_CONTROL}\[{{,][^{_CONTROL},]*)*"
).fullmatch

_WORD = re.compile(r"[^ \t]+").match
_NAME = re.compile(r"[^ \t=]*").match
_SPACE = re.compile(r"[ \t]*").match
_OPENERS = frozenset('"[{')
_SLOW = re.compile(r'["\[{\t]').search


class Typed(msgspec.Struct, frozen=True):
    """A JSON value in a line; `name` is None for a bare one."""

    name: str | None
    value: object


class Malformed(msgspec.Struct, frozen=True):
    """A value that begins like JSON and is none; what follows it cannot be split."""

    name: str | None
    message: str


Word = str | Typed | Malformed


def to_json(value: object) -> str:
    """Return `value` as JSON on one line."""
    return _json_encode(value).decode()


def write_string(value: str) -> str:
    """Return a string as it stands after `name=`."""
    return value if is_plain(value) else to_json(value)


def write_list(value: list[object]) -> str:
    """Return a list: comma-separated if its items allow that, else JSON."""
    if not value:
        return "[]"
    try:
        joined = ",".join(value)  # type: ignore[arg-type]
    except TypeError:
        return ",".join(map(str, value)) if all(type(item) is int for item in value) else to_json(value)
    if _is_plain_list(joined) and joined.count(",") == len(value) - 1:
        return joined
    return to_json(value)


def _write_bool(value: bool) -> str:
    return "true" if value else "false"


_WRITERS: dict[type, Callable[[Any], str]] = {
    str: write_string,
    int: str,
    bool: _write_bool,
    list: write_list,
}


def write(value: object) -> str:
    """Return any value as it stands after `name=`."""
    return _WRITERS.get(type(value), to_json)(value)


def split(line: str) -> list[Word]:
    """Split a line into its words and JSON values. Linear in its length; a `Malformed` ends the list."""
    if _SLOW(line):
        return _scan(line)
    words = line.split(" ")
    return [word for word in words if word] if "" in words else words  # type: ignore[return-value]


def _scan(line: str) -> list[Word]:
    words: list[Word] = []
    length = len(line)
    at = _SPACE(line, 0).end()  # type: ignore[union-attr]
    while at < length:
        end = _NAME(line, at).end()  # type: ignore[union-attr]
        if line[at] in _OPENERS:
            name, start = None, at
        elif end + 1 < length and line[end] == "=" and line[end + 1] in _OPENERS:
            name, start = line[at:end], end + 1
        else:
            end = _WORD(line, at).end()  # type: ignore[union-attr]
            words.append(line[at:end])
            at = _SPACE(line, end).end()  # type: ignore[union-attr]
            continue
        word, at = _json(line, name, start)
        words.append(word)
        if type(word) is Malformed:
            break
        at = _SPACE(line, at).end()  # type: ignore[union-attr]
    return words


def _json(line: str, name: str | None, start: int) -> tuple[Word, int]:
    """Read the JSON value at `start`; return it and where it ends."""
    try:
        value, end = _json_decode(line, start)
        if "\\u" in line[start:end]:
            _json_encode(value)  # half a surrogate pair is no text
    except RecursionError:
        return Malformed(name, "nested too deep"), start
    except ValueError:
        return Malformed(name, "not valid JSON"), start
    if end < len(line) and line[end] not in " \t":
        return Malformed(name, "something follows the JSON value without a space"), start
    return Typed(name, value), end
