"""Sessions, and requests that bring a game of their own."""

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from protocol.answers import (
    Empty,
    GoAnswer,
    MovesAnswer,
    NewAnswer,
    PlayAnswer,
    PositionAnswer,
    ShowAnswer,
    StatusAnswer,
    UndoAnswer,
)
from protocol.errors import ErrorCode

CHAPTER = Chapter("contexts")


@CHAPTER.point("main", "A session left out is `main`, which exists only once `new` or `position` made it.")
async def _main(kit: Kit) -> None:
    async with kit.fresh() as wire:
        game = (await kit.games())[0]
        await wire.refused("moves", ErrorCode.UNKNOWN_SESSION, "session")
        begun = await wire.ok(NewAnswer, f"new {game}")
        expect(begun.session == "main", f"`new` without session makes {begun.session}")
        expect((await wire.ok(StatusAnswer, "status session=main")).ply == 0, "main is not at ply 0")


@CHAPTER.point("apart", "Sessions are apart from one another; `close` forgets one.")
async def _apart(kit: Kit) -> None:
    wire = await kit.wire()
    game = (await kit.games())[0]
    one, two = kit.session(), kit.session()
    await play.begin(wire, one, game)
    begun = await play.begin(wire, two, game)
    await play.some(wire, one, 3)
    status = await wire.ok(StatusAnswer, f"status session={two}")
    expect((status.ply, status.hash) == (0, begun.hash), "moves in one session changed another")
    await wire.ok(Empty, f"close {one}")
    await wire.refused(f"status session={one}", ErrorCode.UNKNOWN_SESSION, "session")
    await wire.ok(StatusAnswer, f"status session={two}")


@CHAPTER.point("replace", "`new` and `position` replace an open session of that name.")
async def _replace(kit: Kit) -> None:
    wire = await kit.wire()
    name = kit.session()
    for game in await kit.games():
        begun = await play.begin(wire, name, game)
        await play.some(wire, name, 2)
        again = await wire.ok(
            PositionAnswer, f"position position={begun.position} game={game} session={name}"
        )
        expect((again.ply, again.hash) == (0, begun.hash), f"{game}: the start as a position is another one")


@CHAPTER.point(
    "own-game", "With `game` (`position`, `moves`) a request reads that game and touches no session."
)
async def _own(kit: Kit) -> None:
    async with kit.fresh() as wire:
        for game in await kit.games():
            name = kit.session()
            start = await play.begin(wire, name, game)
            played = ",".join(await play.some(wire, name, 4))
            context = f"game={game} position={start.position} moves={played}"
            for verb, answer in (("moves", MovesAnswer), ("status", StatusAnswer), ("show", ShowAnswer)):
                there = await wire.ok(answer, f"{verb} session={name}")
                here = await wire.ok(answer, f"{verb} {context}")
                expect(here == there, f"{game}: `{verb}` of a session and of the same game differ")
            found = await wire.ok(GoAnswer, f"go {context} nodes=50")
            expect(found.ply == 4, f"{game}: `go` on four moves says ply={found.ply}")
            await wire.ok(MovesAnswer, f"moves game={game}")
        await wire.refused("status", ErrorCode.UNKNOWN_SESSION, "session")


@CHAPTER.point("all-or-nothing", "`position` with an illegal move leaves all as it was: illegal-move, index.")
async def _nothing(kit: Kit) -> None:
    wire = await kit.wire()
    game = (await kit.games())[0]
    name, unmade = kit.session(), kit.session()
    begun = await play.begin(wire, name, game)
    first = (await play.some_names(wire, f"session={name}"))[0]
    for session in (name, unmade):
        line = f"position position={begun.position} game={game} moves={first},zz session={session}"
        error = await wire.refused(line, ErrorCode.ILLEGAL_MOVE, "moves")
        expect(error.index == 1, f"index={error.index}, the bad move is 1")
    expect((await wire.ok(StatusAnswer, f"status session={name}")).ply == 0, "a refused position was set")
    await wire.refused(f"status session={unmade}", ErrorCode.UNKNOWN_SESSION, "session")


@CHAPTER.point("undo", "`undo` takes moves back, one or several, to the very same position.")
async def _undo(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        name = kit.session()
        begun = await play.begin(wire, name, str(variant))
        played = await play.some(wire, name, 6)
        status = await wire.ok(StatusAnswer, f"status session={name} history")
        expect(status.moves == played, f"{variant}: history has {status.moves}, played were {played}")
        if len(played) > 1:
            await wire.ok(UndoAnswer, f"undo session={name}")
            back = await wire.ok(UndoAnswer, f"undo {len(played) - 1} session={name}")
            expect((back.ply, back.hash) == (0, begun.hash), f"{variant}: undone to another position")


@CHAPTER.point("history", "`status history` has all that is needed to go on elsewhere.")
async def _history(kit: Kit) -> None:
    wire = await kit.wire()
    for variant in await kit.variants():
        name, other = kit.session(), kit.session()
        await play.begin(wire, name, str(variant))
        await play.some(wire, name, 7)
        status = await wire.ok(StatusAnswer, f"status session={name} history")
        options = status.options if isinstance(status.options, dict) else {}
        words = "".join(f" {key}={str(value).lower()}" for key, value in options.items())
        moves = ",".join(status.moves) if status.moves else "[]"
        line = f"position position={status.start} game={status.game}{words} moves={moves} session={other}"
        again = await wire.ok(PositionAnswer, line)
        expect(again.hash == status.hash, f"{variant}: resumed, it has another hash")
        expect(again.ply == status.ply, f"{variant}: resumed, it is at ply {again.ply}, not {status.ply}")


@CHAPTER.point("play-list", "`play` takes several moves at once and answers them in canonical form.")
async def _list(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name, other = kit.session(), kit.session()
        await play.begin(wire, name, game)
        moves = await play.some(wire, name, 5)
        await play.begin(wire, other, game)
        answer = await wire.ok(PlayAnswer, f"play {','.join(moves)} session={other}")
        there = await wire.ok(StatusAnswer, f"status session={name}")
        expect(answer.moves == moves, f"{game}: played {moves}, answered {answer.moves}")
        expect(answer.hash == there.hash, f"{game}: one by one and at once lead to different positions")
