"""`go` and its limits: each is kept, and what comes back is of use."""

import asyncio
import itertools
import re
import time

from bots.conform.kit import Kit
from bots.conform.point import Chapter, Skipped, expect
from bots.conform.points import play
from bots.conform.wire import succeeded
from protocol.answers import CountAnswer, Empty, GoAnswer, GoInfo, PlayAnswer, SetAnswer
from protocol.errors import ErrorCode
from protocol.messages import Ok
from protocol.values import QUIET

CHAPTER = Chapter("limits")

# How far a search may overrun its time: what scheduling on a busy machine costs, not what a clock bears.
LATE = 0.5
NODES = 2000
SCORE = re.compile(r"cp:-?\d+|win:\d+|loss:\d+|draw").fullmatch


async def _begun(kit: Kit, game: str) -> tuple[str, list[str]]:
    """Return a session some moves into a game, and the moves it has."""
    wire = await kit.wire()
    name = kit.session()
    await play.begin(wire, name, game)
    await play.some(wire, name, 4)
    return name, await play.some_names(wire, f"session={name}")


@CHAPTER.point("go-none", "`go` without a limit: bad-argument.")
async def _none(kit: Kit) -> None:
    wire = await kit.wire()
    await wire.refused(f"go game={(await kit.games())[0]}", ErrorCode.BAD_ARGUMENT)


