"""Searches under way: stop, cancel, ponderhit, and what may be asked meanwhile."""

import asyncio
import time

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.wire import Wire, refused, succeeded
from protocol.answers import CountAnswer, Empty, GoAnswer, MovesAnswer, PlayAnswer, StatusAnswer
from protocol.errors import ErrorCode

CHAPTER = Chapter("searching")

# What a prompt answer may take on a busy machine.
PROMPT = 0.5


async def _begun(kit: Kit) -> tuple[Wire, str]:
    wire = await kit.wire()
    name = kit.session()
    await play.begin(wire, name, (await kit.games())[0])
    return wire, name


async def _searching(wire: Wire, name: str, how: str = "infinite") -> str:
    search = await wire.say(f"go {how} session={name}")
    await asyncio.sleep(0.1)
    return search


@CHAPTER.point(
    "stop", "`stop` ends a search: first its `go` answers ok with a legal move, then `stop` count=1."
)
async def _stop(kit: Kit) -> str:
    wire, name = await _begun(kit)
    moves = await play.names(wire, f"session={name}")
    slowest = 0.0
    for address in ("request", "session"):
        search = await _searching(wire, name)
        began = time.monotonic()
        stop = await wire.say(f"stop {search}" if address == "request" else f"stop session={name}")
        answer = await wire.final(stop)
        slowest = max(slowest, time.monotonic() - began)
        expect(wire.finals(search), "`stop` is answered before the search it stops")
        expect(succeeded(CountAnswer, "stop", answer).count == 1, "`stop` does not say count=1")
        move = succeeded(GoAnswer, "go infinite", wire.finals(search)[0]).move
        expect(move in moves, f"stopped, it answers {move}, which is not legal")
    expect(slowest < PROMPT, f"`stop` took {slowest * 1000:.0f} ms")
    return f"{slowest * 1000:.0f} ms"


@CHAPTER.point("stop-at-once", "A search that is stopped as soon as it was asked for still has a legal move.")
async def _at_once(kit: Kit) -> None:
    wire, name = await _begun(kit)
    moves = await play.names(wire, f"session={name}")
    for number in range(20):
        search, stop = f"soon{number}", f"halt{number}"
        wire.expecting(search, "go")
        wire.expecting(stop, "stop")
        await wire.raw(f"#{search} go infinite session={name}\n#{stop} stop {search}\n".encode())
        answer = succeeded(GoAnswer, "go infinite", await wire.final(search))
        expect(answer.move in moves, f"it answers {answer.move}, which is not legal")
        expect(
            succeeded(CountAnswer, "stop", await wire.final(stop)).count == 1, "`stop` does not say count=1"
        )


@CHAPTER.point("stop-nothing", "`stop` and `cancel` of nothing answer count=0.")
async def _nothing(kit: Kit) -> None:
    wire, name = await _begun(kit)
    for line in (f"stop session={name}", "stop no-such-request", "cancel no-such-request"):
        expect((await wire.ok(CountAnswer, line)).count == 0, f"`{line}` does not say count=0")


@CHAPTER.point("cancel", "`cancel` ends a search by `error cancelled`, then answers count=1.")
async def _cancel(kit: Kit) -> None:
    wire, name = await _begun(kit)
    search = await _searching(wire, name)
    answer = await wire.final(await wire.say(f"cancel {search}"))
    expect(wire.finals(search), "`cancel` is answered before what it cancels")
    refused("go infinite", wire.finals(search)[0], ErrorCode.CANCELLED)
    expect(succeeded(CountAnswer, "cancel", answer).count == 1, "`cancel` does not say count=1")
    await wire.ok(GoAnswer, f"go nodes=100 session={name}")


