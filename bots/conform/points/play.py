"""What several points need: a game played at random by the engine's own moves."""

import random

from bots.conform.point import Failed, expect
from bots.conform.wire import Wire
from protocol.answers import MovesAnswer, NewAnswer, PlayAnswer, StatusAnswer

# Longer than a game of random moves is in any of the games known; most end before.
PLIES = 400


async def names(wire: Wire, context: str) -> list[str]:
    """Return the legal moves of a context."""
    return [str(move) for move in (await wire.ok(MovesAnswer, f"moves {context}")).moves]


async def some_names(wire: Wire, context: str) -> list[str]:
    """Return the legal moves of a context whose game is not over. Failed if it has none."""
    found = await names(wire, context)
    expect(found, f"`moves {context}` lists no move, though the game is not over")
    return found


async def begin(wire: Wire, session: str, variant: str) -> NewAnswer:
    """Begin a game in a session."""
    return await wire.ok(NewAnswer, f"new {variant} session={session}")


async def some(wire: Wire, session: str, plies: int, seed: int = 1) -> list[str]:
    """Play up to so many moves, drawn at random, in an open session; return them."""
    draw = random.Random(seed)
    played: list[str] = []
    while len(played) < plies and (moves := await names(wire, f"session={session}")):
        played += (await wire.ok(PlayAnswer, f"play {draw.choice(moves)} session={session}")).moves
    return played


async def finished(wire: Wire, session: str, game: str) -> StatusAnswer:
    """Bring a session to the end of a game. Failed if no game of random moves ends."""
    for seed in range(5):
        await begin(wire, session, game)
        await some(wire, session, PLIES, seed)
        status = await wire.ok(StatusAnswer, f"status session={session}")
        if status.over:
            return status
    raise Failed(f"{game}: five games of {PLIES} random moves have no end")
