"""Engines as real processes on a bus, and a proxy that can tear the line in between."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class BusEngine:
    """`trilogue --mqtt URL --name NAME …`; ended, by force if need be, when the block is left."""

    def __init__(self, url: str, name: str, *options: str) -> None:
        self.name = name
        self._command = (
            sys.executable,
            "-m",
            "engine",
            "--mqtt",
            url,
            "--name",
            name,
            "--memory",
            "1",
            *options,
        )
        self.process: asyncio.subprocess.Process

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=None if os.environ.get("TRILOGUE_SHOW_LOGS") else asyncio.subprocess.DEVNULL,
        )

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def terminate(self, deadline: float = 15.0) -> int:
        """Ask it to end, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), deadline)

    def memory(self) -> int:
        """Return its resident memory in KiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1])
        raise AssertionError("no VmRSS")


class Proxy:
    """TCP to a port of loopback; `partition` lets nothing pass and closes nothing, `heal` ends that."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def partition(self) -> None:
        self._open.clear()

    def heal(self) -> None:
        """Let new connections through; those that stood are lost, as behind a router that forgot them."""
        for writer in self._writers:
            writer.transport.abort()
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, forth}
        await asyncio.gather(self._copy(reader, forth), self._copy(back, writer), return_exceptions=True)
        self._writers -= {writer, forth}

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self._server.close()
            self.heal()


async def eventually(condition: object, deadline: float = 10.0) -> None:
    """Wait until a callable returns true."""
    assert callable(condition)
    until = time.monotonic() + deadline
    while not condition():
        assert time.monotonic() < until, "it did not come about"
        await asyncio.sleep(0.02)
