"""People at tables: the three lines of the README, watching, sitting down, from pipes as from terminals."""

import asyncio
import sys
from pathlib import Path

import pytest

from protocol.transports.broker import Mosquitto, free_port
from tests.process.broker import make_broker
from tests.process.tables import ROOT, Program, referee, running

pytestmark = pytest.mark.process


class Typed:
    """A command whose lines we read and type."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.seen: list[str] = []
        self.process: asyncio.subprocess.Process

    async def __aenter__(self) -> "Typed":
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bots",
            *self._arguments,
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def until(self, words: str, deadline: float = 40) -> str:
        assert self.process.stdout is not None
        async with asyncio.timeout(deadline):
            while line := (await self.process.stdout.readline()).decode():
                self.seen.append(line)
                if words in line:
                    return line
        raise AssertionError(f"{words!r} did not come: {''.join(self.seen)}")

    async def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        await self.process.stdin.drain()

    async def ended(self, deadline: float = 15) -> int:
        return await asyncio.wait_for(self.process.wait(), deadline)


@pytest.mark.parametrize("kind", ["mosquitto", "embedded"])
async def test_three_lines_bring_up_a_game_to_watch(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_broker(kind)
    if kind == "embedded":
        monkeypatch.setenv("PATH", "/nonexistent")
    port = free_port()
    url = f"mqtt://localhost:{port}"
    table = Program("table", "--own-broker", "--broker", url, "--file", str(tmp_path / "tables.db"))
    async with (
        running(table, Program("host", "--demo", "--broker", url)),
        Typed("watch", "--broker", url) as watch,
    ):
        await watch.until("Watching")
        await watch.until("noir")
        await watch.until("1. ")
        await watch.until("2. ")


async def test_a_person_sits_down_against_a_bot(broker: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    config.write_text(f'broker = "{broker.url}"\n[[bot]]\nuser = "rolf"\nplayer = "random"\nslots = 2\n')
    host = Program("host", str(config))
    common = ("--broker", broker.url, "--user", "ann")
    async with running(referee(broker.url, tmp_path / "tables.db"), host):
        name = await _play_a_move(Typed("sit", "lot", "--to", "rolf", "--seat", "first", *common))
        async with Typed("lobby", *common) as lobby:
            await lobby.until("Your games:")
            await lobby.until(name)
            await lobby.until("rolf  random; plays")
        async with Typed("sit", "--table", name, *common) as sit:
            await sit.until("It is your move")
            await sit.type("draw")
            await sit.until("A draw (agreement: draw agreed).", 30)
            await sit.type("")
            assert await sit.ended() == 0


async def _play_a_move(sitting: Typed) -> str:
    """Sit down, play d4, leave; return the table."""
    async with sitting as sit:
        await sit.until("It is your move")
        await sit.type("nonsense")
        await sit.until("is no move here")
        await sit.type("d4")
        await sit.until("1. d4")
        await sit.until("It is your move")
        await sit.type("quit")
        line = await sit.until("come back with")
        assert await sit.ended() == 0
        return line.split()[-1]


async def test_declined_with_the_reason(broker: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    text = (
        f'broker = "{broker.url}"\n[[bot]]\nuser = "rolf"\nplayer = "random"\naccept = {{games = ["lag"]}}\n'
    )
    config.write_text(text)
    async with (
        running(referee(broker.url, tmp_path / "tables.db"), Program("host", str(config))),
        Typed("sit", "lot", "--to", "rolf", "--broker", broker.url, "--user", "ann") as sit,
    ):
        await sit.until("rolf: declined (I do not play lot, but lag)")
        assert await sit.ended() == 1


async def test_no_tables_is_one_clear_line(broker: Mosquitto) -> None:
    async with Typed("lobby", "--broker", broker.url) as lobby:
        await lobby.until("error: no tables 'main' on the bus within 10 s")
        assert await lobby.ended() != 0
