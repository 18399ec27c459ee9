"""One run of a host: signals, and an end in order."""

import asyncio
import sys
from pathlib import Path

import typer

from bots.errors import CommandError
from bots.host.config import HostConfig
from bots.host.host import Host
from bots.tables.serve import on_signals


def serve(config: HostConfig, base: Path) -> None:
    """Host until told to end. Raises CommandError. `base`: what paths in the file are relative to."""
    asyncio.run(_serve(config, base))


async def _serve(config: HostConfig, base: Path) -> None:
    host = Host(config, base)
    on_signals(host.end)
    if sys.stderr.isatty():
        bots = ", ".join(bot.user for bot in config.bot)
        typer.echo(f"hosting {bots} on {config.broker} (Ctrl-C finishes the games and ends)", err=True)
    try:
        await host.run()
    except OSError as error:
        raise CommandError(f"port {config.http}: {error.strerror}", "choose another http port") from None
