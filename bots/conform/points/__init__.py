"""All points of the conformance kit, in the order in which they are tried."""

from collections.abc import Sequence

from bots.conform.point import Point
from bots.conform.points import (
    board,
    contexts,
    encodings,
    endings,
    errors,
    handshake,
    hostile,
    limits,
    order,
    requests,
    rules,
    searching,
    settings,
)
from bots.errors import UsageError
from protocol.suggest import did_you_mean

CHAPTERS = (
    handshake.CHAPTER,
    requests.CHAPTER,
    errors.CHAPTER,
    contexts.CHAPTER,
    rules.CHAPTER,
    board.CHAPTER,
    limits.CHAPTER,
    searching.CHAPTER,
    order.CHAPTER,
    settings.CHAPTER,
    encodings.CHAPTER,
    hostile.CHAPTER,
    endings.CHAPTER,
)

POINTS: tuple[Point, ...] = tuple(point for chapter in CHAPTERS for point in chapter.points)


def choose(names: Sequence[str]) -> tuple[Point, ...]:
    """Return the points that bear one of the names, or whose chapter does; all when there are none.

    Raises UsageError for a name that is neither.
    """
    known = {name for point in POINTS for name in (point.id, point.chapter)}
    for name in names:
        if name not in known:
            near = did_you_mean(name, known)
            hint = f"did you mean {near}?" if near else "see conform --list"
            raise UsageError(f"{name}: no such chapter or point", hint)
    return tuple(point for point in POINTS if not names or point.id in names or point.chapter in names)
