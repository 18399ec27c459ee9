"""Guests' accounts at a broker with mosquitto's dynamic-security plugin."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.tables.accounts import DynamicSecurity
from protocol.bus import ConnectFailed
from protocol.errors import ErrorCode, RequestError
from protocol.transports.broker import Mosquitto
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import MqttSettings
from tests.process.broker import REQUIRED, make_broker

pytestmark = pytest.mark.process

CONFIGURATION = """\
per_listener_settings false
listener {port} {host}
allow_anonymous false
plugin %(plugin)s
plugin_opt_config_file %(file)s
set_tcp_nodelay true
log_type none
"""


@pytest.fixture
def guarded() -> Iterator[Mosquitto]:
    make_broker("mosquitto")
    with tempfile.TemporaryDirectory(prefix="trilogue-dynsec-") as directory:
        Path(directory).chmod(0o777)  # mosquitto gives up root
        yield from _guarded(Path(directory, "dynamic-security.json"))


def _guarded(file: Path) -> Iterator[Mosquitto]:
    plugin = next(Path("/usr/lib").glob("*/mosquitto_dynamic_security.so"), None)
    if plugin is None or shutil.which("mosquitto_ctrl") is None:
        (pytest.fail if REQUIRED else pytest.skip)("mosquitto's dynamic-security plugin is not installed")
    program = ["mosquitto_ctrl", "dynsec", "init", str(file), "admin", "secret"]
    subprocess.run(program, check=True, capture_output=True, timeout=20)
    file.chmod(0o666)
    broker = Mosquitto(configuration=CONFIGURATION % {"plugin": plugin, "file": file})
    broker.start()
    control = ["mosquitto_ctrl", "-h", "127.0.0.1", "-p", str(broker.port), "-u", "admin", "-P", "secret"]
    subprocess.run([*control, "dynsec", "createRole", "player"], check=True, capture_output=True, timeout=20)
    yield broker
    broker.stop()


async def test_an_account_comes_and_goes(guarded: Mosquitto) -> None:
    def bus(user: str, password: str) -> MqttBus:
        return MqttBus(MqttSettings("127.0.0.1", guarded.port, f"{user}-1", user, password))

    admin = bus("admin", "secret")
    await admin.start(deadline=10)
    try:
        accounts = DynamicSecurity(admin)
        with pytest.raises(ConnectFailed):
            await bus("guest-zoe", "pw").start(deadline=5)
        await accounts.create("guest-zoe", "pw")
        with pytest.raises(RequestError) as twice:
            await accounts.create("guest-zoe", "pw")
        assert twice.value.code is ErrorCode.INTERNAL
        assert "pw" not in str(twice.value)
        guest = bus("guest-zoe", "pw")
        await guest.start(deadline=10)
        await guest.close()
        await accounts.delete("guest-zoe")
        await accounts.delete("guest-zoe")  # gone already: fine
        with pytest.raises(ConnectFailed):
            await bus("guest-zoe", "pw").start(deadline=5)
        with pytest.raises(RequestError):
            await DynamicSecurity(admin, role="nobody-made-it").create("guest-max", "pw")
    finally:
        await admin.close()
