"""`trilogue-bots host`: bots at tables."""

from pathlib import Path
from typing import Annotated

import typer

from bots.tables.arguments import BROKER, Broker, Json, Service, Verbose


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("host")(host)


def host(
    config: Annotated[
        Path | None, typer.Argument(help="bots.toml: which bots, and what they accept.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Two bots that play each other, to look at.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check the file, say what each bot would answer, and end.")
    ] = False,
    game: Annotated[str, typer.Option(help="With --check: the game of the challenge.")] = "loa",
    time: Annotated[int, typer.Option(help="With --check: its clock, ms.")] = 300_000,
    inc: Annotated[int, typer.Option(help="With --check: its increment, ms.")] = 3_000,
    rated: Annotated[bool, typer.Option("--rated", help="With --check: a rated game.")] = False,
    opponent: Annotated[str, typer.Option(help="With --check: the challenger.")] = "somebody",
    rating: Annotated[int, typer.Option(help="With --check: the challenger's rating.")] = 1500,
    bot: Annotated[bool, typer.Option("--bot", help="With --check: the challenger is a bot.")] = False,
    broker: Broker = BROKER,
    service: Service = "main",
    verbose: Verbose = False,
    log_json: Json = False,
) -> None:
    """Host bots at tables until SIGTERM or Ctrl-C: games are finished; the second signal gives them up."""
    from bots.config import ConfigError
    from bots.errors import CommandError, UsageError
    from bots.host.config import read
    from bots.host.demo import demo as demo_config

    if demo == (config is not None):
        raise UsageError("say which bots: a bots.toml, or --demo", "see deploy/bots.toml")
    try:
        found = demo_config(broker, service) if config is None else read(config, files=not check)
    except ConfigError as error:
        raise CommandError(str(error), code=2) from None
    if check:
        from bots.host.policy import asked, explain
        from engine import games
        from protocol.suggest import did_you_mean

        if game not in games.names():
            near = did_you_mean(game, games.names())
            raise UsageError(f"{game}: no such game", f"did you mean {near}?" if near else "")
        challenge = asked(user=opponent, game=game, time=time, inc=inc, rated=rated, rating=rating)
        for line in explain(found, challenge, is_bot=bot):
            typer.echo(line)
        return
    from bots.host.run import serve
    from bots.logs import configure

    configure(verbose=verbose, as_json=log_json)
    serve(found, config.parent if config else Path())
