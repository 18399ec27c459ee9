"""The arguments that put the engine on a bus. Imported at every start: nothing heavy here."""

import argparse
from pathlib import Path

from engine.bounds import within


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the bus."""
    group = parser.add_argument_group("on a bus (MQTT 5); see docs/bus.md")
    group.add_argument(
        "--mqtt", metavar="URL", help="serve on a broker: mqtt://, mqtts://, ws:// or wss://host[:port]"
    )
    group.add_argument("--name", help="the engine's name there")
    group.add_argument(
        "--broker", choices=["embedded"], help="start the broker of the URL too: this machine only"
    )
    group.add_argument(
        "--credentials",
        type=Path,
        metavar="FILE",
        help="user and password, a line each; else see TRILOGUE_MQTT_USER and others in docs/bus.md",
    )
    group.add_argument("--ca", type=Path, metavar="FILE", help="trust the authorities in this PEM file")
    group.add_argument("--cert", type=Path, metavar="FILE", help="our certificate, PEM")
    group.add_argument("--key", type=Path, metavar="FILE", help="its key, PEM")
    group.add_argument(
        "--credit",
        type=within(1, 4096),
        default=256,
        metavar="N",
        help="open requests of one user (default %(default)s); a request beyond is busy",
    )
    group.add_argument(
        "--keepalive",
        type=within(1, 3600),
        default=10,
        metavar="S",
        help="seconds of silence after which the line is tested (default %(default)s)",
    )


def check(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End the process with a plain message when they do not go together."""
    if args.mqtt and not args.name:
        parser.error("--mqtt needs --name NAME: engines are found by it")
    if not args.mqtt:
        for name in ("name", "broker", "credentials", "ca", "cert", "key"):
            if getattr(args, name):
                parser.error(f"--{name} needs --mqtt URL")
