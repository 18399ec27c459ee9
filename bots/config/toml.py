"""TOML to a typed value. An error names the file, the line, the key and the likely spelling."""

import re
import tomllib
import types
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from bots.config.lines import Lines, Path
from protocol.suggest import did_you_mean

T = TypeVar("T", bound=msgspec.Struct)

_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>.*)`")
_MISSING = re.compile(r"Object missing required field `(?P<key>.*)`")
_CHOICE = re.compile(r"Invalid enum value '(?P<given>.*)'")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


class ConfigError(Exception):
    """A configuration that can't be used; `str()` is one line for the person who wrote it.

    source: the file's name; line: from 1, None where no line is to blame; key: the dotted key, "" for the
    whole file; problem: what is wrong with it and, where it can be told, what was likely meant.
    """

    def __init__(self, source: str, line: int | None, key: str, problem: str) -> None:
        self.source, self.line, self.key, self.problem = source, line, key, problem
        place = source if line is None else f"{source}:{line}"
        super().__init__(f"{place}: {key}: {problem}" if key else f"{place}: {problem}")


def load(path: FilePath, kind: type[T]) -> T:
    """Read the TOML file `path` as a `kind`. Raises ConfigError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(str(path), None, "", f"can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(str(path), None, "", f"is not UTF-8 (byte {error.start})") from error
    return parse(text, kind, source=str(path))


def parse(text: str, kind: type[T], *, source: str) -> T:
    """Read the TOML `text` as a `kind` (a Struct with `forbid_unknown_fields`). Raises ConfigError."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else None
        raise ConfigError(source, line, "", f"not TOML: {error}") from error
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _explain(str(error), raw, kind, Lines(text), source) from error


def located(path: FilePath, key: Path, problem: str) -> ConfigError:
    """Return the error for a key of the file `path` that is wrong for a reason its type can't tell."""
    try:
        lines = Lines(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        lines = Lines("")
    return ConfigError(str(path), lines.of(key), dotted(key), problem)


def _explain(message: str, raw: dict[str, Any], kind: type, lines: Lines, source: str) -> ConfigError:
    match = _AT.match(message)
    what, address = (match["what"], match["path"] or "$") if match else (message, "$")
    path = _steps(address, raw)
    if unknown := _UNKNOWN.match(what):
        key = unknown["key"]
        guess = did_you_mean(key, _fields(kind, path))
        problem = "no such key" + (f"; did you mean {guess}?" if guess else "")
        path = (*path, key)
    elif missing := _MISSING.match(what):
        problem = f"{missing['key']} is missing"
    elif choice := _CHOICE.match(what):
        problem = _choices(choice["given"], _at(kind, path))
    else:
        problem = what[0].lower() + what[1:]
    return ConfigError(source, lines.of(path), dotted(path), problem)


def _steps(address: str, raw: dict[str, Any]) -> Path:
    """Return the path of an error's address; its `[...]` (any value of a mapping) ends it."""
    path: Path = ()
    value: Any = raw
    for name, index in _STEP.findall(address):
        if index == "..." or value is None:
            break
        path = (*path, name or int(index))
        value = _child(value, name or int(index))
    return path


def _child(value: object, step: str | int) -> object:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def dotted(path: Path) -> str:
    """Return a path as people write it, counting from 1: `players[2].name`."""
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return text.lstrip(".")


def _fields(kind: object, path: Path) -> list[str]:
    """Return the keys that the type at `path` inside `kind` knows."""
    found = _struct(_at(kind, path))
    return [] if found is None else [field.encode_name for field in msgspec.structs.fields(found)]


def _at(kind: object, path: Path) -> object:
    """Return the type at `path` inside `kind`."""
    for step in path:
        kind = _element(kind) if isinstance(step, int) else _field(kind, step)
    return kind


def _choices(given: str, kind: object) -> str:
    known = [
        str(word) for inner in _members(kind) if get_origin(inner) is Literal for word in get_args(inner)
    ]
    guess = did_you_mean(given, known)
    return f"{given!r} is none of {', '.join(known)}" + (f"; did you mean {guess}?" if guess else "")


def _field(kind: object, name: str) -> object:
    found = _struct(kind)
    if found is None:
        return _element(kind)
    hints = get_type_hints(found, include_extras=True)
    names = {field.encode_name: field.name for field in msgspec.structs.fields(found)}
    return hints.get(names.get(name, ""), None)


def _element(kind: object) -> object:
    for inner in _members(kind):
        if get_origin(inner) in (list, tuple, dict):
            return next((arg for arg in reversed(get_args(inner)) if arg is not ...), None)
    return None


def _struct(kind: object) -> type[msgspec.Struct] | None:
    for inner in _members(kind):
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            return inner
    return None


def _members(kind: object) -> list[object]:
    """Return the types that `kind` may stand for, without Annotated and unions."""
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return [member for arg in get_args(kind) for member in _members(arg)]
    return [kind]