@CHAPTER.point("go-depth", "`go depth` searches so deep; its move is legal and the first of its line.")
async def _depth(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        answer = await wire.ok(GoAnswer, f"go depth=2 session={name}", kit.work)
        proved = answer.score.startswith(("win", "loss", "draw"))
        expect(answer.depth == 2 or proved, f"{game}: `go depth=2` answers depth={answer.depth}")
        expect(answer.move in moves, f"{game}: {answer.move} is not legal")
        expect(answer.pv[:1] == [answer.move], f"{game}: move={answer.move}, but pv={answer.pv}")
        expect(SCORE(answer.score), f"{game}: score={answer.score}")
        expect(answer.ply == 4, f"{game}: ply={answer.ply}, the position is at 4")


@CHAPTER.point("go-nodes", "`go nodes` makes so many moves at most, give or take a hundredth and a hundred.")
async def _nodes(kit: Kit) -> str:
    wire = await kit.wire()
    seen = []
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        answer = await wire.ok(GoAnswer, f"go nodes={NODES} session={name}", kit.work)
        expect(answer.nodes <= NODES * 1.01 + 100, f"{game}: `go nodes={NODES}` made {answer.nodes}")
        one = await wire.ok(GoAnswer, f"go nodes=1 session={name}")
        expect(one.move in moves, f"{game}: with one node it answers {one.move}, which is not legal")
        seen.append(f"{game} {answer.nodes}")
    return ", ".join(seen)


@CHAPTER.point("go-movetime", "`go movetime` answers within its time.")
async def _movetime(kit: Kit) -> str:
    wire = await kit.wire()
    name, _ = await _begun(kit, (await kit.games())[0])
    began = time.monotonic()
    await wire.ok(GoAnswer, f"go movetime=300 session={name}")
    took = time.monotonic() - began
    expect(took < 0.3 + LATE, f"`go movetime=300` took {took * 1000:.0f} ms")
    return f"{took * 1000:.0f} ms of 300"


@CHAPTER.point("go-clock", "`go time inc` never uses up the clock.")
async def _clock(kit: Kit) -> str:
    wire = await kit.wire()
    name, _ = await _begun(kit, (await kit.games())[0])
    seen = []
    for clocks, bound in (
        ("time=1000", 1.0),
        ("time=1000 inc=100 opptime=10", 1.1),
        ("time=50", 0.05 + LATE),
    ):
        began = time.monotonic()
        await wire.ok(GoAnswer, f"go {clocks} session={name}")
        took = time.monotonic() - began
        expect(took < bound, f"`go {clocks}` took {took * 1000:.0f} ms")
        seen.append(f"{took * 1000:.0f} ms of {clocks.split()[0]}")
    return ", ".join(seen)


@CHAPTER.point("first-limit", "Of several limits the first one reached ends the search.")
async def _first(kit: Kit) -> None:
    wire = await kit.wire()
    name, _ = await _begun(kit, (await kit.games())[0])
    began = time.monotonic()
    await wire.ok(GoAnswer, f"go movetime=20000 nodes=500 session={name}")
    await wire.ok(GoAnswer, f"go movetime=200 depth=99 session={name}")
    expect(time.monotonic() - began < 4, "a limit that was reached did not end the search")


@CHAPTER.point("infinite", "`go infinite` does not end by itself; an info comes each second at least.")
async def _infinite(kit: Kit) -> str:
    wire = await kit.wire()
    for game in await kit.games():
        name, _ = await _begun(kit, game)
        search = await wire.say(f"go infinite session={name}")
        began = time.monotonic()
        await asyncio.sleep(1.6)
        expect(not wire.finals(search), f"{game}: an endless search has ended")
        times = [began, *map(wire.when, wire.infos(search)), time.monotonic()]
        gap = max(later - earlier for earlier, later in itertools.pairwise(times))
        expect(gap < 1.0 + LATE, f"{game}: it was silent for {gap:.1f} s")
        await wire.ok(CountAnswer, f"stop {search}")
        expect(isinstance(await wire.final(search), Ok), f"{game}: stopped, it does not answer ok")
    return f"longest silence {gap * 1000:.0f} ms"


@CHAPTER.point("infos", "Infos have depth, score and a legal line; their nodes and depth do not fall.")
async def _infos(kit: Kit) -> str:
    wire = await kit.wire()
    count = 0
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        search = await wire.say(f"go movetime=400 info_interval=50 session={name}")
        succeeded(GoAnswer, "go movetime=400", await wire.final(search))
        found = [info.fields for info in wire.infos(search)]
        infos = [info for info in found if isinstance(info, GoInfo)]
        expect(infos, f"{game}: no info in 400 ms")
        count += len(infos)
        expect(all(SCORE(info.score) for info in infos), f"{game}: a score is {[i.score for i in infos][-1]}")
        expect(all(info.pv and info.pv[0] in moves for info in infos), f"{game}: a line begins illegally")
        depths = [info.depth for info in infos]
        nodes = [info.nodes for info in infos]
        expect(depths == sorted(depths), f"{game}: the depths are {depths}")
        expect(nodes == sorted(nodes), f"{game}: the nodes are {nodes}")
        line = ",".join(infos[-1].pv)
        played = await wire.ok(PlayAnswer, f"play {line} session={name}")
        expect(played.moves == infos[-1].pv, f"{game}: the line {line} is played as {played.moves}")
    return f"{count} infos"


@CHAPTER.point(
    "quiet", "Where `features` has `quiet`, a `go` that asks for it has no info and answers as any other."
)
async def _quiet(kit: Kit) -> None:
    if QUIET not in (await kit.hello()).features:
        raise Skipped("it does not offer `quiet`")
    wire = await kit.wire()
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        for limit in ("depth=2", "movetime=300 info_interval=50 multipv=2"):
            line = f"go {limit} quiet session={name}"
            search = await wire.say(line)
            answer = succeeded(GoAnswer, line, await wire.final(search, kit.work))
            count = len(wire.infos(search))
            expect(count == 0, f"{game}: `{line}` has an info, {count} in all")
            expect(answer.move in moves, f"{game}: `{line}` answers {answer.move}, which is not legal")
            expect(answer.pv[:1] == [answer.move], f"{game}: move={answer.move}, but pv={answer.pv}")
        search = await wire.say(f"go infinite quiet session={name}")
        await asyncio.sleep(0.3)
        expect(not wire.replies(search), f"{game}: a quiet endless search does not wait silently for `stop`")
        await wire.ok(CountAnswer, f"stop {search}")
        move = succeeded(GoAnswer, "go infinite quiet", await wire.final(search)).move
        expect(move in moves, f"{game}: stopped, it answers {move}, which is not legal")
        expect(not wire.infos(search), f"{game}: a quiet search that is stopped has an info")


@CHAPTER.point("searchmoves", "`searchmoves` restricts the choice; an illegal one is named by its index.")
async def _searchmoves(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        chosen = moves[-2:]
        answer = await wire.ok(GoAnswer, f"go nodes={NODES} searchmoves={','.join(chosen)} session={name}")
        expect(answer.move in chosen, f"{game}: of {chosen} it chose {answer.move}")
        line = f"go nodes=10 searchmoves={moves[0]},zz session={name}"
        error = await wire.refused(line, ErrorCode.ILLEGAL_MOVE, "searchmoves")
        expect(error.index == 1, f"index={error.index}, the bad move is 1")


@CHAPTER.point(
    "multipv", "`multipv` reports so many lines, each ranked and beginning with a move of its own."
)
async def _multipv(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name, moves = await _begun(kit, game)
        wanted = min(3, len(moves))
        search = await wire.say(f"go depth=2 multipv={wanted} session={name}")
        answer = succeeded(GoAnswer, "go multipv", await wire.final(search, kit.work))
        found = [info.fields for info in wire.infos(search)]
        newest = {info.multipv: (info.pv or [""])[0] for info in found if isinstance(info, GoInfo)}
        ranks = list(range(1, wanted + 1))
        expect(sorted(newest, key=str) == ranks, f"{game}: multipv={wanted} has the ranks {list(newest)}")
        expect(len(set(newest.values())) == wanted, f"{game}: the lines begin with {list(newest.values())}")
        expect(answer.move == newest[1], f"{game}: it plays {answer.move}, its best is {newest[1]}")


@CHAPTER.point("repeatable", "After `clear`, one thread, a seed and a node limit give the same answer again.")
async def _repeatable(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await wire.ok(SetAnswer, "set threads=1 seed=7")
        for game in await kit.games():
            seen = []
            for _ in range(3):
                await wire.ok(Empty, "clear")
                answer = await wire.ok(GoAnswer, f"go game={game} nodes={NODES}", kit.work)
                seen.append((answer.move, answer.score, answer.depth, answer.nodes, answer.pv))
            expect(len(set(map(str, seen))) == 1, f"{game}: it answered {seen}")
