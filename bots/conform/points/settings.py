"""Settings: `options`, `set`; and `eval`."""

from bots.conform.kit import Kit
from bots.conform.point import Chapter, Failed, expect
from bots.conform.points import play
from bots.conform.points.limits import SCORE
from bots.conform.wire import Wire
from protocol.answers import EvalAnswer, OptionsAnswer, SetAnswer
from protocol.errors import ErrorCode

CHAPTER = Chapter("settings")

KNOWN = ("threads", "memory", "multipv", "seed", "info_interval")


async def _value(wire: Wire, name: str, line: str = "options") -> object:
    """Return the value of a setting as `options` shows it."""
    setting = (await wire.ok(OptionsAnswer, line)).settings.get(name)
    if setting is None:
        raise Failed(f"`{line}` has no {name}")
    return setting.value


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
        threads = await _value(wire, "threads")
        answer = await wire.ok(SetAnswer, "set multipv=3 seed=11")
        expect((answer.multipv, answer.seed) == (3, 11), f"`set multipv=3 seed=11` answers {answer}")
        shown = (await _value(wire, "multipv"), await _value(wire, "seed"))
        expect(shown == (3, 11), f"`options` shows {shown}, set was (3, 11)")
        expect(await _value(wire, "threads") == threads, "another setting changed")


@CHAPTER.point("set-session", "With `session` a setting is that session's alone; memory is never one's own.")
async def _session(kit: Kit) -> None:
    async with kit.fresh() as wire:
        await play.begin(wire, "a", (await kit.games())[0])
        await wire.ok(SetAnswer, "set multipv=4 session=a")
        own = await _value(wire, "multipv", "options session=a")
        shared = await _value(wire, "multipv", "options")
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
        seed = await _value(wire, "seed", "options")
        expect(seed != 5, "a `set` that was refused was done in part")


@CHAPTER.point("eval", "`eval` gives a score; with detail also its terms.")
async def _eval(kit: Kit) -> None:
    wire = await kit.wire()
    for game in await kit.games():
        plain = await wire.ok(EvalAnswer, f"eval game={game}")
        detail = await wire.ok(EvalAnswer, f"eval detail game={game}")
        expect(SCORE(plain.score) and plain.score == detail.score, f"{game}: {plain.score}, {detail.score}")
        expect(isinstance(detail.terms, dict), f"{game}: no terms with detail")
