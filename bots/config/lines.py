"""Where each key of a TOML text stands; the standard parser does not tell."""

import re

Path = tuple[str | int, ...]

_BARE = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_BARE}(?:\s*\.\s*{_BARE})*"
_LIST_HEADER = re.compile(rf"\s*\[\[\s*({_DOTTED})\s*\]\]")
_HEADER = re.compile(rf"\s*\[\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_PART = re.compile(_BARE)


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(dotted)]


class Lines:
    """The line (from 1) of every table header and key of one TOML text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._lengths: dict[Path, int] = {}
        self._scan(text)

    def of(self, path: Path) -> int | None:
        """Return the line of `path`, or of the nearest thing around it; None if nothing of it is known."""
        for end in range(len(path), 0, -1):
            if (line := self._lines.get(path[:end])) is not None:
                return line
        return None

    def _scan(self, text: str) -> None:
        table: Path = ()
        for number, line in enumerate(text.splitlines(), 1):
            if match := _LIST_HEADER.match(line):
                name = self._resolve(_parts(match[1]))
                index = self._lengths.get(name, 0)
                self._lengths[name] = index + 1
                table = (*name, index)
                self._lines.setdefault(name, number)
                self._lines.setdefault(table, number)
            elif match := _HEADER.match(line):
                table = self._resolve(_parts(match[1]))
                self._lines.setdefault(table, number)
            elif match := _KEY.match(line):
                path = table
                for part in _parts(match[1]):
                    path = (*path, part)
                    self._lines.setdefault(path, number)

    def _resolve(self, parts: list[str]) -> Path:
        """Return the path that a header names: inside a list of tables it means the last one."""
        path: Path = ()
        for place, part in enumerate(parts):
            path = (*path, part)
            if place < len(parts) - 1 and path in self._lengths:
                path = (*path, self._lengths[path] - 1)
        return path
