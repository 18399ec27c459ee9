"""Arguments that several commands share: declared once, read in one way."""

import shlex
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from bots.errors import UsageError

OWN_ENGINE = (sys.executable, "-m", "engine")
"""The command line of this project's engine."""

Position = Annotated[
    str | None, typer.Option("--position", "-p", help="The position string to begin from; else the start.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the game, as name=value; may be repeated.")
]
Engine = Annotated[
    str | None, typer.Option("--engine", help="Command line of another UGP engine to ask, not our own.")
]


def read_options(given: Sequence[str] | None) -> dict[str, str]:
    """Read `name=value` arguments; the engine checks them against the game. Raises UsageError."""
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {text}: not name=value", "write for example --option size=5")
        if name in options:
            raise UsageError(f"--option {name} is given twice", "leave one out")
        options[name] = value
    return options


def command_line(engine: str | None) -> tuple[str, ...]:
    """Return the command line to start: the given one, or our own engine's. Raises UsageError."""
    if engine is None:
        return OWN_ENGINE
    try:
        words = tuple(shlex.split(engine))
    except ValueError as error:
        raise UsageError(f"--engine {engine}: {error}", "mind the quotes") from None
    if not words:
        raise UsageError("--engine is empty", "give a command line, or leave it out")
    return words
