"""A game in a file: enough to go on with it, readable by people and programs."""

import os
import tempfile
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from bots.errors import CommandError
from bots.players.base import Limits
from protocol.values import Scalar

PERSON = "person"
"""In place of a player's spec: somebody at the keyboard."""

_MOST = 1_000_000  # bytes; a game of the longest possible kind is far below


class SavedGame(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game and who plays it. `first` and `second` are specs of players, or `person`."""

    game: str
    first: str
    second: str
    format: Literal["trilogue-game/1"]
    options: dict[str, Scalar] = {}
    start: str | None = None
    moves: list[str] = []
    limits: Limits = Limits()
    result: str | None = None
    reason: str | None = None


def save(path: Path, game: SavedGame) -> None:
    """Write the file at once or not at all. Raises CommandError."""
    text = msgspec.json.format(msgspec.json.encode(game), indent=2) + b"\n"
    try:
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text)
            Path(scratch).replace(path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}", "give another file") from None


def load(path: Path) -> SavedGame:
    """Read a file written by `save`. Raises CommandError, which says what is wrong with it."""
    try:
        with path.open("rb") as file:
            text = file.read(_MOST + 1)
    except OSError as error:
        raise CommandError(
            f"{path} cannot be read: {error.strerror}", "give the file of a saved game"
        ) from None
    try:
        if len(text) > _MOST:
            raise msgspec.ValidationError("it is far too long")
        return msgspec.json.decode(text, type=SavedGame)
    except msgspec.DecodeError as error:
        raise CommandError(f"{path} is no saved game: {error}", "give a file that `save` wrote") from None
