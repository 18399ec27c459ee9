"""Hostile input: one clear error each, and the engine lives on."""

import random

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.wire import Wire, refused
from protocol.answers import Empty
from protocol.errors import ErrorCode
from protocol.messages import Error

CHAPTER = Chapter("hostile")


async def _answered(wire: Wire, data: bytes, name: str | None, code: ErrorCode) -> None:
    if name is not None:
        wire.expecting(name, "ping")
    before = len(wire.finals(name))
    await wire.raw(data)
    refused(repr(data[:40]), await wire.final(name, nth=before + 1), code)
    await wire.ok(Empty, "ping")


@CHAPTER.point("utf8", "A line that is not UTF-8: bad-request, with its id where that can be read.")
async def _utf8(kit: Kit) -> None:
    wire = await kit.wire()
    await _answered(wire, b"#u1 new \xff\xfe\n", "u1", ErrorCode.BAD_REQUEST)
    await _answered(wire, b"#\xc3\x28 ping\n", None, ErrorCode.BAD_REQUEST)


@CHAPTER.point("too-large", "A line longer than its limit: too-large with its id; the next line is served.")
async def _large(kit: Kit) -> None:
    wire = await kit.wire()
    limit = (await kit.hello()).limits.get("line", 65_536)
    line = b"#big play " + b"a" * (limit + 10) + b"\n"
    await _answered(wire, line, "big", ErrorCode.TOO_LARGE)


@CHAPTER.point("endless-line", "10 MB without a newline: one too-large, and the line after it is served.")
async def _endless(kit: Kit) -> None:
    async with kit.fresh() as wire:
        wire.expecting("endless", "ping")
        for _ in range(160):
            await wire.raw(b"#endless play " if _ == 0 else b"x" * 65536)
        await wire.raw(b"\n")
        refused("10 MB", await wire.final("endless"), ErrorCode.TOO_LARGE)
        await wire.ok(Empty, "ping")


@CHAPTER.point("nesting", "Ten thousand nested lists: one error, and it lives on.")
async def _nesting(kit: Kit) -> None:
    wire = await kit.wire()
    for text in ("[" * 10_000, "[" * 10_000 + "]" * 10_000, '{"a":' * 10_000):
        reply = await wire.ask(f"play moves={text}")
        expect(isinstance(reply, Error), "it is answered ok")
        await wire.ok(Empty, "ping")


@CHAPTER.point("control", "Control characters, lone quotes and broken JSON: one error each.")
async def _control(kit: Kit) -> None:
    wire = await kit.wire()
    for text in (
        'play moves="',
        "play moves=[",
        "play moves={}",
        "play moves=[1,2]",
        "play \x01\x02",
        "new =",
        "go =",
    ):
        reply = await wire.ask(text)
        expect(isinstance(reply, Error), f"`{text!r}` is answered ok")
        await wire.ok(Empty, "ping")


@CHAPTER.point("noise", "A thousand lines of noise with ids are each answered once, by an error.")
async def _noise(kit: Kit) -> None:
    async with kit.fresh() as wire:
        draw = random.Random(7)
        names = [f"noise{number}" for number in range(1000)]
        for name in names:
            wire.expecting(name, "ping")
            noise = draw.randbytes(draw.randrange(1, 80)).replace(b"\n", b"?").replace(b"\r", b"?")
            await wire.raw(f"#{name} x".encode() + noise + b"\n")
        await wire.ok(Empty, "ping")
        for name in names:
            finals = wire.finals(name)
            expect(len(finals) == 1, f"a line of noise has {len(finals)} answers")
            expect(isinstance(finals[0], Error), "a line of noise is answered ok")
