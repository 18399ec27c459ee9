"""`trilogue-bots table`, `lobby`, `watch`, `sit` and so on: the referee, and people at its tables."""

from pathlib import Path
from typing import Annotated

import typer

from bots.arguments import Options
from bots.tables.arguments import BROKER, Broker, Ca, Cert, Credentials, Json, Key, Service, User, Verbose


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("table")(table)
    app.command("lobby")(lobby)
    app.command("ratings")(ratings)
    app.command("results")(results)
    app.command("record")(record)
    app.command("watch")(watch)
    app.command("sit")(sit)
    app.command("guest")(guest)


def table(
    broker: Broker = BROKER,
    name: Annotated[str, typer.Option("--name", "-n", help="The name of these tables.")] = "main",
    file: Annotated[
        Path, typer.Option("--file", "-f", help="Where games, results and ratings are kept.")
    ] = Path("tables.db"),
    own_broker: Annotated[
        bool, typer.Option("--own-broker", help="Bring up a broker as well, for this machine only.")
    ] = False,
    credentials: Credentials = None,
    ca: Ca = None,
    cert: Cert = None,
    key: Key = None,
    grace: Annotated[
        float, typer.Option(min=0, max=86_400, help="Seconds in which a player that is gone may come back.")
    ] = 60,
    first_move: Annotated[
        float, typer.Option(min=1, max=86_400, help="Seconds for each player's first move.")
    ] = 30,
    guests: Annotated[
        str,
        typer.Option(help="Take guests: 'dynsec' (mosquitto's plugin), or the path of its password file."),
    ] = "",
    reload: Annotated[
        str, typer.Option(help="With a password file: the command that has the broker read it again.")
    ] = "systemctl reload mosquitto",
    door: Annotated[
        str | None, typer.Option(help="The login that may ask for a guest's account, and nothing else.")
    ] = None,
    verbose: Verbose = False,
    log_json: Json = False,
) -> None:
    """Keep tables on a broker: referee games, clocks, results and ratings, until Ctrl-C or SIGTERM."""
    import asyncio
    import shlex

    from bots.errors import UsageError
    from bots.logs import configure
    from bots.tables.rules import Rules
    from bots.tables.serve import Wishes, serve
    from protocol.bus import BusError
    from protocol.tables.topics import service_name
    from protocol.transports.mqtt_settings import TlsFiles

    try:
        service_name(name)
    except BusError as fault:
        raise UsageError(str(fault)) from None
    configure(verbose=verbose, as_json=log_json)
    rules = Rules(grace=round(grace * 1000), first_move=round(first_move * 1000))
    wishes = Wishes(
        broker=broker,
        name=name,
        file=file,
        credentials=credentials,
        tls=TlsFiles(ca, cert, key) if ca or cert or key else None,
        own_broker=own_broker,
        rules=rules,
        door=door,
        guests=guests,
        reload=tuple(shlex.split(reload)),
    )
    asyncio.run(serve(wishes))


def lobby(
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """List open challenges, games under way and bots."""
    from bots.tables.person import Person, run, show_lobby

    run(show_lobby, Person(broker, service, user, credentials, ca))


def ratings(
    game: Annotated[str | None, typer.Argument(help="Of this game only: lag, loa, lot.")] = None,
    of: Annotated[str | None, typer.Option("--of", help="Of this user only.")] = None,
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """List the ratings of those who play here, the highest first."""
    from bots.tables.person import Person, run
    from bots.tables.standings import show_ratings

    run(lambda client: show_ratings(client, game, of), Person(broker, service, user, credentials, ca))


def results(
    of: Annotated[str | None, typer.Argument(help="Games of this user only.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200, help="At most so many.")] = 20,
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """List finished games, the latest first."""
    from bots.tables.person import Person, run
    from bots.tables.standings import show_results

    run(lambda client: show_results(client, of, limit), Person(broker, service, user, credentials, ca))


def record(
    table: Annotated[str, typer.Argument(help="The table, from 'results' or 'lobby'.")],
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """Write one game, its moves and their times, as a line of JSON."""
    from bots.tables.person import Person, run
    from bots.tables.standings import show_record

    run(lambda client: show_record(client, table), Person(broker, service, user, credentials, ca))


def watch(
    table: Annotated[
        str | None, typer.Argument(help="The table; left out: one that is played at, or the next.")
    ] = None,
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """Watch a game at a table, move by move."""
    from bots.tables.person import Person, run
    from bots.tables.spectator import spectate

    run(lambda client: spectate(client, table), Person(broker, service, user, credentials, ca))


def sit(
    game: Annotated[str | None, typer.Argument(help="The game to propose: lag, loa, lot.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", "-t", help="Whom to challenge: a user or a bot; left out: anybody.")
    ] = None,
    accept: Annotated[
        str | None, typer.Option("--accept", "-a", help="A challenge to accept, from 'lobby'.")
    ] = None,
    resume: Annotated[str | None, typer.Option("--table", help="A game of yours to go on with.")] = None,
    option: Options = None,
    minutes: Annotated[float, typer.Option(min=0.05, max=1440, help="Each player's clock.")] = 10,
    inc: Annotated[float, typer.Option(min=0, max=600, help="Seconds that each move adds.")] = 5,
    seat: Annotated[str, typer.Option(help="Your seat: first, second or random.")] = "random",
    rated: Annotated[bool, typer.Option("--rated", help="Play for ratings.")] = False,
    broker: Broker = BROKER,
    service: Service = "main",
    user: User = None,
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """Sit down at a table and play: challenge somebody, accept a challenge, or go on with a game."""
    from bots.arguments import read_options
    from bots.errors import UsageError
    from bots.tables.person import Person, run
    from bots.tables.sit import Seeks, play
    from protocol.tables.arguments import ChallengeArgs

    if sum(each is not None for each in (game, accept, resume)) != 1:
        raise UsageError("say one of: a GAME to propose, --accept CHALLENGE, --table TABLE")
    options = read_options(option)
    for name in options.keys() & set(ChallengeArgs.__struct_fields__):
        raise UsageError(f"--option {name}: no option of a game", "see --help")
    seeks = Seeks(
        game=game,
        to=to,
        accept=accept,
        table=resume,
        options=options,
        time=round(minutes * 60_000),
        inc=round(inc * 1000),
        seat=seat,
        rated=rated,
    )
    run(lambda client: play(client, seeks), Person(broker, service, user, credentials, ca))


def guest(
    wish: Annotated[str | None, typer.Argument(help="The name you wish for.")] = None,
    file: Annotated[
        Path, typer.Option("--file", "-f", help="Where to write the new account's user and password.")
    ] = Path("guest.credentials"),
    broker: Broker = BROKER,
    service: Service = "main",
    credentials: Credentials = None,
    ca: Ca = None,
) -> None:
    """Have a guest's account made; log in at the door with --credentials."""
    from bots.tables.person import Person, become_guest, run

    run(lambda client: become_guest(client, wish, file), Person(broker, service, None, credentials, ca))
