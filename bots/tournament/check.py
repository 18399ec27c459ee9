"""`trilogue-bots check`: what would go wrong in a tournament, before it begins."""

import asyncio
import shlex
import time

import msgspec
import typer

from bots.arguments import OWN_ENGINE
from bots.conform.kit import Kit
from bots.conform.point import Status
from bots.conform.points import choose
from bots.players.base import Player
from bots.players.make import make_player
from bots.tournament.config import CupConfig, PlayerConfig
from bots.tournament.game import GameSpec, Opening
from bots.tournament.match import Match, play
from bots.tournament.outcome import Seat
from bots.tournament.report import wording
from protocol.client import Client
from protocol.errors import UgpError

NEEDED = ("handshake", "requests", "encodings", "limits")
"""The chapters of the conformance kit that a tournament depends on most."""
SMOKE_PLIES = 60
PROCESSES = ("engine", "cmd")


def check_all(config: CupConfig, *, full: bool) -> int:
    """Check every player of a description and say what was found; return 0 if all is well, else 1."""
    return asyncio.run(_check_all(config, full=full))


async def _check_all(config: CupConfig, *, full: bool) -> int:
    well = True
    for player in config.players:
        spec = player.spec()
        typer.echo(f"{spec.title}")
        for said, good in [
            *([await _handshake(player)] if spec.kind in PROCESSES else []),
            *([await _conformance(player, full=full)] if spec.kind in PROCESSES else []),
            *[await _smoke(config, player, index) for index in range(len(config.contests))],
        ]:
            typer.echo(f"  {'ok  ' if good else 'FAIL'} {said}")
            well = well and good
    typer.echo("all is well" if well else "something is wrong: mend it before the tournament begins")
    return 0 if well else 1


def _argv(player: PlayerConfig) -> list[str]:
    target = player.spec().target
    return shlex.split(target) if target else list(OWN_ENGINE)


async def _handshake(player: PlayerConfig) -> tuple[str, bool]:
    began = time.monotonic()
    try:
        async with await Client.launch(_argv(player), encoding=player.spec().encoding) as client:
            hello = client.greeting
            assert hello is not None
            took = (time.monotonic() - began) * 1000
            games = ", ".join(hello.games)
            return f"handshake: {hello.name} {hello.version}, plays {games}; ready in {took:.0f} ms", True
    except UgpError as error:
        return f"handshake: {error}", False


async def _conformance(player: PlayerConfig, *, full: bool) -> tuple[str, bool]:
    points = choose(()) if full else choose(NEEDED)
    verdicts = await Kit(_argv(player)).run(points, lambda _: None)
    failed = [verdict for verdict in verdicts if verdict.status is Status.FAIL]
    if not failed:
        return f"conformance: {len(verdicts)} points", True
    first = failed[0]
    more = "; see trilogue-bots conform -- " + shlex.join(_argv(player))
    return (
        f"conformance: {len(failed)} of {len(verdicts)} fail, first {first.point.id}: {first.seen}{more}",
        False,
    )


async def _smoke(config: CupConfig, player: PlayerConfig, index: int) -> tuple[str, bool]:
    """Play one game against chance, with the limits of the tournament but no longer than needed."""
    contest = config.contests[index].contest()
    control = player.control or config.control
    adjudication = msgspec.structs.replace(config.adjudication, plies=SMOKE_PLIES)
    match = Match(
        spec=GameSpec(
            id="smoke", number=0, round=1, encounter="smoke", pair="smoke", contest=contest.name, opening=0,
            first="player", second="chance", seed=config.seed,
        ),
        contest=contest,
        opening=Opening(),
        controls={"first": control, "second": control},
        adjudication=adjudication,
        prepare=config.prepare,
    )  # fmt: skip
    players: dict[Seat, Player] = {
        "first": make_player(player.spec()),
        "second": make_player("random?seed=1"),
    }
    try:
        played = await play(match, players)
    finally:
        for each in players.values():
            await each.close()
    outcome = played.result.outcome
    said = f"smoke game of {contest.name}: {wording.outcome_text(outcome)} after {played.result.plies} plies"
    if outcome.abnormal:
        return f"{said}: {outcome.detail}", False
    times = sorted(ply.time for ply in played.plies[::2])
    return f"{said}; a move took {times[len(times) // 2] if times else 0} ms at the median", True
