"""One game a line, as JSON with a name for every value."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bots.tournament.game import GameRecord

PLY_FIELDS = ("move", "score", "depth", "nodes", "time", "clock")


def json_lines(games: Iterable[GameRecord]) -> Iterator[bytes]:
    """Yield each game as a line of UTF-8, newline included."""
    for game in games:
        yield msgspec.json.encode(json_line(game)) + b"\n"


def json_line(record: GameRecord) -> dict[str, Any]:
    """Return a game as plain data.

    Times are in milliseconds in `plies` (of the move, and left on the clock), in seconds elsewhere.
    `score` gives the points of each seat, null for a void game.
    """
    result = record.result
    spec, outcome = result.spec, result.outcome
    return {
        "id": spec.id,
        "number": spec.number,
        "round": spec.round,
        "encounter": spec.encounter,
        "pair": spec.pair,
        "contest": spec.contest,
        "game": record.contest.game,
        "options": record.contest.options,
        "opening": {
            "number": spec.opening,
            "position": record.opening.position,
            "moves": list(record.opening.moves),
        },
        "players": {"first": spec.first, "second": spec.second},
        "seed": spec.seed,
        "ending": str(outcome.ending),
        "winner": outcome.winner,
        "colour": outcome.colour,
        "reason": outcome.reason,
        "counters": outcome.counters,
        "detail": outcome.detail,
        "score": {"first": outcome.score("first"), "second": outcome.score("second")},
        "swapped": result.swapped,
        "started": result.started,
        "seconds": result.seconds,
        "final": result.final,
        "plies": [dict(zip(PLY_FIELDS, msgspec.structs.astuple(ply), strict=True)) for ply in record.plies],
        "events": [msgspec.to_builtins(event) for event in record.events],
    }
