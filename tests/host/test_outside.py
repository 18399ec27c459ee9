"""The host's edges: systemd's datagrams, HTTP on loopback, players that fail."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from bots.host.breaker import Breaker
from bots.host.http import Http
from bots.host.metrics import Metrics
from bots.host.notify import Notify
from bots.host.supervise import GaveUp, Stable
from bots.players.base import Choice, Limits, Turn
from protocol.errors import EngineGone

VIEW = Turn(game="lot", options={}, start=None, moves=(), position="", legal=("d4",), ply=0)


def test_notify(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "s"))
        notify = Notify({"NOTIFY_SOCKET": str(tmp_path / "s"), "WATCHDOG_USEC": "30000000"})
        assert notify.watchdog == 15
        notify.tell("READY=1", "STATUS=here")
        assert systemd.recv(100) == b"READY=1\nSTATUS=here"
    notify.tell("STOPPING=1")  # nobody hears it
    Notify({}).tell("READY=1")
    assert Notify({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}).watchdog is None


async def fetch(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    got = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return got


async def test_http() -> None:
    metrics = Metrics()
    metrics.up("anna", True)
    metrics.draining()
    http = Http(
        {"/health": lambda: (200, "text/plain", b"ok\n"), "/metrics": lambda: (200, "t", metrics.text())}
    )
    await http.start(0)
    try:
        found = await fetch(http.port, b"GET /health?x HTTP/1.1\r\nHost: x\r\n\r\n")
        assert found.startswith(b"HTTP/1.1 200 OK\r\n")
        assert found.endswith(b"\r\n\r\nok\n")
        assert b'trilogue_host_up{bot="anna"} 1.0' in await fetch(http.port, b"GET /metrics HTTP/1.1\r\n\r\n")
        assert b" 404 " in await fetch(http.port, b"GET / HTTP/1.1\r\n\r\n")
        assert b" 405 " in await fetch(http.port, b"POST /health HTTP/1.1\r\n\r\n")
        assert await fetch(http.port, b"x" * 20_000 + b"\r\n\r\n") == b""
    finally:
        await http.close()


class Shaky:
    """A player that fails so many times, then plays."""

    name = "shaky"

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.prepared = 0
        self.closed = 0
        self.times: list[int | None] = []

    async def prepare(self, *_: Any) -> None:
        self.prepared += 1

    async def choose(self, view: Turn, limits: Limits, on_info: Any = None) -> Choice:
        self.times.append(limits.time)
        if self.fails:
            self.fails -= 1
            raise EngineGone("it crashed")
        return Choice(move="d4")

    async def close(self) -> None:
        self.closed += 1


async def test_a_player_that_fails_is_started_again_and_its_clock_goes_on() -> None:
    faults: list[str] = []
    shaky = Shaky(2)
    stable = Stable(lambda: shaky, Breaker(9, 60, 60), faults.append)
    player = stable.borrow()
    choice = await stable.choose(player, VIEW, Limits(time=5_000, inc=10))
    assert choice.move == "d4"
    assert (shaky.prepared, shaky.closed, len(faults)) == (2, 2, 2)
    assert shaky.times[0] == 5_000
    assert shaky.times[2] is not None
    assert shaky.times[2] < 5_000
    await stable.give_back(player)
    assert stable.borrow() is player
    await stable.close()
    assert (stable.alive, shaky.closed) == (0, 3)


async def test_a_player_in_a_crash_loop_is_left_alone() -> None:
    shaky = Shaky(99)
    stable = Stable(lambda: shaky, Breaker(2, 60, 60), lambda _: None)
    with pytest.raises(GaveUp, match="again and again"):
        await stable.choose(stable.borrow(), VIEW, Limits(time=5_000))
    assert shaky.fails == 97
    with pytest.raises(GaveUp):
        await stable.prepare(stable.borrow(), VIEW)
    assert shaky.fails == 97
