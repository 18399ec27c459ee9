"""Options that all commands at tables share."""

from pathlib import Path
from typing import Annotated

import typer

Broker = Annotated[
    str, typer.Option("--broker", help="The broker: mqtt://host[:port], mqtts://…, ws://…, wss://….")
]
Service = Annotated[str, typer.Option("--service", help="The name of the tables.")]
User = Annotated[str | None, typer.Option("--user", "-u", help="Your name, on a broker without logins.")]
Credentials = Annotated[
    Path | None, typer.Option("--credentials", help="A file of two lines: user and password.")
]
Ca = Annotated[Path | None, typer.Option("--ca", help="Certificates to trust, PEM.")]
Cert = Annotated[Path | None, typer.Option("--cert", help="A client certificate, PEM.")]
Key = Annotated[Path | None, typer.Option("--key", help="Its key, PEM.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Log what happens to stderr.")]
Json = Annotated[bool, typer.Option("--log-json", help="Log in JSON, one object a line.")]

BROKER = "mqtt://localhost"
