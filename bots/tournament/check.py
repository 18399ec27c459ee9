"""`trilogue-bots check`: what would go wrong in a tournament, before it begins."""

import asyncio
import contextlib
import shlex
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import msgspec

from bots.arguments import OWN_ENGINE
from bots.conform.kit import Kit
from bots.conform.point import Status
from bots.conform.points import choose
from bots.players.base import Player
from bots.players.engine import EnginePlayer
from bots.players.make import make_player
from bots.players.spec import PlayerSpec
from bots.tournament.config import CupConfig
from bots.tournament.game import GameSpec
from bots.tournament.match import play
from bots.tournament.outcome import Seat
from bots.tournament.report import wording
from bots.tournament.runner.begin import describe
from bots.tournament.runner.setup import Setup, setup_of
from protocol.errors import UgpError

NEEDED = ("handshake", "requests", "encodings", "limits")
"""The chapters of the conformance kit that a tournament depends on most."""
SMOKE_PLIES = 60
PROCESSES = ("engine", "cmd")
CHANCE = "random?seed=1"
"""The opponent in smoke games."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What was tried of a player and what came of it.

    what -- `handshake`, `conformance` or `smoke game`
    """

    player: str
    what: str
    good: bool
    text: str


Tell = Callable[[Finding], None]


def check_all(config: CupConfig, folder: Path, tell: Tell, *, full: bool) -> bool:
    """Try every player of a description, telling each finding at once; return whether all is well.

    folder -- where the description's relative file names start
    full -- try the whole conformance kit, not only what a tournament depends on most

    Raises what `describe` raises: the openings are made too.
    """
    return asyncio.run(_check_all(setup_of(describe(config, folder)), tell, full=full))


async def _check_all(setup: Setup, tell: Tell, *, full: bool) -> bool:
    well = True
    for name, spec in setup.players.items():
        async for finding in _player(setup, name, spec, full=full):
            tell(finding)
            well = well and finding.good
    return well


async def _player(setup: Setup, name: str, spec: PlayerSpec, *, full: bool) -> AsyncIterator[Finding]:
    """Yield the findings about one player; one that does not come up is not tried further."""
    contests = setup.tournament.plan.contests
    if isinstance(make_player(spec), EnginePlayer):
        greeted = await _handshake(setup, name)
        yield greeted
        if not greeted.good:
            return
    if spec.kind in PROCESSES:
        yield await _conformance(spec, sorted({each.game for each in contests}), full=full)
    for each in contests:
        yield await _smoke(setup, name, each.name)


async def _handshake(setup: Setup, name: str) -> Finding:
    """Bring the player up as the tournament will."""
    player = setup.makers()[name]()
    first = setup.tournament.plan.contests[0]
    began = time.monotonic()
    text, good = f"not ready after {setup.prepare:g} s", False
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(setup.prepare):
                await player.prepare(first.game, first.options, None, 1)
            good, text = True, f"{_greeting(player)}; ready in {(time.monotonic() - began) * 1000:.0f} ms"
    except UgpError as error:
        text = str(error)
    finally:
        await player.close()
    return Finding(player=name, what="handshake", good=good, text=text)


def _greeting(player: Player) -> str:
    hello = player.client.greeting if isinstance(player, EnginePlayer) and player.client else None
    return f"{hello.name} {hello.version}, plays {', '.join(hello.games)}" if hello else "no greeting"


async def _conformance(spec: PlayerSpec, games: Sequence[str], *, full: bool) -> Finding:
    argv = shlex.split(spec.target) if spec.target else list(OWN_ENGINE)
    points = choose(()) if full else choose(NEEDED)
    with contextlib.chdir(spec.directory or "."):
        verdicts = await Kit(argv, games=games).run(points, lambda _: None)
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAIL]
    if not failed:
        return Finding(player=spec.title, what="conformance", good=True, text=f"{len(verdicts)} points")
    first = failed[0]
    text = (
        f"{len(failed)} of {len(verdicts)} points fail, first {first.point.id}: {first.seen};"
        f" see trilogue-bots conform -- {shlex.join(argv)}"
    )
    return Finding(player=spec.title, what="conformance", good=False, text=text)


async def _smoke(setup: Setup, name: str, contest: str) -> Finding:
    """Play one game against chance, with the limits of the tournament but no longer than needed."""
    chance = "chance" if name != "chance" else "chance itself"
    control = setup.controls[name]
    seated = msgspec.structs.replace(setup, controls={name: control, chance: control})
    match = seated.match(
        GameSpec(
            id="smoke", number=0, round=1, encounter="smoke", pair="smoke", contest=contest, opening=0,
            first=name, second=chance, seed=1,
        )
    )  # fmt: skip
    rules = msgspec.structs.replace(match.adjudication, plies=SMOKE_PLIES)
    players: dict[Seat, Player] = {"first": setup.makers()[name](), "second": make_player(CHANCE)}
    try:
        played = await play(msgspec.structs.replace(match, adjudication=rules), players)
    finally:
        for each in players.values():
            await each.close()
    outcome = played.result.outcome
    text = f"{contest}: {wording.outcome_text(outcome)} after {played.result.plies} plies"
    lost = outcome.abnormal
    times = sorted(ply.time for ply in played.plies[::2])
    text += f": {outcome.detail}" if lost else f"; a move took {times[len(times) // 2] if times else 0} ms"
    warnings = "".join(f"; {event.text}" for event in played.events if event.kind == "warning")
    return Finding(player=name, what="smoke game", good=not lost, text=text + warnings)
