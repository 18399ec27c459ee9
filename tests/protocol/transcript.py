"""Examples of the protocol as they stand in documents, and how to hold a real peer against them.

An example is a fenced block of lines: `> ` is sent, `< ` comes back. In a `<` line, `…` stands for
anything. Any number of `info` lines that the example does not show may come between; nothing else may.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

FENCE = re.compile(r"^```ugp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INFO = re.compile(r"^(#\S+ )?info\b")


class Step(NamedTuple):
    """One line of an example."""

    sent: bool
    text: str
    number: int  # of the line in its document


class Example(NamedTuple):
    """One block; `number` is the line of the document where it begins."""

    number: int
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"line {self.number}"


def examples(document: str) -> Iterator[Example]:
    """Return the examples of a Markdown document."""
    for match in FENCE.finditer(document):
        number = document.count("\n", 0, match.start()) + 1
        yield Example(number, tuple(read_steps(match[1], number + 1)))


def read_steps(block: str, number: int = 1) -> Iterator[Step]:
    """Return the steps of a block. A line that neither is sent nor comes back is an error of the document."""
    for offset, line in enumerate(block.splitlines()):
        if not line.strip():
            continue
        if line[:2] not in {"> ", "< "}:
            raise ValueError(f"line {number + offset}: neither > nor <: {line}")
        yield Step(line[0] == ">", line[2:], number + offset)


def matches(pattern: str, line: str) -> bool:
    """Tell whether a line is what the example shows."""
    parts = (re.escape(part) for part in pattern.split("…"))
    return re.fullmatch(".*".join(parts), line) is not None


def play(example: Example, send: Callable[[str], object], receive: Callable[[], str]) -> None:
    """Hold a peer against an example; `send` takes a line, `receive` returns the next.

    Raises AssertionError where they differ.
    """
    for step in example.steps:
        if step.sent:
            send(step.text)
            continue
        line = receive()
        while not matches(step.text, line) and INFO.match(line):
            line = receive()
        assert matches(step.text, line), f"line {step.number}: expected {step.text!r}, got {line!r}"
