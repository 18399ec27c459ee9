"""One run of a tables service: the broker if it is ours, the connection, the referee, signals."""

import asyncio
import contextlib
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import typer
from msgspec import Struct

from bots.errors import CommandError
from bots.tables.accounts import Accounts, DynamicSecurity, PasswordFile
from bots.tables.publisher import presence
from bots.tables.rules import Rules
from bots.tables.service import Service
from bots.tables.store import open_store
from protocol.bus import Bus, BusError
from protocol.transports.broker import Broker, Embedded, Mosquitto, mosquitto
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings, TlsFiles, from_url


class Wishes(Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    broker: str
    name: str
    file: Path
    credentials: Path | None
    tls: TlsFiles | None
    own_broker: bool
    rules: Rules
    door: str | None
    guests: str  # "", "dynsec" or the path of a password file
    reload: tuple[str, ...]


def _broker(settings: MqttSettings) -> Broker:
    """Return a broker of ours on loopback: mosquitto where there is one, else the embedded one."""
    if not settings.local:
        raise CommandError("--own-broker serves this machine only", "use --broker mqtt://localhost[:port]")
    return Mosquitto(settings.port) if mosquitto() else Embedded(settings.port)


@contextlib.asynccontextmanager
async def _running(broker: Broker | None) -> AsyncIterator[None]:
    if broker is not None:
        await asyncio.to_thread(broker.start)
    try:
        yield
    finally:
        if broker is not None:
            await asyncio.to_thread(broker.stop)


def _accounts(wishes: Wishes, bus: Bus) -> Accounts | None:
    if not wishes.guests:
        return None
    if wishes.guests == "dynsec":
        return DynamicSecurity(bus)
    return PasswordFile(Path(wishes.guests), wishes.reload)


async def serve(wishes: Wishes) -> None:
    """Serve until SIGTERM or SIGINT. Raises CommandError."""
    from importlib import metadata

    try:
        settings = from_url(
            wishes.broker, f"trilogue-tables-{wishes.name}", credentials=wishes.credentials, tls=wishes.tls
        )
    except BusError as fault:
        raise CommandError(str(fault), "see --help") from None
    store = open_store(wishes.file)
    try:
        async with _running(_broker(settings) if wishes.own_broker else None):
            epoch = time.time_ns() // 1_000_000
            version = metadata.version("trilogue")
            bus = MqttBus(settings, will=presence(wishes.name, epoch, "offline", version))
            await bus.start()
            service = Service(
                bus,
                store,
                wishes.name,
                epoch=epoch,
                version=version,
                rules=wishes.rules,
                accounts=_accounts(wishes, bus),
                door=wishes.door,
            )
            on_signals(service.end)
            if sys.stderr.isatty():
                typer.echo(f"tables {wishes.name} on {wishes.broker}, kept in {wishes.file}", err=True)
            if not await service.run():
                raise CommandError("the broker would not have us any more", "is another referee running?")
    except BusError as fault:
        raise CommandError(str(fault), "check the broker's address and login") from None
    except sqlite3.Error as fault:
        raise CommandError(
            f"{wishes.file}: {fault}", "make room for it, and start again: games go on where they were"
        ) from None
    finally:
        store.close()


def on_signals(end: Callable[[], None]) -> None:
    """Call `end` at each SIGINT and SIGTERM."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, end)
        except NotImplementedError:  # Windows: Ctrl-C raises KeyboardInterrupt in its place
            return
