"""A host as a process: signals, systemd, health and metrics, and what its command line says."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from bots.tables.client import TablesRefused
from protocol.tables import answers
from protocol.transports.broker import Mosquitto, free_port
from tests.process.tables import ROOT, Program, engines, referee, running, seated
from tests.process.test_tables import over

pytestmark = pytest.mark.process


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-m", "bots", *arguments]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=40, check=False)


def page(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as found:
            return found.status, found.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return 0, ""


async def test_from_start_to_drain(
    broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    config = tmp_path / "bots.toml"
    text = f'broker = "{broker.url}"\nhttp = {port}\n[[bot]]\nuser = "bot"\nplayer = "engine?nodes=200"\n'
    config.write_text(text)
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(str(tmp_path / "notify"))
    systemd.settimeout(20)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    host = Program("host", str(config))
    async with running(referee(broker.url, tmp_path / "tables.db"), host), seated(broker.url, "ann") as ann:
        first = await asyncio.to_thread(systemd.recv, 1000)
        while not first.startswith(b"READY=1"):
            first = await asyncio.to_thread(systemd.recv, 1000)
        assert b"WATCHDOG=1" in await asyncio.to_thread(systemd.recv, 1000)
        assert await asyncio.to_thread(page, port, "/health") == (200, "ok\n")
        made = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bot", seat="second")
        async with asyncio.timeout(20):
            while True:
                try:
                    await ann.sync(made.challenge)
                    break
                except TablesRefused:
                    await asyncio.sleep(0.1)
        assert (await asyncio.to_thread(page, port, "/ready"))[1] == "bot: up, 1 of 1 games\n"
        host.process.send_signal(signal.SIGTERM)
        message = b""
        while not message.startswith(b"STOPPING=1"):
            message = await asyncio.to_thread(systemd.recv, 1000)
        assert (await asyncio.to_thread(page, port, "/ready"))[0] == 503
        status, metrics = await asyncio.to_thread(page, port, "/metrics")
        assert status == 200
        assert 'trilogue_host_games{bot="bot"} 1.0' in metrics
        assert host.process.returncode is None, "it finishes its game first"
        await ann.request("resign", answers.StateAnswer, table=made.challenge)
        assert await asyncio.wait_for(host.process.wait(), 20) == 0
    systemd.close()


async def test_the_second_signal_gives_games_up(broker: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    text = f'broker = "{broker.url}"\n[[bot]]\nuser = "bot"\nplayer = "engine?movetime=5000"\n'
    config.write_text(text)
    host = Program("host", str(config))
    async with running(referee(broker.url, tmp_path / "tables.db"), host), seated(broker.url, "ann") as ann:
        await asyncio.sleep(2)
        made = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bot", seat="second")
        async with asyncio.timeout(20):
            while not engines(host.process.pid):
                await asyncio.sleep(0.1)
        children = engines(host.process.pid)
        host.process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.5)
        host.process.send_signal(signal.SIGTERM)
        assert (await over(ann, made.challenge)).ended == "aborted"
        assert await asyncio.wait_for(host.process.wait(), 25) == 0
        assert not [pid for pid in children if os.path.exists(f"/proc/{pid}/exe")]


async def test_a_host_killed_in_mid_game_comes_back_to_its_table(broker: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    config.write_text(f'broker = "{broker.url}"\n[[bot]]\nuser = "bot"\nplayer = "engine?movetime=700"\n')
    host = Program("host", str(config))
    async with running(referee(broker.url, tmp_path / "tables.db"), host), seated(broker.url, "ann") as ann:
        await asyncio.sleep(2)
        made = await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bot", seat="second")
        async with asyncio.timeout(20):
            while not engines(host.process.pid):
                await asyncio.sleep(0.1)
        children = engines(host.process.pid)
        await host.kill()
        await asyncio.sleep(5)
        assert not [pid for pid in children if os.path.exists(f"/proc/{pid}/exe")], "no engine is left behind"
        assert not (await ann.sync(made.challenge)).state.connected["first"]
        await host.start()
        async with asyncio.timeout(40):
            async for state in ann.follow(made.challenge):
                if state.connected["first"] and state.ply >= 1:
                    break
        await ann.request("resign", answers.StateAnswer, table=made.challenge)


def test_what_a_wrong_file_says(tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    config.write_text('[[bot]]\nuser = "anna"\nplayer = "engine"\nslotz = 3\n')
    found = command("host", str(config))
    assert found.returncode == 2
    assert found.stderr.startswith("error: ")
    assert "bots.toml:4: bot[1].slotz: no such key; did you mean slots?" in found.stderr
    config.write_text('[[bot]]\nuser = "anna"\nplayer = "engin"\n')
    assert "did you mean engine?" in command("host", str(config)).stderr
    assert command("host").returncode == 2
    assert "no such file" in command("host", str(tmp_path / "none.toml")).stderr.lower()


def test_check_explains(tmp_path: Path) -> None:
    example = str(Path(ROOT, "deploy", "bots.toml"))
    found = command("host", example, "--check", "--game", "loa", "--time", "1000", "--bot")
    assert found.returncode == 0
    assert found.stdout.splitlines() == [
        "anna: would decline: time is 1000; I play with 60000 to 3600000",
        "greta: would decline: I play with people only",
    ]
