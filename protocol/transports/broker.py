"""Brokers that we start ourselves, on loopback: the embedded one of the `broker` extra, and mosquitto.

Each is a child process that ends with us: the embedded one watches a pipe from us, mosquitto is tied
to our process where the system can (Linux) and ended by `stop`.
"""

import contextlib
import ctypes
import importlib.util
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from protocol.bus.errors import BusError

HOST = "127.0.0.1"
START_TIMEOUT = 10.0  # s
STOP_TIMEOUT = 5.0  # s

EMBEDDED = """\
id = 0

[router]
id = 0
max_connections = 1024
max_outgoing_packet_count = 200
max_segment_size = 1048576
max_segment_count = 4

[v5.1]
name = "loopback"
listen = "{host}:{port}"
next_connection_delay_ms = 1

[v5.1.connections]
connection_timeout_ms = 10000
max_payload_size = 262144
max_inflight_count = 512
dynamic_filters = true
"""

MOSQUITTO = """\
listener {port} {host}
allow_anonymous true
persistence false
set_tcp_nodelay true
max_packet_size 262144
max_queued_messages 10000
max_inflight_messages 512
log_type none
"""


class BrokerError(BusError):
    """A broker that cannot be started; the text says what to install or change."""


class Broker(Protocol):
    """A broker of ours."""

    port: int

    @property
    def url(self) -> str:
        """Where it listens."""

    def start(self) -> None:
        """Start and return when it takes connections (blocks). Raises BrokerError."""

    def stop(self) -> None:
        """End it. Again: no effect."""


def free_port() -> int:
    """Return a TCP port of loopback that is free now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Embedded:
    """The broker of the `iotcore` package (rumqttd), for a machine without another.

    Its limits: no access rules, no session after a broken connection, no Receive Maximum, loopback only.
    """

    def __init__(self, port: int | None = None) -> None:
        self.port = port or free_port()
        self._broker: Any = None
        self._directory: tempfile.TemporaryDirectory[str] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"mqtt://{HOST}:{self.port}"

    def start(self) -> None:
        """See `Broker.start`."""
        if importlib.util.find_spec("iotcore") is None:
            raise BrokerError("the embedded broker needs the extra: pip install 'trilogue[broker]'")
        from iotcore import Broker as Native

        self._directory = tempfile.TemporaryDirectory(prefix="trilogue-broker-")
        config = Path(self._directory.name, "broker.toml")
        config.write_text(EMBEDDED.format(host=HOST, port=self.port))
        try:
            self._broker = Native(config_path=str(config)).start(timeout=START_TIMEOUT)
        except (OSError, RuntimeError) as fault:
            self.stop()
            raise BrokerError(f"the embedded broker does not start on {HOST}:{self.port}: {fault}") from None

    def stop(self) -> None:
        """See `Broker.stop`."""
        if self._broker is not None:
            self._broker.stop(timeout=STOP_TIMEOUT)
            self._broker = None
        if self._directory is not None:
            self._directory.cleanup()
            self._directory = None


class Mosquitto:
    """A mosquitto of our own, with a configuration for loopback or any other text."""

    def __init__(self, port: int | None = None, *, configuration: str | None = None) -> None:
        self.port = port or free_port()
        self._configuration = configuration or MOSQUITTO
        self._process: subprocess.Popen[bytes] | None = None
        self._directory: tempfile.TemporaryDirectory[str] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"mqtt://{HOST}:{self.port}"

    @property
    def pid(self) -> int | None:
        """Its process, while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """See `Broker.start`."""
        program = mosquitto()
        if program is None:
            raise BrokerError("mosquitto is not installed (Debian, Ubuntu: apt-get install mosquitto)")
        self._directory = tempfile.TemporaryDirectory(prefix="trilogue-broker-")
        config = Path(self._directory.name, "mosquitto.conf")
        config.write_text(self._configuration.format(host=HOST, port=self.port))
        self._process = subprocess.Popen(
            [program, "-c", str(config)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - one call of libc
            start_new_session=True,
        )
        until = time.monotonic() + START_TIMEOUT
        while not _listens(self.port):
            if self._process.poll() is not None or time.monotonic() > until:
                code = self._process.poll()
                self.stop()
                raise BrokerError(f"mosquitto does not start on {HOST}:{self.port} (exit code {code})")
            time.sleep(0.02)

    def kill(self) -> None:
        """End it as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """See `Broker.stop`."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(STOP_TIMEOUT)
            self._process = None
        if self._directory is not None:
            self._directory.cleanup()
            self._directory = None


def mosquitto() -> str | None:
    """Return the path of the mosquitto program, or None."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), timeout=0.2):
        return True
    return False


def _die_with_parent() -> None:
    """Ask Linux to end this child when its parent ends (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))


@contextlib.contextmanager
def running(broker: Broker) -> Iterator[Broker]:
    """Run `broker` for the length of a `with`."""
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


__all__: Sequence[str] = [
    "Broker",
    "BrokerError",
    "Embedded",
    "Mosquitto",
    "free_port",
    "mosquitto",
    "running",
]
