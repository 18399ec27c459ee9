"""The example configuration in deploy/, brought up with certificates and users of its own."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from protocol.bus import Message
from protocol.transports.broker import Mosquitto, free_port
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings, TlsFiles, from_url
from tests.process.broker import REQUIRED, make_broker

DEPLOY = Path(__file__).parents[2] / "deploy"
USERS = ("ann", "bob", "engine1", "referee")


class Secure:
    """A running broker with TLS, users whose password is `secret-<user>`, and the access rules."""

    def __init__(self, directory: Path, broker: Mosquitto) -> None:
        self.directory = directory
        self.broker = broker
        self.url = f"mqtts://localhost:{broker.port}"
        self.tls = TlsFiles(ca=directory / "ca.pem")

    def credentials(self, user: str) -> Path:
        path = self.directory / f"{user}.credentials"
        path.write_text(f"{user}\nsecret-{user}\n")
        return path

    def settings(self, user: str, name: str) -> MqttSettings:
        return from_url(self.url, name, credentials=self.credentials(user), tls=self.tls, environment={})

    async def bus(self, user: str, name: str, will: Message | None = None) -> MqttBus:
        return await MqttBus(self.settings(user, name), will=will).start(deadline=10)


def _run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True, capture_output=True, timeout=30)


def _certificates(directory: Path) -> None:
    """Make an authority, and certificates of it for localhost and for a client."""
    new = ("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    ca, ca_key = directory / "ca.pem", directory / "ca.key"
    _run(*new, "-x509", "-days", "2", "-subj", "/CN=test authority", "-keyout", ca_key, "-out", ca)
    names = directory / "names"
    names.write_text("subjectAltName=DNS:localhost")
    signed = ("-CA", ca, "-CAkey", ca_key, "-CAcreateserial", "-days", "2", "-extfile", names)
    for name in ("server", "client"):
        key, request = directory / f"{name}.key", directory / f"{name}.csr"
        _run(*new, "-subj", "/CN=localhost", "-keyout", key, "-out", request)
        _run("openssl", "x509", "-req", "-in", request, *signed, "-out", directory / f"{name}.pem")


@contextmanager
def secure_broker(
    directory: Path, users: Sequence[str] = USERS, *, certificates: bool = False
) -> Iterator[Secure]:
    """Run the example configuration on a free port of loopback; with `certificates` clients need one."""
    make_broker("mosquitto")
    if not (shutil.which("openssl") and shutil.which("mosquitto_passwd")):
        (pytest.fail if REQUIRED else pytest.skip)("needs openssl and mosquitto_passwd")
    _certificates(directory)
    passwords = directory / "passwords"
    passwords.touch()
    for user in users:
        _run("mosquitto_passwd", "-b", passwords, user, f"secret-{user}")
    (directory / "acl.conf").write_text((DEPLOY / "acl.conf").read_text())
    for path in directory.iterdir():
        path.chmod(0o644)  # mosquitto may give up root
    directory.chmod(0o755)
    port = free_port()
    text = (DEPLOY / "mosquitto.conf").read_text()
    text = text.replace("/etc/mosquitto/ugp", str(directory)).replace(
        "listener 8883", f"listener {port} 127.0.0.1"
    )
    text = text.replace("persistence true", "persistence false")
    if certificates:
        text = text.replace("# require_certificate true", "require_certificate true")
    broker = Mosquitto(port, configuration=text.replace("{", "{{").replace("}", "}}"))
    broker.start()
    try:
        yield Secure(directory, broker)
    finally:
        broker.stop()
