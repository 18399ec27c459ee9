"""Settings: `options`, `set`; and `eval`."""

from bots.conform.kit import Kit
from bots.conform.point import Chapter, expect
from bots.conform.points import play
from bots.conform.points.limits import SCORE
from protocol.answers import EvalAnswer, OptionsAnswer, SetAnswer
from protocol.errors import ErrorCode

CHAPTER = Chapter("settings")

KNOWN = ("threads", "memory", "multipv", "seed", "info_interval")


@CHAPTER.point(
    "settings", "`options` lists threads, memory, multipv, seed and info_interval with type and value."
)
async def _listed(kit: Kit) -> None:
    settings = (await (await kit.wire()).ok(OptionsAnswer, "options")).settings
    missing = [name for name in KNOWN if name not in settings]
    expect(not missing, f"`options` lacks {', '.join(missing)}")
    for name, setting in settings.items():
        expect(isinstance(setting.value, int | str), f"{name} has no value")


@CHAPTER.point("set", "`set` answers what it set; `options` shows it; another connection's default stays.")
async def _set(kit: Kit) -> None:
    async with kit.fresh() as wire:
        before = (await wire.ok(OptionsAnswer, "options")).settings
        answer = await wire.ok(SetAnswer, "set multipv=3 seed=11")
        expect((answer.multipv, answer.seed) == (3, 11), f"`set multipv=3 seed=11` answers {answer}")
        after = (await wire.ok(OptionsAnswer, "options")).settings
        expect(
            (after["multipv"].value, after["seed"].value) == (3, 11), "`options` does not show what was set"
        )
        expect(after["threads"].value == before["threads"].value, "another setting changed")


@CHAPTER.point("set-session", "With `session` a setting is that session's alone; memory is never one's own.")
async def _session(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await play.begin(wire, "a", (await kit.games())[0])
        await wire.ok(SetAnswer, "set multipv=4 session=a")
        own = (await wire.ok(OptionsAnswer, "options session=a")).settings["multipv"].value
        shared = (await wire.ok(OptionsAnswer, "options")).settings["multipv"].value
        expect((own, shared == 4) == (4, False), f"multipv is {own} in the session and {shared} outside")
        await wire.refused("set memory=16 session=a", ErrorCode.BAD_ARGUMENT)


@CHAPTER.point(
    "set-bad", "`set` without a setting, with an unknown one or out of range is refused, all or nothing."
)
async def _bad(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await wire.refused("set", ErrorCode.BAD_ARGUMENT)
        await wire.refused("set colour=1", ErrorCode.UNKNOWN_ARGUMENT, "colour")
        await wire.refused("set seed=5 threads=0", ErrorCode.BAD_ARGUMENT, "threads")
        seed = (await wire.ok(OptionsAnswer, "options")).settings["seed"].value
        expect(seed != 5, "a `set` that was refused was done in part")


@CHAPTER.point("eval", "`eval` gives a score; with detail also its terms.")
async def _eval(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        plain = await wire.ok(EvalAnswer, f"eval game={game}")
        detail = await wire.ok(EvalAnswer, f"eval detail game={game}")
        expect(SCORE(plain.score) and plain.score == detail.score, f"{game}: {plain.score}, {detail.score}")
        expect(isinstance(detail.terms, dict), f"{game}: no terms with detail")
