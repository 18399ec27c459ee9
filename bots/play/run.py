"""Bring up the engines, play, and end them all, whatever happens."""

import asyncio
from contextlib import ExitStack

from bots.play.game import Seats, TerminalGame
from bots.play.referee import Referee, Situation
from bots.play.screen import Screen
from bots.play.start import Wishes, make, seat_persons, to_play
from bots.players import Player
from protocol.client import Client


def run(wishes: Wishes, screen: Screen | None = None) -> None:
    """Play one game as wished. Raises CommandError and UgpError."""
    screen = screen or Screen.standard()
    saved = to_play(wishes)
    specs = {"first": saved.first, "second": saved.second}
    players = {seat: make(spec) for seat, spec in specs.items()}
    with ExitStack() as stack:
        runner = stack.enter_context(asyncio.Runner())
        client = runner.run(Client.launch(wishes.engine))
        stack.callback(_close, runner, client)
        referee = Referee(client)
        now = runner.run(referee.begin(saved.game, saved.options, saved.start, saved.moves))
        if wishes.load is None and not wishes.watch:
            saved = seat_persons(saved, wishes.side, now.seats)
            if saved.first != specs["first"]:
                players = {"first": players["second"], "second": players["first"]}
        seats = Seats({"first": saved.first, "second": saved.second}, players)
        for player in seats.players.values():
            if player is not None:
                stack.callback(_close, runner, player)
                runner.run(player.prepare(now.game, now.options, now.start))
        game = TerminalGame(
            runner,
            referee,
            now,
            seats=seats,
            screen=screen,
            limits=saved.limits,
            full_thinking=wishes.thinking,
            file=wishes.save or wishes.load,
            max_plies=wishes.plies,
        )
        _greet(screen, referee, now, game)
        game.run()


def _close(runner: asyncio.Runner, what: Player | Client) -> None:
    runner.run(what.close())


def _greet(screen: Screen, referee: Referee, now: Situation, game: TerminalGame) -> None:
    title = referee.board.title or now.game if referee.board else now.game
    options = ", ".join(f"{name} {value}" for name, value in now.options.items())
    screen.say(f"{title} ({options})" if options else title, "bold")
    if not game.seats.persons:
        screen.say(f"{game.name('first')} against {game.name('second')}")
        return
    example = f" such as {now.legal[0]}" if now.legal else ""
    for seat in game.seats.persons:
        screen.say(f"{game.name(seat)}: {now.seats[seat]}, {seat} to move.")
    screen.say(f"Type a move{example}, or help.", "dim")
