"""Reads a transcript and plays it against anything that takes lines and gives lines."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent.parent / "data"


class Line(NamedTuple):
    """One line of a transcript: sent to the engine, or expected from it (… stands for any text)."""

    sent: bool
    text: str


def read(path: Path) -> list[Line]:
    """Read a transcript file: lines that begin with `> ` and `< `, and comments."""
    raw = path.read_text(encoding="utf-8").splitlines()
    return [Line(line[0] == ">", line[2:]) for line in raw if line.startswith(("> ", "< "))]


def matches(expected: str, text: str) -> bool:
    """Whether a line is what was expected."""
    pattern = ".*".join(map(re.escape, expected.split("…")))
    return re.fullmatch(pattern, text) is not None


def replay(lines: list[Line], send: Callable[[str], None], receive: Callable[[], str]) -> None:
    """Send and compare line by line; infos may come wherever none is expected."""
    for line in lines:
        if line.sent:
            send(line.text)
            continue
        got = receive()
        while not matches(line.text, got) and got.partition(" ")[2].startswith("info "):
            got = receive()
        assert matches(line.text, got), f"expected {line.text}\n     got {got}"
