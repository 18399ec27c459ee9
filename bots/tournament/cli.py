"""`trilogue-bots match, tournament, check, resume, report, replay, export`: tournaments."""

from pathlib import Path
from typing import Annotated

import typer

from bots.arguments import Options

File = Annotated[Path, typer.Argument(help="A tournament's file.", exists=True, dir_okay=False)]
Concurrency = Annotated[
    int | None, typer.Option("--concurrency", "-c", min=1, max=256, help="Games side by side.")
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON to stdout.")]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Play on the workers of this Dask scheduler (tcp://host:port), not on this machine alone."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (
        ("match", match),
        ("tournament", tournament),
        ("check", check),
        ("resume", resume),
        ("report", report),
        ("replay", replay),
        ("export", export),
    ):
        app.command(name)(command)


def match(
    first: Annotated[str, typer.Argument(help="A player: engine?nodes=1000, random, cmd:./prog, mqtt://…")],
    second: Annotated[str, typer.Argument(help="Its opponent.")],
    game: Annotated[list[str], typer.Option("--game", "-g", help="The game; several make a cup.")],
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, help="Games in each game of the cup; always whole pairs.")] = 2,
    concurrency: Concurrency = None,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Decides openings and chances.")] = 0,
    file: Annotated[Path, typer.Option(help="Where everything is kept.")] = Path("match.db"),
    time: Annotated[int | None, typer.Option(min=1, help="Clock: milliseconds for the game.")] = None,
    inc: Annotated[int, typer.Option(min=0, help="Clock: milliseconds added by each move.")] = 0,
    movetime: Annotated[int | None, typer.Option(min=1, help="Milliseconds for each move.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes for each move.")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Plies to look ahead.")] = None,
    margin: Annotated[int | None, typer.Option(min=0, help="How late a move may come, in ms.")] = None,
    openings: Annotated[
        int | None, typer.Option(min=0, help="How many openings to generate; 0: always the start.")
    ] = None,
    opening_plies: Annotated[int, typer.Option(min=0, help="Random plies of each.")] = 4,
    opening_file: Annotated[Path | None, typer.Option(help="Take the openings from a file.")] = None,
    max_plies: Annotated[int | None, typer.Option(min=1, help="Draw after so many plies.")] = None,
    resign: Annotated[
        int | None,
        typer.Option(min=1, help="A loss for who is so far behind, in hundredths, by both players' scores."),
    ] = None,
    draw: Annotated[
        int | None,
        typer.Option(min=0, help="A draw while both scores stay so near 0, in hundredths."),
    ] = None,
    proven: Annotated[
        bool, typer.Option(help="Adjudicate results that both players claim as proved.")
    ] = False,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop by a sequential test of elo0 against elo1.")
    ] = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Play two players against each other: every opening twice, with seats changed."""
    from bots.arguments import read_options
    from bots.tournament.quick import Quick, quick_config
    from bots.tournament.runner.command import begin

    config = quick_config(
        Quick(
            players=(first, second),
            games=game,
            options=read_options(option),
            count=games,
            concurrency=concurrency or 1,
            seed=seed,
            limits={"time": time, "movetime": movetime, "nodes": nodes, "depth": depth, "margin": margin},
            inc=inc,
            openings=openings,
            opening_plies=opening_plies,
            opening_file=opening_file,
            max_plies=max_plies,
            resign=resign,
            draw=draw,
            proven=proven,
            sprt=sprt,
        )
    )
    begin(config, None, file, concurrency, scheduler, as_json=as_json)


def tournament(
    description: Annotated[Path, typer.Argument(help="cup.toml", exists=True, dir_okay=False)],
    file: Annotated[
        Path | None,
        typer.Option(help="Where everything is kept; else as described, or cup.db beside cup.toml."),
    ] = None,
    concurrency: Concurrency = None,
    scheduler: Scheduler = None,
    as_json: Json = False,
) -> None:
    """Play the tournament that a TOML file describes."""
    from bots.tournament.runner.command import begin, read_description

    config = read_description(description)
    path = file or description.parent / (config.file or f"{description.stem}.db")
    begin(config, description, path, concurrency, scheduler, as_json=as_json)


def check(
    description: Annotated[Path, typer.Argument(help="cup.toml", exists=True, dir_okay=False)],
    full: Annotated[
        bool, typer.Option(help="Try the whole conformance kit, not its most needed points.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Before anything starts: each engine's handshake, its conformance, and one smoke game."""
    from bots.tournament.runner.command import check_description

    check_description(description, full=full, as_json=as_json)


def resume(
    file: File, concurrency: Concurrency = None, scheduler: Scheduler = None, as_json: Json = False
) -> None:
    """Go on with a tournament that was stopped, at whatever instant."""
    from bots.tournament.runner.command import go_on

    go_on(file, concurrency, scheduler, as_json=as_json)


def report(
    file: File,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The page; else FILE with the ending .html.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write one self-contained HTML page about a tournament, also while it is played; or JSON to stdout."""
    from bots.tournament.runner.command import write_report

    write_report(file, output, as_json=as_json)


def replay(
    file: File,
    game: Annotated[str, typer.Argument(help="The game's id, or its number from 1, as report shows them.")],
    ply: Annotated[int | None, typer.Option(min=0, help="Stop after so many plies.")] = None,
    rerun: Annotated[
        bool, typer.Option(help="Have the engines choose again at every ply, and show where they differ.")
    ] = False,
) -> None:
    """Play a recorded game through: moves, verdict, and for an abnormal one what both sides said last."""
    from bots.tournament.replay import replay_game

    replay_game(file, game, ply, rerun=rerun)


def export(
    file: File,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to; else stdout.")] = None,
    sgf: Annotated[bool, typer.Option("--sgf", help="SGF (Lines of Action only), not JSON lines.")] = False,
) -> None:
    """Write all games for other programs: JSON lines, or SGF."""
    from bots.tournament.runner.command import write_export

    write_export(file, output, sgf=sgf)
