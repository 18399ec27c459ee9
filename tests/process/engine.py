"""The engine as a real process, with a deadline on every wait."""

import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

DEADLINE = 10.0
"""Seconds to wait for anything before a test fails."""

COMMAND = (sys.executable, "-m", "engine")
ROOT = Path(__file__).parent.parent.parent


class EngineProcess:
    """A process and its streams. Leaving the context ends it, by force if need be."""

    def __init__(self, *options: str, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE) -> None:
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  closed by __exit__
        self.process = subprocess.Popen(
            [*COMMAND, *options], stdin=stdin, stdout=stdout, stderr=self._stderr, cwd=ROOT, bufsize=0
        )
        self._buffer = b""
        self._selector = selectors.DefaultSelector()
        if self.process.stdout is not None:
            self._selector.register(self.process.stdout, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(DEADLINE)
        for stream in (self.process.stdin, self.process.stdout, self._stderr):
            if stream is not None:
                stream.close()
        self._selector.close()

    @property
    def pid(self) -> int:
        """The process's number."""
        return self.process.pid

    def send(self, *lines: str) -> None:
        """Send lines in one write."""
        self.write("".join(f"{line}\n" for line in lines).encode())

    def write(self, data: bytes) -> None:
        """Send bytes."""
        assert self.process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[os.write(self.process.stdin.fileno(), view) :]

    def end_input(self) -> None:
        """Close the process's stdin."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def line(self, deadline: float = DEADLINE) -> str:
        """Return the next line of output, `""` at its end; fail after the deadline."""
        while b"\n" not in self._buffer:
            chunk = self.chunk(deadline)
            if not chunk:
                rest, self._buffer = self._buffer, b""
                return rest.decode()
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def chunk(self, deadline: float = DEADLINE) -> bytes:
        """Return bytes as they come, `b""` at the end of output."""
        assert self.process.stdout is not None
        assert self._selector.select(deadline), f"no output within {deadline} s"
        return os.read(self.process.stdout.fileno(), 1 << 20)

    def final(self, deadline: float = DEADLINE) -> str:
        """Return the next line that is no info."""
        while (line := self.line(deadline)).split(" ", 2)[1:2] == ["info"]:
            pass
        return line

    def ask(self, line: str, deadline: float = DEADLINE) -> str:
        """Send a line and return its final answer."""
        self.send(line)
        return self.final(deadline)

    def rest(self, deadline: float = DEADLINE) -> list[str]:
        """Return all lines until the end of output."""
        lines = []
        until = time.monotonic() + deadline
        while line := self.line(max(0.001, until - time.monotonic())):
            lines.append(line)
        return lines

    def wait(self, deadline: float = DEADLINE) -> int:
        """Return the exit status."""
        return self.process.wait(deadline)

    @property
    def stderr(self) -> str:
        """What the process wrote to stderr so far."""
        self._stderr.seek(0)
        return self._stderr.read().decode()

    @property
    def rss(self) -> int:
        """Resident memory in KiB."""
        return _status(self.pid, "VmRSS")

    @property
    def peak(self) -> int:
        """The most resident memory so far, in KiB."""
        return _status(self.pid, "VmHWM")


def _status(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise AssertionError(name)


def run(data: bytes, *options: str, deadline: float = DEADLINE) -> tuple[int, list[str], str]:
    """Feed a process all of its input; return exit status, lines of output and stderr."""
    with EngineProcess(*options) as engine:
        engine.write(data)
        engine.end_input()
        lines = engine.rest(deadline)
        return engine.wait(deadline), lines, engine.stderr


__all__: Sequence[str] = ("COMMAND", "DEADLINE", "ROOT", "EngineProcess", "run")
