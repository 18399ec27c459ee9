"""Where the broker is and who we are: from a URL, the environment and files. No secret is ever shown."""

import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from protocol.bus.errors import BusError

USER_VARIABLE = "TRILOGUE_MQTT_USER"
PASSWORD_VARIABLE = "TRILOGUE_MQTT_PASSWORD"  # noqa: S105 - the name of a variable
FILE_VARIABLE = "TRILOGUE_MQTT_CREDENTIALS"
TLS_VARIABLES = ("TRILOGUE_MQTT_CA", "TRILOGUE_MQTT_CERT", "TRILOGUE_MQTT_KEY")
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SCHEMES = {
    "mqtt": (1883, False, False),
    "mqtts": (8883, True, False),
    "ws": (80, False, True),
    "wss": (443, True, True),
}


class BadSettings(BusError):
    """Settings that cannot lead to a broker; the text says what to change."""


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """How to connect.

    Attributes:
        host, port: the broker's address.
        name: the MQTT client identifier; one connection a name.
        user, password: the login; None: anonymous. The password is left out of every text.
        tls: a context, or None for plain TCP.
        websocket: the path of a websocket, or None.
        keepalive: s of silence after which the line is tested; a partition is noticed within twice that.
        session: s that the broker keeps our subscriptions and queue after the connection broke.
        window: messages at QoS 1 that may be under way to us, and at most from us.
        max_size: largest packet taken, in bytes.
        connect_timeout: s for the TCP and TLS connection and again for the broker's answer.
        backoff: shortest and longest pause before a reconnection, in s; the real one is random.

    """

    host: str
    port: int = 1883
    name: str = ""
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = field(default=None, repr=False)
    websocket: str | None = None
    keepalive: int = 10
    session: int = 30
    window: int = 512
    max_size: int = 262_144
    connect_timeout: float = 4.0
    backoff: tuple[float, float] = (0.1, 5.0)

    @property
    def address(self) -> str:
        """The broker's address for logs and errors."""
        return f"{self.host}:{self.port}"

    @property
    def local(self) -> bool:
        """Whether it is plain TCP on this machine: what a broker that we bring up ourselves serves."""
        return self.host in LOOPBACK and self.tls is None and self.websocket is None


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """PEM files: the authorities to trust (None: the system's), and our own certificate and key."""

    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None


def from_url(
    url: str,
    name: str,
    *,
    credentials: Path | None = None,
    tls: TlsFiles | None = None,
    environment: Mapping[str, str] | None = None,
) -> MqttSettings:
    """Return the settings that `url` and its company describe.

    Args:
        url: `mqtt://host[:port]`, `mqtts://…`, `ws://host[:port][/path]`, `wss://…`; `user@` may stand before
            the host, a password may not: command lines are public.
        name: the client identifier.
        credentials: a file of two lines, user and password; None: as TRILOGUE_MQTT_CREDENTIALS names it,
            else TRILOGUE_MQTT_USER and TRILOGUE_MQTT_PASSWORD hold them.
        tls: certificates, for `mqtts` and `wss`; None: as TRILOGUE_MQTT_CA, _CERT and _KEY name them.
        environment: where those variables are looked up; None: the process's.

    Raises BadSettings.

    """
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BadSettings(
            f"{parts.scheme or url!r}: want mqtt, mqtts, ws or wss, as in mqtt://localhost:1883"
        )
    if parts.password is not None:
        raise BadSettings(f"no password in the URL: set {PASSWORD_VARIABLE} or give a credentials file")
    default_port, secure, websocket = SCHEMES[parts.scheme]
    try:
        port = parts.port or default_port
    except ValueError as fault:
        raise BadSettings(f"the port: {fault}") from None
    if parts.query or parts.fragment or (not websocket and parts.path not in {"", "/"}):
        raise BadSettings("nothing may follow the address in an mqtt URL")
    if tls and not secure:
        raise BadSettings(f"certificates need mqtts or wss, not {parts.scheme}")
    found = os.environ if environment is None else environment
    user, password = _login(unquote(parts.username) if parts.username else None, credentials, found)
    return MqttSettings(
        parts.hostname,
        port,
        name,
        user,
        password,
        _context(tls or _files(found)) if secure else None,
        (parts.path or "/mqtt") if websocket else None,
    )


def _login(
    user: str | None, credentials: Path | None, environment: Mapping[str, str]
) -> tuple[str | None, str | None]:
    """Return user and password: the file before the environment, the URL's user before both."""
    if credentials is None and (named := environment.get(FILE_VARIABLE)):
        credentials = Path(named)
    if credentials is not None:
        try:
            lines = credentials.read_text().splitlines()
        except (OSError, UnicodeDecodeError) as fault:
            raise BadSettings(f"{credentials}: {getattr(fault, 'strerror', 'not UTF-8')}") from None
        if len(lines) != 2 or not all(lines):
            raise BadSettings(f"{credentials}: want two lines, user and password")
        return user or lines[0], lines[1]
    user = user or environment.get(USER_VARIABLE) or None
    return user, environment.get(PASSWORD_VARIABLE) if user else None


def _files(environment: Mapping[str, str]) -> TlsFiles:
    """Return the certificates that the environment names."""
    named = (environment.get(name) for name in TLS_VARIABLES)
    return TlsFiles(*(Path(each) if each else None for each in named))


class _ClosingSocket(ssl.SSLSocket):
    """A socket that does not stay behind when the handshake fails, as paho would leave it."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise
        except OSError:
            self.close()
            raise


def _context(files: TlsFiles) -> ssl.SSLContext:
    """Return a context that checks the broker's certificate and name."""
    for path in (files.ca, files.certificate, files.key):
        if path is not None and not path.is_file():
            raise BadSettings(f"{path}: no such file")
    if files.key and not files.certificate:
        raise BadSettings("a client key needs its certificate")
    try:
        context = ssl.create_default_context(cafile=files.ca)
        context.sslsocket_class = _ClosingSocket
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if files.certificate:
            context.load_cert_chain(files.certificate, files.key)
    except (ssl.SSLError, OSError) as fault:
        raise BadSettings(f"the certificates cannot be used: {fault}") from None
    return context
