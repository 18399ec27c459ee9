"""What a person typed, found among the legal moves: in any usual spelling, or only begun."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct, UnsetType

from protocol.answers import MoveDetail

_LOOSE = re.compile(r"[\s\-x:]+")


class Found(Struct, frozen=True):
    """The move meant, or else those that begin as typed."""

    move: str | None
    candidates: tuple[str, ...] = ()


def key(text: str) -> str:
    """Return a move in lower case without what may be left out between cells."""
    return _LOOSE.sub("", text.lower())


def find(text: str, moves: Iterable[MoveDetail]) -> Found:
    """Find what was typed: a whole move, the only one that begins so, or its cells in the order of clicks."""
    typed, moves = key(text), tuple(moves)
    if not typed:
        return Found(None)
    for spell in (_notation, _clicks):
        spelled = [(spell(detail), detail.move) for detail in moves]
        whole = [move for spelling, move in spelled if spelling == typed]
        begun = whole or [move for spelling, move in spelled if spelling.startswith(typed)]
        if len(begun) == 1:
            return Found(begun[0])
        if begun:
            return Found(None, tuple(begun))
    return Found(None)


def _notation(detail: MoveDetail) -> str:
    return key(detail.move)


def _clicks(detail: MoveDetail) -> str:
    return "" if isinstance(detail.clicks, UnsetType) else key("".join(detail.clicks))


def complete(text: str, words: Sequence[str]) -> list[str]:
    """Return the words (moves and commands) that begin as typed, for the Tab key."""
    return [word for word in words if word.lower().startswith(text.lower())]
