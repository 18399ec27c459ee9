"""One run of the engine on a bus: the broker if it is ours, the connection, the server."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

from engine.bus import BusServer
from engine.bus_status import new_epoch, will_of
from engine.logs import Log
from engine.server import Engine
from protocol.bus import BusError, Down, Up, topics
from protocol.bus.topics import BadName
from protocol.limits import Limits
from protocol.transports.broker import Embedded
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import BadSettings, MqttSettings, TlsFiles, from_url

UNAVAILABLE = 69  # exit status: no broker that would have us
USAGE = 2  # exit status, as argparse's: arguments that can't lead to one


class UnusableBroker(BusError):
    """`--broker embedded` with an address that is not this machine's."""


def settings_of(args: argparse.Namespace) -> MqttSettings:
    """Return the connection that the command line describes. Raises BusError."""
    topics.engine_name(args.name)
    files = TlsFiles(args.ca, args.cert, args.key) if args.ca or args.cert or args.key else None
    settings = from_url(args.mqtt, f"trilogue-{args.name}", credentials=args.credentials, tls=files)
    if args.broker and not settings.local:
        raise UnusableBroker("the embedded broker serves this machine only: use mqtt://localhost[:port]")
    if args.broker:
        settings = replace(settings, host="127.0.0.1")
    return replace(settings, keepalive=args.keepalive)


@contextlib.asynccontextmanager
async def serving(args: argparse.Namespace, log: Log) -> AsyncIterator[BusServer]:
    """Connect and give the server, not running yet. Raises BusError."""
    settings = settings_of(args)
    async with contextlib.AsyncExitStack() as stack:
        if args.broker:
            broker = Embedded(settings.port)
            stack.push_async_callback(asyncio.to_thread, broker.stop)
            await asyncio.to_thread(broker.start)
        epoch = new_epoch()
        bus = MqttBus(settings, will=will_of(args.name, epoch), log=log)
        stack.push_async_callback(bus.close)
        bus.listen(lambda change: _tell(args, log, change))
        await bus.start()
        engine = Engine(
            asyncio.get_running_loop().call_soon_threadsafe,
            searches=args.searches,
            sessions=args.sessions,
            memory=args.memory,
            limits=Limits(requests=args.credit),
            log=log,
        )
        stack.callback(engine.close)
        yield BusServer(engine, bus, args.name, epoch=epoch, per_user=args.credit)


def _tell(args: argparse.Namespace, log: Log, change: Up | Down) -> None:
    """Tell somebody at a terminal how it stands; the log has it too."""
    if not sys.stderr.isatty():
        return
    if isinstance(change, Up):
        sys.stderr.write(f"trilogue: serving as {args.name} on {args.mqtt} (Ctrl-C drains and ends)\n")
    elif not change.final:
        sys.stderr.write(f"trilogue: {args.mqtt}: {change.reason}; trying again\n")


def complain(fault: BusError) -> int:
    """Say why it cannot be; return the exit status."""
    sys.stderr.write(f"trilogue: {fault}\n")
    return USAGE if isinstance(fault, (BadName, BadSettings, UnusableBroker)) else UNAVAILABLE


__all__ = ["BusError", "complain", "serving", "settings_of"]
