"""A transport to a child process: its stdin and stdout, with a bounded, certain end."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol.transports import reaper
from protocol.transports.base import Fate, TransportClosed, TransportStalled
from protocol.transports.guardian import guardian
from protocol.transports.pipes import STDIN, Pipes

# How long a peer whose stdout ended may take to exit before it counts as alive but disconnected.
EXIT_MOMENT = 0.5
# Bytes of requests held together for one write; what a pipe takes at once.
CORK_LIMIT = 65536


@dataclass(frozen=True, slots=True)
class Grace:
    """Seconds that a process is given at each step of its end, after which comes the next one."""

    stdin: float = 1.0  # after its stdin was closed; then SIGTERM to its group
    term: float = 1.0  # after SIGTERM; then SIGKILL
    kill: float = 2.0  # after SIGKILL; then it is given up (it hangs in the kernel)


class ProcessTransport:
    """One child process: bytes to its stdin and from its stdout; the end of its stderr is kept.

    argv  -- program and arguments; no shell
    cwd   -- its working directory
    env   -- variables set over the inherited environment
    grace -- seconds for each step of its end

    The process runs in a session of its own (a Ctrl-C at the terminal is the parent's affair), and it
    and its children are killed when this process dies in any way; see guardian.py.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        grace: Grace | None = None,
    ) -> None:
        self._argv = list(argv)
        self._cwd = cwd
        self._env = dict(env or {})
        self._grace = grace or Grace()
        self._pipes = Pipes()
        self._process: asyncio.SubprocessTransport | None = None
        self._stdin: asyncio.WriteTransport | None = None
        self._tag = ""
        self._corked: list[bytes] = []
        self._held = 0
        self._closing: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Id of the process, None before start()."""
        return self._process.get_pid() if self._process else None

    @property
    def returncode(self) -> int | None:
        """Exit code, negative for a signal; None while it runs."""
        return self._process.get_returncode() if self._process else None

    async def start(self) -> None:
        """Start the process. Raises OSError when it cannot be started."""
        guard = guardian()
        environ = {**os.environ, **self._env}
        if guard:
            self._tag = environ[reaper.TAG] = guard.tag()
        self._process, _ = await asyncio.get_running_loop().subprocess_exec(
            lambda: self._pipes,
            *self._argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._cwd,
            env=environ,
            start_new_session=True,
            creationflags=NEW_GROUP,
        )
        stdin = self._process.get_pipe_transport(STDIN)
        assert isinstance(stdin, asyncio.WriteTransport)
        self._stdin = stdin
        if guard:
            guard.watch(self._process.get_pid())

    async def send(self, data: bytes, deadline: float = 10.0) -> None:
        """Write `data` to the process's stdin; see Transport.

        The first write since something came goes out at once; those that follow in the same turn of the event
        loop go together at its end: a round trip is not delayed and a burst costs one system call.
        """
        if self._stdin is None or self._pipes.stdin_lost or self._stdin.is_closing():
            raise TransportClosed("the process takes no more input")
        if self._corked:
            self._corked.append(data)
            self._held += len(data)
            if self._held > CORK_LIMIT:
                self._uncork()
        elif self._pipes.answered:
            self._pipes.answered = False
            self._stdin.write(data)
        else:
            self._corked.append(data)
            self._held = len(data)
            asyncio.get_running_loop().call_soon(self._uncork)
        if not self._pipes.writable.is_set():
            await self._drain(deadline)

    def _uncork(self) -> None:
        corked, self._corked = self._corked, []
        if corked and self._stdin and not self._stdin.is_closing():
            self._stdin.write(b"".join(corked))

    async def _drain(self, deadline: float) -> None:
        try:
            async with asyncio.timeout(deadline):
                await self._pipes.writable.wait()
        except TimeoutError:
            raise TransportStalled(f"the process did not read for {deadline:g} s") from None
        if self._pipes.stdin_lost:
            raise TransportClosed("the process closed its input")

    async def receive(self) -> bytes:
        """Return what came on the process's stdout; see Transport."""
        return await self._pipes.next_chunk()

    async def fate(self) -> Fate:
        """Wait half a second at most for the exit code; None says that the process lives on."""
        await self._exits_within(EXIT_MOMENT)
        return Fate(self.returncode, self._pipes.stderr.text())

    @property
    def stderr_tail(self) -> str:
        """The end of what the process wrote to its stderr so far."""
        return self._pipes.stderr.text()

    async def close(self) -> None:
        """Close its stdin, then SIGTERM, then SIGKILL its whole group, each after its grace; see Transport.

        A caller that is cancelled meanwhile leaves the rest to a task that goes on.
        """
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close(), name="close engine process")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._process is None:
            return
        try:
            self.close_stdin()
            if not await self._exits_within(self._grace.stdin):
                self._signal_group(signal.SIGTERM)
                if not await self._exits_within(self._grace.term):
                    self._signal_group(KILL)
                    await self._exits_within(self._grace.kill)
        finally:
            await self._sweep()
            self._pipes.end()
            self._process.close()

    async def _exits_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._pipes.exited.wait()
        return self.returncode is not None

    def close_stdin(self) -> None:
        """End the process's input; what it still says can be received."""
        self._uncork()
        if self._stdin:
            self._stdin.close()

    def signal(self, number: int) -> None:
        """Send a signal to the process alone."""
        if self._process and self.returncode is None:
            self._process.send_signal(number)

    def _signal_group(self, number: int) -> None:
        pid = self.pid
        with contextlib.suppress(OSError):
            if pid is not None and sys.platform != "win32":
                os.killpg(pid, number)
            elif self._process:
                self._process.send_signal(number)

    async def _sweep(self) -> None:
        """Kill what the process left behind: its group and whatever bears its tag."""
        self._signal_group(KILL)
        guard = guardian()
        if guard and self.pid is not None:
            guard.forget(self.pid)
        if self._tag:
            await asyncio.to_thread(reaper.strike, self._tag, (), KILL)


# Windows: no Ctrl-C of the parent's console for the child, as the session of its own sees to elsewhere.
NEW_GROUP: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has none: its SIGTERM is as final
