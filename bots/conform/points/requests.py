"""Requests as lines: ids, spaces, ends of lines, values."""

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.wire import Wire, refused, succeeded
from protocol.answers import CountAnswer, Empty, NewAnswer, PlayAnswer, StatusAnswer
from protocol.errors import ErrorCode
from protocol.messages import Ok

CHAPTER = Chapter("requests")

LONGEST = "Aa0_.-" + "x" * 58


async def _pinged(wire: Wire, data: str, name: str) -> None:
    wire.expecting(name, "ping")
    await wire.raw(data.encode())
    succeeded(Empty, data.strip(), await wire.final(name, nth=len(wire.finals(name)) + 1))


@CHAPTER.point("id-echo", "An answer bears the id of its request; an id has up to 64 of A-Z a-z 0-9 _ . -")
async def _echo(kit: Kit) -> None:
    wire = await kit.wire()
    for name in ("7", "a.b-c_D", LONGEST):
        await _pinged(wire, f"#{name} ping\n", name)


@CHAPTER.point("id-verb", "Without an id the verb serves as one.")
async def _verb(kit: Kit) -> None:
    await _pinged(await kit.wire(), "ping\n", "ping")


@CHAPTER.point("id-again", "An id may be used again once its request has its final answer.")
async def _reuse(kit: Kit) -> None:
    wire = await kit.wire()
    for _ in range(3):
        await _pinged(wire, "#again ping\n", "again")


@CHAPTER.point("id-bad", "A malformed id is answered by an error without id: bad-request.")
async def _bad(kit: Kit) -> None:
    wire = await kit.wire()
    for number, name in enumerate(("a!b", "x" * 65, ""), len(wire.finals(None)) + 1):
        await wire.raw(f"#{name} ping\n".encode())
        refused(f"#{name} ping", await wire.final(None, nth=number), ErrorCode.BAD_REQUEST)


@CHAPTER.point("id-open", "An id still open is refused by an error without id: bad-request, field=id.")
async def _open(kit: Kit) -> None:
    wire = await kit.wire()
    game = (await kit.games())[0]
    await wire.say_as("twice", f"go infinite game={game}")
    before = len(wire.finals(None))
    await wire.raw(b"#twice ping\n")
    refused("#twice ping", await wire.final(None, nth=before + 1), ErrorCode.BAD_REQUEST, "id")
    expect(not wire.finals("twice"), "the request that has the id was answered")
    await wire.ok(CountAnswer, "stop twice")
    expect(isinstance(await wire.final("twice"), Ok), "the request that had the id was not served")


@CHAPTER.point("line-ends", "Lines end with \\n or \\r\\n; empty lines are skipped; spaces may repeat.")
async def _ends(kit: Kit) -> None:
    wire = await kit.wire()
    await _pinged(wire, "#crlf ping\r\n", "crlf")
    before = len(wire.heard)
    await _pinged(wire, "\n\r\n   \n#spaces    ping   \n", "spaces")
    expect(len(wire.heard) == before + 1, f"empty lines were answered: `{wire.heard[before].line}`")


@CHAPTER.point(
    "values", "The main argument may stand bare; JSON and comma lists are the same; a bare word is a flag."
)
async def _values(kit: Kit) -> None:
    wire = await kit.wire()
    game = (await kit.games())[0]
    name = kit.session()
    await wire.ok(NewAnswer, f"new {game} session={name}")
    move = (await play.some_names(wire, f"session={name}"))[0]
    seen = []
    for form in (move, f"moves={move}", f'moves=["{move}"]', f'["{move}"]'):
        seen.append(await wire.ok(PlayAnswer, f"play {form} session={name}"))
        await wire.ask(f'undo session="{name}"')
    expect(all(answer == seen[0] for answer in seen), "the forms of `play` are answered differently")
    flags = [
        await wire.ok(StatusAnswer, f"status {form} session={name}") for form in ("history", "history=true")
    ]
    expect(flags[0] == flags[1], "`history` and `history=true` are answered differently")
