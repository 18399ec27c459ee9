"""`trilogue-bots replay`: a recorded game again, ply by ply, and what was said when it went wrong."""

import asyncio
from pathlib import Path

import typer

from bots.errors import CommandError, UsageError
from bots.players.base import Player, Turn
from bots.tournament.game import Event, GameRecord, Ply
from bots.tournament.match import Clock, turn_of
from bots.tournament.openings import play_opening
from bots.tournament.outcome import Seat, seat_of
from bots.tournament.records import Reader, RecordsError, read
from bots.tournament.report import wording
from bots.tournament.runner.setup import Setup, setup_of
from engine import games
from protocol.errors import UgpError


def replay_game(path: Path, game: str, until: int | None, *, rerun: bool) -> None:
    """Play a game of a file through; with `rerun`, its engines choose again at every ply."""
    try:
        with read(path) as reader:
            record = _find(reader, game)
            setup = setup_of(reader.tournament())
    except RecordsError as error:
        raise CommandError(str(error)) from error
    _heading(record)
    if rerun:
        asyncio.run(_rerun(setup, record, until))
    else:
        _step(record, until)
    for event in record.events:
        _tell(event)


def _find(reader: Reader, game: str) -> GameRecord:
    """Return a game by its id, or by its number from 1."""
    if game.isdecimal():
        wanted = int(game) - 1
        found = next((result.spec.id for result in reader.results() if result.spec.number == wanted), None)
        if found is None:
            raise UsageError(
                f"game {game} is not finished, or does not exist", "trilogue-bots report --json lists them"
            )
        game = found
    try:
        return reader.game(game)
    except RecordsError as error:
        raise UsageError(str(error), "trilogue-bots report --json lists them") from error


def _heading(record: GameRecord) -> None:
    spec = record.result.spec
    typer.echo(
        f"{spec.id}: {record.contest.name}, first {spec.first}, second {spec.second}, seed {spec.seed}"
    )
    typer.echo(f"opening: {record.opening.position or 'start'} {' '.join(record.opening.moves)}".rstrip())


def _step(record: GameRecord, until: int | None) -> None:
    state = play_opening(record.contest, record.opening)
    for number, ply in enumerate(record.plies[:until], 1):
        mover = record.result.spec.player(seat_of(state.turn, state.seats))
        games.play(state, [ply.move])
        typer.echo(f"{number:4} {mover}: {ply.move}{_said(ply)}")
    typer.echo(state.text())
    typer.echo(f"position: {state.position}")
    if until is None or until >= len(record.plies):
        typer.echo(
            f"result: {wording.score_text(record.result)}, {wording.outcome_text(record.result.outcome)}"
        )


def _said(ply: Ply) -> str:
    said = {"score": ply.score, "depth": ply.depth, "nodes": ply.nodes, "time": ply.time, "clock": ply.clock}
    return "".join(f" {name}={value}" for name, value in said.items() if value is not None)


def _tell(event: Event) -> None:
    typer.echo(f"\n{event.kind}: {event.text}" + (f" ({event.player})" if event.player else ""))
    for seat, lines in event.lines.items():
        typer.echo(f"last lines of the {seat} player (> to it, < from it):")
        for line in lines:
            typer.echo(f"  {line}")
    for seat, text in event.stderr.items():
        if text:
            typer.echo(f"stderr of the {seat} player:")
            for line in text.splitlines():
                typer.echo(f"  {line}")


async def _rerun(setup: Setup, record: GameRecord, until: int | None) -> None:
    """Ask the engines again at every ply of the record, with the game's seed and limits."""
    spec = record.result.spec
    makers = setup.makers()
    players = {seat: makers[spec.player(seat)]() for seat in ("first", "second")}
    match = setup.match(spec)
    clock = Clock(match.controls["first"], match.controls["second"])
    state = play_opening(record.contest, record.opening)
    contest = record.contest
    try:
        for player in players.values():
            await player.prepare(contest.game, contest.options, record.opening.position, spec.seed)
        for number, ply in enumerate(record.plies[:until], 1):
            seat: Seat = seat_of(state.turn, state.seats)
            said = await _asked(players[seat], turn_of(contest, record.opening, state), clock, seat)
            mark = "" if said == ply.move else f"  differs: now {said}"
            typer.echo(f"{number:4} {spec.player(seat)}: {ply.move}{_said(ply)}{mark}")
            clock.spend(seat, ply.time)
            games.play(state, [ply.move])
        if not state.over and record.result.outcome.abnormal and until is None:
            seat = seat_of(state.turn, state.seats)
            said = await _asked(players[seat], turn_of(contest, record.opening, state), clock, seat)
            typer.echo(f"now {spec.player(seat)} is asked where the game ended: {said}")
    finally:
        for player in players.values():
            await player.close()


async def _asked(player: Player, turn: Turn, clock: Clock, seat: Seat) -> str:
    """Return what a player answers now, or how it fails."""
    seconds = clock.deadline(seat) / 1000
    try:
        async with asyncio.timeout(seconds):
            return (await player.choose(turn, clock.limits(seat))).move
    except TimeoutError:
        return f"no answer within {seconds:g} s"
    except UgpError as error:
        return f"{type(error).__name__}: {error}"
