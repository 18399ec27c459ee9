"""How it ends: `quit`, the end of input, signals, a reader that has gone."""

import asyncio
import signal
import time

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.wire import refused, succeeded
from protocol.answers import Empty, GoAnswer
from protocol.errors import ErrorCode

CHAPTER = Chapter("endings")

QUICK = 2.0


@CHAPTER.point("quit", "`quit` answers ok and ends the process at once, with exit code 0.")
async def _quit(kit: Kit) -> str:
    async with kit.fresh() as wire:
        await wire.ok(Empty, "ping")
        began = time.monotonic()
        await wire.ok(Empty, "quit")
        code = await wire.exit_code(QUICK)
        expect(code == 0, f"its exit code is {code}")
        return f"{(time.monotonic() - began) * 1000:.0f} ms"


@CHAPTER.point("quit-open", "What is open at `quit` is answered shutting-down.")
async def _open(kit: Kit) -> None:
    async with kit.fresh() as wire:
        search = await wire.say(f"go infinite game={(await kit.games())[0]}")
        await asyncio.sleep(0.2)
        await wire.ok(Empty, "quit")
        refused("go infinite", await wire.final(search), ErrorCode.SHUTTING_DOWN)
        expect(await wire.exit_code(QUICK) == 0, "its exit code is not 0")


@CHAPTER.point("eof", "At the end of input it ends quickly, with exit code 0.")
async def _eof(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await wire.ok(Empty, "ping")
        await wire.close_input()
        expect(await wire.exit_code(QUICK) == 0, "its exit code is not 0")


@CHAPTER.point("eof-answers", "At the end of input every answer is still delivered; endless searches stop.")
async def _answers(kit: Kit) -> None:
    game = (await kit.games())[0]
    for limit in ("movetime=400", "infinite"):
        async with kit.fresh() as wire:
            search = await wire.say(f"go {limit} game={game}")
            pings = [await wire.say("ping") for _ in range(50)]
            await wire.close_input()
            succeeded(GoAnswer, f"go {limit}", await wire.final(search))
            for ping in pings:
                succeeded(Empty, "ping", await wire.final(ping))
            expect(await wire.exit_code(QUICK) == 0, "its exit code is not 0")


@CHAPTER.point("eof-line", "A last line without newline counts.")
async def _line(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await wire.say_as("last", "ping", end="")
        await wire.close_input()
        succeeded(Empty, "ping", await wire.final("last"))


@CHAPTER.point("sigterm", "SIGTERM ends it cleanly and quickly, also in a search.")
async def _sigterm(kit: Kit) -> str:
    async with kit.fresh() as wire:
        await wire.ok(Empty, "ping")
        await wire.say(f"go infinite game={(await kit.games())[0]}")
        await asyncio.sleep(0.3)
        began = time.monotonic()
        wire.signal(signal.SIGTERM)
        code = await wire.exit_code(QUICK)
        # 128 more is how a program says itself that a signal ended it.
        expect(code in (0, -signal.SIGTERM, 128 + signal.SIGTERM), f"its exit code is {code}")
        return f"{(time.monotonic() - began) * 1000:.0f} ms, exit code {code}"
