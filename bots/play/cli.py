"""`trilogue-bots play`: a person, or nobody, at a terminal."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bots.arguments import Engine, Options, Position


class Side(StrEnum):
    """The seat, or the colour, that the person takes."""

    FIRST = "first"
    SECOND = "second"
    BLACK = "black"
    WHITE = "white"
    RANDOM = "random"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    game: Annotated[
        str | None, typer.Argument(help="The game, as the engine names it: lag, loa, lot.")
    ] = None,
    position: Position = None,
    option: Options = None,
    side: Annotated[Side, typer.Option(help="The seat or the colour that you take.")] = Side.FIRST,
    opponent: Annotated[
        str,
        typer.Option(
            "--opponent",
            "-o",
            help="engine, random, greedy, cmd:COMMAND or person; with options as in 'engine?threads=2'.",
        ),
    ] = "engine",
    watch: Annotated[bool, typer.Option("--watch", "-w", help="Watch the opponent play itself.")] = False,
    against: Annotated[
        str | None, typer.Option(help="With --watch: the second player, if it is another.")
    ] = None,
    level: Annotated[
        int | None, typer.Option("--level", "-l", min=1, max=10, help="How hard engines think.")
    ] = None,
    movetime: Annotated[
        int | None, typer.Option(min=1, help="Milliseconds for each move, in place of --level.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes for each move, in place of --level.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Plies to look ahead, in place of --level.")
    ] = None,
    plies: Annotated[int, typer.Option(min=0, help="Stop after that many plies; 0: play to the end.")] = 0,
    thinking: Annotated[
        bool | None,
        typer.Option(
            "--thinking/--no-thinking", help="Show every depth of the thinking; with --watch by default."
        ),
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game, and keep it there.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game in this file after every move.")] = None,
    engine: Engine = None,
) -> None:
    """Play a game in the terminal, against an engine or a bot; or watch one."""
    from bots.arguments import command_line, read_options
    from bots.play.run import run
    from bots.play.start import Wishes, choose_limits

    run(
        Wishes(
            game=game,
            position=position,
            options=read_options(option),
            side=side.value,
            opponent=opponent,
            against=against,
            watch=watch,
            limits=choose_limits(level, movetime, nodes, depth),
            plies=plies,
            thinking=watch if thinking is None else thinking,
            load=load,
            save=save,
            engine=command_line(engine),
        )
    )
