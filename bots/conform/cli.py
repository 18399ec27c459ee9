"""`trilogue-bots conform`: a verdict on anybody's UGP engine, point by point."""

from typing import Annotated

import typer

FAILED = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("conform")(conform)


def conform(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CMD]...", help="The engine's command line, after --; left out: our own engine."
        ),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", "-g", help="Try this game only; may be repeated.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option("--only", help="Try this chapter or point only; may be repeated.")
    ] = None,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds for an answer that needs no work.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Write the verdicts as JSON to stdout.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also show what was seen where all is well.")
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only list the points.")] = False,
) -> None:
    """Try an engine on every point of the protocol.

    Each point gets a verdict: pass, fail (and what was seen instead) or skip (and why). Exit code 0: no point
    failed; 1: some did. The engine is started several times, over stdin and stdout.
    """
    import asyncio
    import json

    from rich.console import Console

    from bots.arguments import OWN_ENGINE
    from bots.conform.kit import Kit
    from bots.conform.point import Status
    from bots.conform.points import choose
    from bots.conform.report import Table, as_data

    points = choose(only or ())
    if listed:
        for point in points:
            typer.echo(f"{point.chapter:10} {point.id:16} {point.says}")
        return
    table = Table(Console(stderr=as_json, highlight=False), verbose)
    argv = command or list(OWN_ENGINE)
    kit = Kit(argv, games=game or (), patience=patience)
    verdicts = asyncio.run(kit.run(points, table.tell))
    table.total(verdicts)
    if as_json:
        typer.echo(json.dumps(as_data(argv, verdicts), indent=2))
    if any(verdict.status is Status.FAIL for verdict in verdicts):
        raise typer.Exit(FAILED)
