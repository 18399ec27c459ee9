"""A person's connection to the tables, and what needs no more than one question."""

import asyncio
import getpass
import os
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import typer
from msgspec import UNSET, Struct

from bots.errors import CommandError
from bots.tables.client import TableClient, connect
from protocol.errors import EngineGone, GoneKind
from protocol.tables import answers
from protocol.tables.documents import ChallengeInfo, TableInfo
from protocol.transports.mqtt_settings import TlsFiles


class Person(Struct, frozen=True):
    """Where to connect, and as whom."""

    broker: str
    service: str
    user: str | None
    credentials: Path | None
    ca: Path | None


def run(work: Callable[[TableClient], Awaitable[None]], person: Person) -> None:
    """Connect, do `work`, and leave. Raises UgpError."""
    asyncio.run(_connected(work, person))


async def _connected(work: Callable[[TableClient], Awaitable[None]], person: Person) -> None:
    try:
        client = await connect(
            person.broker,
            person.service,
            user=person.user or _own_name(),
            credentials=person.credentials,
            tls=TlsFiles(ca=person.ca) if person.ca else None,
        )
    except EngineGone as fault:
        if fault.kind is not GoneKind.START:
            raise
        raise CommandError(str(fault), "see that trilogue-bots table runs, and its --name") from None
    try:
        await work(client)
    finally:
        await client.close()


def _own_name() -> str:
    """Return a name for a broker that asks for none: that of the person at this machine."""
    return re.sub(r"[^A-Za-z0-9_.@-]", "-", getpass.getuser())[:64] or "somebody"


def minutes(time: int, inc: int) -> str:
    """Return a clock as people write it: minutes+seconds."""
    return f"{time / 60_000:g}+{inc / 1000:g}"


def table_line(table: TableInfo) -> str:
    """Return one game in words."""
    first, second = table.players["first"], table.players["second"]
    kind = "rated" if table.rated else "casual"
    return f"{table.table}  {table.game:<4} {first} - {second}  ply {table.ply}, {kind}"


def challenge_line(challenge: ChallengeInfo) -> str:
    """Return one challenge in words."""
    options = " ".join(f"{name}={value}" for name, value in challenge.options.items())
    to = "" if challenge.to is UNSET else f" to {challenge.to}"
    kind = "rated" if challenge.rated else "casual"
    clock = minutes(challenge.time, challenge.inc)
    return f"{challenge.challenge}  {challenge.user}{to}: {challenge.game} {options} {clock}, {kind}"


async def show_lobby(client: TableClient) -> None:
    """Write the lobby."""
    found = await client.request("lobby", answers.LobbyAnswer)
    mine = await client.request("mine", answers.MineAnswer)
    sections = (
        ("Challenges to you, and yours", [challenge_line(each) for each in mine.challenges]),
        ("Your games", [table_line(each) for each in mine.tables]),
        ("Open challenges", [challenge_line(each) for each in found.challenges]),
        ("Games under way", [table_line(each) for each in found.tables]),
        ("Bots", [_bot_line(each) for each in found.bots]),
    )
    for title, lines in sections:
        if lines:
            typer.echo(f"{title}:")
            for line in lines:
                typer.echo(f"  {line}")
    if not any(lines for _, lines in sections):
        typer.echo("Nobody is here yet. Propose a game: trilogue-bots sit loa")
    if found.more:
        typer.echo(f"… and {found.more} more")


def _bot_line(bot: answers.BotInfo) -> str:
    offer = bot.offer
    ratings = ", ".join(f"{game} {bot.ratings.get(game, 1500)}" for game in offer.games)
    return f"{bot.user}  {offer.about}; plays {ratings}; {offer.free} of {offer.slots} tables free"


async def become_guest(client: TableClient, wish: str | None, file: Path) -> None:
    """Have an account made, and keep it in a file that only its owner reads."""
    made = await client.request("guest", answers.GuestAnswer, name=wish)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(f"{made.user}\n{made.password}\n")
    until = datetime.fromtimestamp(made.expires / 1000, UTC).astimezone()
    typer.echo(f"You are {made.user} until {until:%H:%M}; log in with --credentials {file}")
