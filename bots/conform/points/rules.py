"""The rules, as far as an engine can be held to its own word; every game and option."""

import random

from bots.conform.kit import Kit, Variant
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.wire import Wire
from protocol.answers import MovesAnswer, PerftAnswer, PlayAnswer, PositionAnswer, ShowAnswer, StatusAnswer

CHAPTER = Chapter("rules")

GAME_PLIES = 40


async def _ply(wire: Wire, name: str, variant: Variant, draw: random.Random) -> bool:
    """Check one position of a session and play a move in it; return whether the game goes on."""
    what = f"{variant}, session {name}"
    moves = await wire.ok(MovesAnswer, f"moves session={name}")
    status = await wire.ok(StatusAnswer, f"status session={name}")
    found = [str(move) for move in moves.moves]
    expect(moves.count == len(found) == status.legal, f"{what}: count {moves.count}, legal {status.legal}")
    expect(len(set(found)) == len(found), f"{what}: a move is listed twice")
    expect(
        (moves.hash, moves.ply) == (status.hash, status.ply),
        f"{what}: hash or ply of moves and status differ",
    )
    expect(status.turn in ("black", "white"), f"{what}: turn={status.turn}")
    expect(sorted(status.seats.values()) == ["black", "white"], f"{what}: seats={status.seats}")
    expect(status.over == (not found), f"{what}: over={status.over} with {len(found)} moves")
    expect(
        status.over == isinstance(status.result, str), f"{what}: over={status.over} result={status.result}"
    )
    if not found:
        return False
    move = draw.choice(found)
    played = await wire.ok(PlayAnswer, f"play {move} session={name}")
    expect(played.moves == [move], f"{what}: the listed move {move} is played as {played.moves}")
    expect(played.ply == status.ply + 1, f"{what}: after {move} the ply is {played.ply}")
    expect(played.hash != status.hash, f"{what}: {move} does not change the hash")
    return True


@CHAPTER.point("game", "Listed moves are legal, unique, canonical and counted; ply, turn and end agree.")
async def _game(kit: Kit) -> str:
    wire = await kit.wire()
    plies = 0
    variants = await kit.variants()
    for number, variant in enumerate(variants):
        name = kit.session()
        draw = random.Random(number)
        await play.begin(wire, name, str(variant))
        for _ in range(GAME_PLIES):
            if not await _ply(wire, name, variant, draw):
                break
            plies += 1
    return f"{plies} plies of {len(variants)} games"


@CHAPTER.point("position", "A position's string gives the same position, hash, moves and picture again.")
async def _position(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        name, other = kit.session(), kit.session()
        await play.begin(wire, name, str(variant))
        await play.some(wire, name, 12)
        shown = await wire.ok(ShowAnswer, f"show session={name}")
        status = await wire.ok(StatusAnswer, f"status session={name}")
        if status.over:
            continue
        line = f"position position={shown.position} game={variant} session={other}"
        again = await wire.ok(PositionAnswer, line)
        expect(again.hash == status.hash, f"{variant}: {shown.position} read again has another hash")
        expect(
            await wire.ok(ShowAnswer, f"show session={other}") == shown, f"{variant}: it is shown differently"
        )
        there = await play.names(wire, f"session={name}")
        here = await play.names(wire, f"session={other}")
        expect(set(here) == set(there), f"{variant}: {shown.position} read again has other moves")


@CHAPTER.point("perft", "perft 0 is 1, perft 1 the number of moves, perft 2 the sum over the moves.")
async def _perft(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        name = kit.session()
        begun = await play.begin(wire, name, str(variant))
        counts = [(await wire.ok(PerftAnswer, f"perft {depth} session={name}")).nodes for depth in range(3)]
        moves = await play.names(wire, f"session={name}")
        total = 0
        for move in moves:
            context = f"game={variant} position={begun.position} moves={move}"
            total += (await wire.ok(MovesAnswer, f"moves {context}")).count
        expect(counts[:2] == [1, len(moves)], f"{variant}: perft {counts[:2]}, moves {len(moves)}")
        expect(counts[2] == total, f"{variant}: perft 2 is {counts[2]}, the moves add up to {total}")
