"""Bring up the engines, play, and end them all, whatever happens."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

from bots.play.game import Seats, TerminalGame
from bots.play.referee import Referee, Situation
from bots.play.saved import SavedGame
from bots.play.screen import Screen
from bots.play.start import Wishes, make, seat_persons, to_play
from bots.players import Player
from protocol.client import Client


def run(wishes: Wishes, screen: Screen | None = None) -> None:
    """Play one game as wished. Raises CommandError and UgpError."""
    screen = screen or Screen.standard()
    saved = to_play(wishes)
    players = {"first": make(saved.first), "second": make(saved.second)}
    engines = AsyncExitStack()
    with asyncio.Runner() as runner:
        try:
            referee, now = runner.run(_bring_up(engines, wishes.engine, saved, players))
            if wishes.load is None and not wishes.watch:
                seated = seat_persons(saved, wishes.side, now.seats)
                if seated.first != saved.first:
                    players = {"first": players["second"], "second": players["first"]}
                saved = seated
            game = TerminalGame(
                runner,
                referee,
                now,
                seats=Seats({"first": saved.first, "second": saved.second}, players),
                screen=screen,
                limits=saved.limits,
                full_thinking=wishes.thinking,
                file=wishes.save or wishes.load,
                max_plies=wishes.plies,
            )
            _greet(screen, game)
            game.run()
        finally:
            runner.run(engines.aclose())


async def _bring_up(
    engines: AsyncExitStack, argv: tuple[str, ...], saved: SavedGame, players: Mapping[str, Player | None]
) -> tuple[Referee, Situation]:
    """Start referee and players at the same time; the referee's word on the game comes before theirs."""
    bots = [player for player in players.values() if player is not None]
    for player in bots:
        engines.push_async_callback(player.close)
    waiting = [asyncio.ensure_future(bot.prepare(saved.game, saved.options, saved.start)) for bot in bots]
    try:
        client = await Client.launch(argv)
        engines.push_async_callback(client.close)
        referee = Referee(client)
        now = await referee.begin(saved.game, saved.options, saved.start, saved.moves)
    except BaseException:
        await _give_up(waiting)
        raise
    await asyncio.gather(*waiting)
    return referee, now


async def _give_up(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _greet(screen: Screen, game: TerminalGame) -> None:
    now, board = game.now, game.referee.board
    title = board.title if board is not None and board.title else now.game
    options = ", ".join(f"{name} {value}" for name, value in now.options.items())
    screen.say(f"{title} ({options})" if options else title, "bold")
    if not game.seats.persons:
        screen.say(f"{game.name('first')} against {game.name('second')}")
        return
    example = f" such as {now.legal[0]}" if now.legal else ""
    for seat in game.seats.persons:
        screen.say(f"{game.name(seat)}: {now.seats[seat]}, {seat} to move.")
    screen.say(f"Type a move{example}, or help.", "dim")
