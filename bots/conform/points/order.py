"""What follows what: many requests sent without waiting."""

import asyncio
import time

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.wire import Wire, succeeded
from protocol.answers import Empty, StatusAnswer

CHAPTER = Chapter("order")

MANY = 500


async def _sent(wire: Wire, prefix: str, lines: list[str]) -> list[str]:
    names = [f"{prefix}{number}" for number in range(len(lines))]
    for name, line in zip(names, lines, strict=True):
        wire.expecting(name, line.split()[0])
    data = "".join(f"#{name} {line}\n" for name, line in zip(names, lines, strict=True))
    await wire.raw(data.encode())
    return names


@CHAPTER.point("pipelined", "Many requests sent at once are all answered, each once.")
async def _pipelined(kit: Kit) -> str:
    wire = await kit.wire()
    began = time.monotonic()
    names = await _sent(wire, "many", ["ping"] * MANY)
    for name in names:
        succeeded(Empty, "ping", await wire.final(name))
    took = time.monotonic() - began
    expect(all(len(wire.finals(name)) == 1 for name in names), "a request was answered twice")
    return f"{MANY / took:.0f} a second"


@CHAPTER.point("in-order", "Requests of a session take effect in the order of arrival.")
async def _order(kit: Kit) -> None:
    wire = await kit.wire()
    game = (await kit.games())[0]
    name, other = kit.session(), kit.session()
    await play.begin(wire, other, game)
    moves = await play.some(wire, other, 6)
    context = f"session={name}"
    lines = [f"new {game} {context}"]
    for move in moves:
        lines += [f"play {move} {context}", f"status {context}"]
    lines += [f"undo 2 {context}", f"status {context}"]
    names = await _sent(wire, "step", lines)
    plies = []
    for identity, line in zip(names, lines, strict=True):
        answer = await wire.final(identity)
        if line.startswith("status"):
            plies.append(succeeded(StatusAnswer, line, answer).ply)
    wanted = [*range(1, len(moves) + 1), len(moves) - 2]
    expect(plies == wanted, f"the plies after each step are {plies}, not {wanted}")


@CHAPTER.point("bytes", "How the bytes of a request are cut into pieces does not matter.")
async def _pieces(kit: Kit) -> None:
    wire = await kit.wire()
    wire.expecting("cut", "ping")
    for byte in b"#cut ping\n":
        await wire.raw(bytes([byte]))
        await asyncio.sleep(0.005)
    succeeded(Empty, "ping", await wire.final("cut"))
