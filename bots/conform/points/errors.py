"""Errors: each with its code and field, and nothing changed."""

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from protocol.answers import MovesAnswer, PlayAnswer, ShowAnswer, StatusAnswer
from protocol.errors import ErrorCode

CHAPTER = Chapter("errors")


async def _refuses(kit: Kit, *cases: tuple[str, ErrorCode, str]) -> None:
    wire = await kit.wire()
    for line, code, field in cases:
        error = await wire.refused(line, code, field)
        expect(not error.retry, f"`{line}`: retry=true, though it will fail again")


@CHAPTER.point("unknown-verb", "An unknown verb: unknown-verb, field=do.")
async def _verb(kit: Kit) -> None:
    await _refuses(kit, ("frobnicate", ErrorCode.UNKNOWN_VERB, "do"))


@CHAPTER.point("unknown-argument", "An unknown argument, or game option, is named: unknown-argument.")
async def _argument(kit: Kit) -> None:
    game = (await kit.games())[0]
    await _refuses(
        kit,
        ("go movetme=100", ErrorCode.UNKNOWN_ARGUMENT, "movetme"),
        ("ping hard=true", ErrorCode.UNKNOWN_ARGUMENT, "hard"),
        (f"new {game} colour_of_the_board=3", ErrorCode.UNKNOWN_ARGUMENT, "colour_of_the_board"),
    )


@CHAPTER.point("bad-argument", "A value of the wrong type or range, given twice or missing: bad-argument.")
async def _value(kit: Kit) -> None:
    game = (await kit.games())[0]
    bad = ErrorCode.BAD_ARGUMENT
    await _refuses(
        kit,
        (f"go game={game} movetime=-3", bad, "movetime"),
        (f"go game={game} movetime=soon", bad, "movetime"),
        (f"go game={game} depth=1.5", bad, "depth"),
        (f"go game={game} depth=99999999999999999999", bad, "depth"),
        (f"go game={game} infinite=maybe", bad, "infinite"),
        (f"go game={game} depth=1 depth=2", bad, "depth"),
        ("perft", bad, "depth"),
        ('status session="a b"', bad, "session"),
    )


@CHAPTER.point("bad-option", "A game option out of its range: bad-argument.")
async def _option(kit: Kit) -> None:
    hello = await kit.hello()
    cases = []
    for game in await kit.games():
        for name, option in hello.games[game].items():
            wrong = ["nonsense"] + ([str(option.max + 1)] if isinstance(option.max, int) else [])
            cases += [(f"new {game} {name}={value}", ErrorCode.BAD_ARGUMENT, name) for value in wrong]
    await _refuses(kit, *cases)


@CHAPTER.point("unknown-game", "An unknown game: unknown-game, field=game.")
async def _game(kit: Kit) -> None:
    unknown = ErrorCode.UNKNOWN_GAME
    lines = (
        "new no_such_game",
        "describe no_such_game",
        "moves game=no_such_game",
        "go game=no_such_game nodes=1",
    )
    await _refuses(kit, *((line, unknown, "game") for line in lines))


@CHAPTER.point("unknown-session", "A session that was not made: unknown-session, field=session.")
async def _session(kit: Kit) -> None:
    lines = ("moves", "play a1", "status", "show", "go nodes=1", "undo", "close")
    await _refuses(kit, *((f"{line} session=nobody", ErrorCode.UNKNOWN_SESSION, "session") for line in lines))


@CHAPTER.point("bad-position", "A string that is no position: bad-position, and the session stays as it was.")
async def _position(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name = kit.session()
        begun = await play.begin(wire, name, game)
        texts = ("x", "////", begun.position + "x", begun.position[1:])
        for text in texts:
            line = f"position position={text} game={game} session={name}"
            await wire.refused(line, ErrorCode.BAD_POSITION, "position")
        status = await wire.ok(StatusAnswer, f"status session={name}")
        expect(status.hash == begun.hash, f"{game}: a refused position changed the session")


@CHAPTER.point("illegal-move", "An illegal move: illegal-move with its index; none of the list is played.")
async def _move(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name = kit.session()
        begun = await play.begin(wire, name, game)
        first = (await play.some_names(wire, f"session={name}"))[0]
        for moves, index in (("zz9-zz8", 0), (f"{first},zz9-zz8", 1), ("?", 0)):
            error = await wire.refused(f"play {moves} session={name}", ErrorCode.ILLEGAL_MOVE, "moves")
            expect(error.index == index, f"`play {moves}`: index={error.index}, the bad move is {index}")
        after = await wire.ok(StatusAnswer, f"status session={name}")
        expect(
            (after.ply, after.hash) == (0, begun.hash), f"{game}: a refused list of moves was played in part"
        )


@CHAPTER.point("ply-guard", "`play` with another `ply` than the session's is refused and plays nothing.")
async def _guard(kit: Kit) -> None:
    wire = await kit.wire()
    name = kit.session()
    await play.begin(wire, name, (await kit.games())[0])
    first = (await play.some_names(wire, f"session={name}"))[0]
    await wire.refused(f"play {first} ply=7 session={name}", ErrorCode.BAD_ARGUMENT, "ply")
    await wire.ok(PlayAnswer, f"play {first} ply=0 session={name}")


@CHAPTER.point("undo-too-many", "To undo more than was played: bad-argument, field=count.")
async def _undo(kit: Kit) -> None:
    wire = await kit.wire()
    name = kit.session()
    await play.begin(wire, name, (await kit.games())[0])
    await wire.refused(f"undo 1 session={name}", ErrorCode.BAD_ARGUMENT, "count")


@CHAPTER.point("game-over", "On a finished game `moves` is empty; `go` and `play` are game-over.")
async def _over(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        name = kit.session()
        start = await play.begin(wire, name, game)
        any_move = (await play.some_names(wire, f"session={name}"))[0]
        status = await play.finished(wire, name, game)
        expect(status.result in ("black", "white", "draw"), f"{game}: the result is {status.result}")
        expect(status.reason, f"{game}: it is over without a reason")
        expect(status.legal == 0, f"{game}: it is over with {status.legal} legal moves")
        moves = await wire.ok(MovesAnswer, f"moves session={name}")
        expect((moves.count, moves.moves) == (0, []), f"{game}: it is over and has {moves.count} moves")
        await wire.refused(f"go nodes=1 session={name}", ErrorCode.GAME_OVER)
        await wire.refused(f"play {any_move} session={name}", ErrorCode.GAME_OVER)
        shown = await wire.ok(ShowAnswer, f"show session={name}")
        expect(shown.position != start.position, f"{game}: it is over at the start")
