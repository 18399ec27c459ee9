"""Watching a game from the terminal."""

import asyncio

from bots.errors import CommandError
from bots.play.screen import Screen
from bots.tables.client import TableClient
from bots.tables.scene import Scene, outcome

WAIT = 600.0  # s for a game to begin


async def spectate(client: TableClient, table: str | None) -> None:
    """Show a game until it is over; without a table, one that goes on or the next that begins."""
    screen = Screen.standard()
    if table is None:
        table = await _some_game(client, screen)
    scene = Scene(screen)
    screen.say(f"Watching {table} (Ctrl-C leaves)")
    async for state in client.follow(table):
        scene.show(state)
        if state.phase == "over":
            screen.say(outcome(state), "bold")


async def _some_game(client: TableClient, screen: Screen) -> str:
    try:
        async with asyncio.timeout(WAIT):
            waiting = False
            async for lobby in client.lobby():
                if lobby.tables:
                    return lobby.tables[0].table
                if not waiting:
                    screen.say("Nobody plays yet; waiting for a game …", "dim")
                    waiting = True
    except TimeoutError:
        pass
    raise CommandError("no game began", "propose one: trilogue-bots sit loa")
