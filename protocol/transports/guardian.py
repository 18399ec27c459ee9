"""No orphans: engines end when this process does, even when it is killed by SIGKILL.

One small helper process (see reaper.py) is shared by all engines that this process starts. It is
started with the first engine and sleeps on a pipe until this process is gone. Where there are no
process groups (Windows), nothing is guarded and `guardian()` says so by returning None.
"""

import atexit
import contextlib
import functools
import itertools
import os
import secrets
import subprocess
import sys
import threading
from pathlib import Path

from protocol.transports import reaper

GUARDED = hasattr(os, "killpg") and bool(sys.executable)


class Guardian:
    """The handle on this process's guardian process. Thread-safe."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: set[int] = set()

    def tag(self) -> str:
        """Return a new value of TRILOGUE_OWNER for one engine; starts the guardian process if need be."""
        with self._lock:
            self._ensure()
        return f"{self._token}.{next(self._numbers)}."

    def watch(self, group: int) -> None:
        """Have the process group killed when this process ends."""
        with self._lock:
            self._ensure()
            self._groups.add(group)
            self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """Stop watching the process group: it has ended."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        # One that somebody killed is replaced, and told all, at the next engine.
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(line.encode())
                self._process.stdin.flush()

    def _ensure(self) -> None:
        """Start the guardian process if it does not run."""
        if self._process is not None and self._process.poll() is None:
            return
        if self._process is None:
            atexit.register(self._end)
            os.register_at_fork(after_in_child=self._let_go)
        # Without its parent's own tag: whoever owns this process must not strike its guardian first.
        environ = {name: value for name, value in os.environ.items() if name != reaper.TAG}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(reaper.__file__).resolve()), self._token],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env=environ,
            start_new_session=True,
        )
        for group in self._groups:
            self._tell(f"+{group}\n")

    def _let_go(self) -> None:
        # A forked child must not keep the pipe open: its end tells of the parent's death.
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _end(self) -> None:
        self._let_go()
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=3)


@functools.cache
def _guardian_of(pid: int) -> Guardian:
    del pid  # the key: after a fork the child is guarded by one of its own
    return Guardian()


def guardian() -> Guardian | None:
    """Return this process's guardian, None on a platform without process groups."""
    return _guardian_of(os.getpid()) if GUARDED else None
