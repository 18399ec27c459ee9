"""The handshake: who speaks first, and what `hello` says."""

import asyncio

from bots.conform.kit import Kit
from bots.conform.point import Chapter, Failed, expect
from protocol.answers import Empty, HelloAnswer, OptionInfo
from protocol.errors import ErrorCode
from protocol.requests import RESERVED

CHAPTER = Chapter("handshake")


@CHAPTER.point("silent-start", "The engine never speaks first.")
async def _silent(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await asyncio.sleep(0.3)
        expect(not wire.heard, f"it said `{wire.heard[0].line}` unasked" if wire.heard else "")
        await wire.ok(Empty, "ping")


@CHAPTER.point("hello", "`hello` answers name, version, versions, games, encodings, features and limits.")
async def _hello(kit: Kit) -> str:
    hello = await kit.hello()
    expect(hello.ugp == 1 and 1 in hello.versions, f"ugp={hello.ugp} versions={hello.versions}, asked for 1")
    expect(hello.name, "its name is empty")
    expect("text" in hello.encodings, f"encodings={hello.encodings} lacks text")
    expect(hello.limits.get("line", 0) > 0, "limits has no `line`")
    return f"{hello.name} {hello.version}, {len(hello.games)} games"


@CHAPTER.point("hello-optional", "`hello` is optional: the first request may be any.")
async def _optional(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await wire.ok(Empty, "ping")


@CHAPTER.point("hello-again", "`hello` may be asked again, with the same answer.")
async def _again(kit: Kit) -> None:
    again = await (await kit.wire()).ok(HelloAnswer, "hello")
    expect(again == await kit.hello(), "the second answer is another")


@CHAPTER.point("hello-version", "A version it does not speak is refused: unsupported-version, field=ugp.")
async def _version(kit: Kit) -> None:
    await (await kit.wire()).refused("hello ugp=999", ErrorCode.UNSUPPORTED_VERSION, "ugp")


def _declared(game: str, name: str, option: OptionInfo) -> None:
    what = f"{game}: option {name}"
    expect(name not in RESERVED, f"{what} bears the name of an argument")
    if option.type == "integer":
        low, high, default = option.min, option.max, option.default
        if not isinstance(low, int) or not isinstance(high, int) or not isinstance(default, int):
            raise Failed(f"{what} has no min, max and default")
        expect(low <= default <= high, f"{what}: default {default} is not in {low} to {high}")
    elif option.type == "string":
        known = isinstance(option.values, list) and option.default in option.values
        expect(known, f"{what}: default {option.default} is not among its values")
    elif option.type != "boolean":
        raise Failed(f"{what} has the type {option.type}")


@CHAPTER.point("options", "Each game option has a type, a default and a range; none is named as an argument.")
async def _options(kit: Kit) -> str:
    games = (await kit.hello()).games
    for game, options in games.items():
        for name, option in options.items():
            _declared(game, name, option)
    return f"{sum(map(len, games.values()))} options"