@CHAPTER.point("ponder", "`go ponder` does not end by itself; after `ponderhit` its limits run.")
async def _ponder(kit: Kit) -> str:
    wire, name = await _begun(kit)
    search = await wire.say(f"go ponder movetime=200 session={name}")
    await asyncio.sleep(0.6)
    expect(not wire.finals(search), "pondering ended by itself")
    began = time.monotonic()
    expect((await wire.ok(CountAnswer, f"ponderhit {search}")).count == 1, "`ponderhit` does not say count=1")
    succeeded(GoAnswer, "go ponder", await wire.final(search))
    took = time.monotonic() - began
    expect(took < 0.2 + PROMPT, f"after `ponderhit` it took {took * 1000:.0f} ms of movetime=200")
    search = await wire.say(f"go ponder time=60000 session={name}")
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await wire.ok(CountAnswer, f"ponderhit {search} time=300")
    await wire.final(search)
    expect(time.monotonic() - began < 0.3 + PROMPT, "the clock given with `ponderhit` was not kept")
    return f"{took * 1000:.0f} ms"


@CHAPTER.point("snapshot", "A search works on a snapshot: moves played meanwhile do not touch it.")
async def _snapshot(kit: Kit) -> None:
    wire, name = await _begun(kit)
    moves = await play.some_names(wire, f"session={name}")
    before = await wire.ok(StatusAnswer, f"status session={name}")
    search = await _searching(wire, name)
    played = await wire.ok(PlayAnswer, f"play {moves[0]} session={name}")
    expect(played.ply == 1, "`play` during a search did not take effect")
    await wire.ok(CountAnswer, f"stop {search}")
    answer = succeeded(GoAnswer, "go infinite", await wire.final(search))
    expect(answer.move in moves, f"it answers {answer.move}, no move of the position it was asked about")
    same = (answer.ply, answer.hash) == (before.ply, before.hash)
    expect(same, f"it says ply={answer.ply} hash={answer.hash}, asked at {before.ply} {before.hash}")


@CHAPTER.point("prompt", "ping, moves and status are answered at once during a search.")
async def _prompt(kit: Kit) -> str:
    wire, name = await _begun(kit)
    search = await _searching(wire, name)
    took = []
    for _ in range(20):
        for line, kind in (
            ("ping", Empty),
            (f"moves session={name}", MovesAnswer),
            (f"status session={name}", StatusAnswer),
        ):
            began = time.monotonic()
            await wire.ok(kind, line)
            took.append(time.monotonic() - began)
    expect(not wire.finals(search), "the search ended meanwhile")
    await wire.ok(CountAnswer, f"stop {search}")
    await wire.final(search)
    expect(max(took) < PROMPT, f"one took {max(took) * 1000:.0f} ms")
    return f"at most {max(took) * 1000:.1f} ms"


@CHAPTER.point(
    "busy", "One `go` at a time in a session: the second is busy, retry=true, and the first goes on."
)
async def _busy(kit: Kit) -> None:
    wire, name = await _begun(kit)
    search = await _searching(wire, name)
    error = await wire.refused(f"go nodes=1 session={name}", ErrorCode.BUSY)
    expect(error.retry, "the error says retry=false, though it may do later")
    expect(not wire.finals(search), "the second `go` ended the first")
    await wire.ok(CountAnswer, f"stop {search}")
    await wire.final(search)
    await wire.ok(GoAnswer, f"go nodes=1 session={name}")


@CHAPTER.point(
    "busy-ground", "What would pull the ground from under a search is busy: close, clear, set memory."
)
async def _ground(kit: Kit) -> None:
    wire, name = await _begun(kit)
    search = await _searching(wire, name)
    for line in (f"close session={name}", "clear", "set memory=16"):
        await wire.refused(line, ErrorCode.BUSY)
    await wire.ok(CountAnswer, f"stop {search}")
    await wire.final(search)
    await wire.ok(Empty, f"close session={name}")


@CHAPTER.point("bound", "More searches than it has room for are busy; all others go on.")
async def _bound(kit: Kit) -> str:
    async with kit.fresh() as wire:
        game = (await kit.games())[0]
        tried = 64
        searches = [await wire.say(f"go infinite game={game}") for _ in range(tried)]
        await wire.ok(Empty, "ping")
        await asyncio.sleep(0.3)
        refusals = [search for search in searches if wire.finals(search)]
        for search in refusals:
            refused("go infinite", wire.finals(search)[0], ErrorCode.BUSY)
        for search in searches:
            if search not in refusals:
                await wire.ok(CountAnswer, f"cancel {search}")
        await wire.ok(GoAnswer, f"go nodes=100 game={game}")
        return f"{tried - len(refusals)} at once"
