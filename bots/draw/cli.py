"""`trilogue-bots draw`: a picture of a position."""

from pathlib import Path
from typing import Annotated

import typer

from bots.arguments import Engine, Options, Position
from bots.draw.style import Theme


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("draw")(draw)


def draw(
    game: Annotated[str, typer.Argument(help="The game, as the engine names it.")],
    position: Position = None,
    moves: Annotated[
        str | None, typer.Option("--moves", "-m", help="Moves played from there, with commas between.")
    ] = None,
    option: Options = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; without it, to standard output.")
    ] = None,
    size: Annotated[int, typer.Option(min=16, max=16_384, help="Width or height in pixels.")] = 560,
    theme: Annotated[
        Theme, typer.Option(help="What it stands on; auto asks the reader's system.")
    ] = Theme.AUTO,
    caption: Annotated[
        str | None, typer.Option(help="The line beneath, in place of whose turn it is; '' for none.")
    ] = None,
    engine: Engine = None,
) -> None:
    """Draw a position as SVG.

    All that is drawn comes from the engine's answers to `describe` and `show`.
    """
    import asyncio

    from bots.arguments import command_line, read_options
    from bots.draw.picture import picture
    from bots.errors import CommandError

    svg = asyncio.run(
        picture(
            command_line(engine),
            game,
            read_options(option),
            position=position,
            moves=[move for move in (moves or "").split(",") if move],
            size=size,
            theme=theme,
            caption=caption,
        )
    )
    if output is None:
        typer.echo(svg, nl=False)
        return
    try:
        output.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise CommandError(
            f"{output} cannot be written: {error.strerror}", "give another file with --output"
        ) from None
