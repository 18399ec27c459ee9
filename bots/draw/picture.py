"""From an engine to a picture: three requests, one drawing."""

from collections.abc import Mapping, Sequence

import msgspec

from bots.draw.style import Theme
from bots.draw.svg import render
from protocol.answers import StatusAnswer
from protocol.client import Client
from protocol.values import Scalar


async def picture(
    argv: Sequence[str],
    game: str,
    options: Mapping[str, Scalar],
    *,
    position: str | None = None,
    moves: Sequence[str] = (),
    size: int = 560,
    theme: Theme = Theme.AUTO,
    caption: str | None = None,
) -> str:
    """Ask the engine `argv` for a position and draw it.

    Board and pieces come from `describe` and `show`; only the line beneath comes from `status`, unless
    `caption` is given ("" for none). Raises UgpError and BoardError.
    """
    session = "main"
    async with Client.start(argv) as engine:
        if position is None:
            await engine.new(game, session=session, **options)
            if moves:
                await engine.play(moves, session=session)
        else:
            await engine.position(position, game=game, moves=list(moves), session=session, **options)
        status = await engine.status(session=session, history=True)
        shown = await engine.show(session=session)
        board = await engine.describe(game, **(status.options or options))
    return render(
        msgspec.to_builtins(board),
        shown.cells,
        turn=status.turn,
        caption=outcome(status) if caption is None else caption,
        size=size,
        theme=theme,
    )


def outcome(status: StatusAnswer) -> str | None:
    """Say how a finished game ended; None while it goes on."""
    if not status.over:
        return None
    reason = f" ({status.reason})" if status.reason else ""
    result = "A draw" if status.result == "draw" else f"{str(status.result).capitalize()} has won"
    return f"{result}{reason}"
