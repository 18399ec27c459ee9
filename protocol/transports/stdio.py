"""The engine's side of stdin and stdout: bytes in by callback, bytes out without ever blocking the loop.

stdin may be a pipe, a socket, a terminal, a file or ``/dev/null``. An event loop can watch the first three;
for the others, and where loops cannot watch standard streams at all (Windows), a thread reads. The file
descriptors are left in blocking mode: the mode belongs to the open file, which other processes may share.
"""

import asyncio
import contextlib
import os
import select
import stat
import sys
import threading
from collections.abc import Callable
from typing import Protocol

READ_SIZE = 1 << 18
"""Bytes asked for in one read: more than a pipe holds, so one read empties it."""


class Receiver(Protocol):
    """What a transport tells its owner, always in the loop's thread."""

    def data_received(self, data: bytes) -> None:
        """Take bytes as they came; ``b""`` once is the end of input."""

    def writable(self) -> None:
        """All that was written has left."""

    def broken(self, error: OSError) -> None:
        """Nobody reads stdout any more."""


class Stdio:
    """Standard input and output as one stream of bytes on a running asyncio loop.

    - `receiver`: is told of data, of an emptied output and of a broken one.
    - `stdin`, `stdout`: file descriptors, other than 0 and 1 in tests.
    """

    def __init__(self, receiver: Receiver, *, stdin: int = 0, stdout: int = 1) -> None:
        loop = asyncio.get_running_loop()
        _make_binary(stdin, stdout)
        self._receiver = receiver
        self._settled = asyncio.Event()
        self._broken = False
        self._input = _make_input(loop, stdin, receiver.data_received)
        self._output = _make_output(loop, stdout, self)

    def open(self) -> None:
        """Begin to read."""
        self._input.resume()

    def write(self, data: bytes) -> None:
        """Queue bytes and send what can be sent at once. Unbounded: the owner watches ``pending``."""
        self._output.write(data)

    @property
    def pending(self) -> int:
        """Bytes written but not yet taken by the reader."""
        return self._output.pending

    def pause(self) -> None:
        """Read no more until ``resume`` (a read already under way may still deliver)."""
        self._input.pause()

    def resume(self) -> None:
        """Read again."""
        self._input.resume()

    async def close(self, deadline: float) -> bool:
        """Stop reading and send what is left.

        - `deadline`: seconds to wait for a reader that takes nothing.

        Returns whether all was taken.
        """
        self._input.pause()
        self._settled.clear()
        if self._output.pending:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._settled.wait(), deadline)
        self._output.close()
        return not (self._output.pending or self._broken)

    def emptied(self) -> None:
        """All that was written has left (called by the output)."""
        self._settled.set()
        self._receiver.writable()

    def broken(self, error: OSError) -> None:
        """Nobody reads any more (called by the output)."""
        self._broken = True
        self._settled.set()
        self._receiver.broken(error)


class _Input(Protocol):
    def resume(self) -> None: ...
    def pause(self) -> None: ...


class _WatchedInput:
    """stdin as the loop's own event: nothing but a read when there is something to read."""

    def __init__(self, loop: asyncio.AbstractEventLoop, fd: int, take: Callable[[bytes], None]) -> None:
        self._loop, self._fd, self._take = loop, fd, take
        self._reading = self._ended = False

    def resume(self) -> None:
        if not (self._reading or self._ended):
            self._loop.add_reader(self._fd, self._ready)
            self._reading = True

    def pause(self) -> None:
        if self._reading:
            self._loop.remove_reader(self._fd)
            self._reading = False

    def _ready(self) -> None:
        data = _read(self._fd)
        if not data:
            self.pause()
            self._ended = True
        self._take(data)


class _ThreadInput:
    """stdin read by a thread that stays at most one chunk ahead of the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, fd: int, take: Callable[[bytes], None]) -> None:
        self._loop, self._fd, self._take = loop, fd, take
        self._wanted = threading.Event()
        self._taken = threading.Semaphore(1)
        self._thread = threading.Thread(target=self._run, name="stdin", daemon=True)

    def resume(self) -> None:
        self._wanted.set()
        if self._thread.ident is None:
            self._thread.start()

    def pause(self) -> None:
        self._wanted.clear()

    def _run(self) -> None:
        data = b"begin"
        while data:
            self._wanted.wait()
            self._taken.acquire()
            data = _read(self._fd)
            try:
                self._loop.call_soon_threadsafe(self._deliver, data)
            except RuntimeError:  # the loop has closed: the process is ending
                return

    def _deliver(self, data: bytes) -> None:
        self._taken.release()
        self._take(data)


class _Owner(Protocol):
    def emptied(self) -> None: ...
    def broken(self, error: OSError) -> None: ...


class _Output(Protocol):
    @property
    def pending(self) -> int: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class _PipeOutput:
    """A pipe that is written when it has room.

    A pipe that polls as writable takes ``select.PIPE_BUF`` bytes without blocking, so no non-blocking mode
    is needed.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, fd: int, owner: _Owner) -> None:
        self._loop, self._fd, self._owner = loop, fd, owner
        self._buffer = bytearray()
        self._waiting = self._broken = False
        self._poll = select.poll()
        self._poll.register(fd, select.POLLOUT)
        loop.add_reader(fd, self._reader_gone)  # the write end "reads" as ready when its last reader goes

    @property
    def pending(self) -> int:
        return len(self._buffer)

    def write(self, data: bytes) -> None:
        if self._broken:
            return
        self._buffer += data
        if not self._waiting:
            self._send()

    def close(self) -> None:
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)

    def _send(self) -> None:
        buffer = self._buffer
        try:
            while buffer and self._poll.poll(0):
                del buffer[: os.write(self._fd, buffer[: select.PIPE_BUF])]
        except OSError as error:
            self._break(error)
            return
        if buffer and not self._waiting:
            self._waiting = True
            self._loop.add_writer(self._fd, self._writable)

    def _writable(self) -> None:
        self._send()
        if not self._buffer and self._waiting:
            self._waiting = False
            self._loop.remove_writer(self._fd)
            if not self._broken:
                self._owner.emptied()

    def _reader_gone(self) -> None:
        self._break(BrokenPipeError("the reader of stdout has gone"))

    def _break(self, error: OSError) -> None:
        self._buffer.clear()
        if not self._broken:
            self._broken = True
            self.close()
            self._owner.broken(error)


class _ThreadOutput:
    """Any other stdout (terminal, file, socket), written by a thread that may block."""

    def __init__(self, loop: asyncio.AbstractEventLoop, fd: int, owner: _Owner) -> None:
        self._loop, self._fd, self._owner = loop, fd, owner
        self._buffer = bytearray()
        self._sending = 0
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="stdout", daemon=True)
        self._broken = False

    @property
    def pending(self) -> int:
        return len(self._buffer) + self._sending

    def write(self, data: bytes) -> None:
        if self._broken or not data:
            return
        with self._changed:
            self._buffer += data
            self._changed.notify()
        if self._thread.ident is None:
            self._thread.start()

    def close(self) -> None:
        """Nothing to undo: the thread is a daemon and waits."""

    def _run(self) -> None:
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._buffer)
                    data = bytes(self._buffer)
                    self._sending = len(data)
                    self._buffer.clear()
                self._write_all(data)
        except OSError as error:
            self._call(self._break, error)
        except RuntimeError:  # the loop has closed: the process is ending
            return

    def _write_all(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._fd, view) :]
            self._sending = len(view)
        if not self._buffer:
            self._loop.call_soon_threadsafe(self._owner.emptied)

    def _call(self, tell: Callable[[OSError], None], error: OSError) -> None:
        try:
            self._loop.call_soon_threadsafe(tell, error)
        except RuntimeError:
            return

    def _break(self, error: OSError) -> None:
        self._broken = True
        self._sending = 0
        self._buffer.clear()
        self._owner.broken(error)


def _make_binary(*fds: int) -> None:
    """Keep Windows from translating newlines; elsewhere bytes are bytes."""
    if sys.platform == "win32":
        import msvcrt

        for fd in fds:
            msvcrt.setmode(fd, os.O_BINARY)


def _read(fd: int) -> bytes:
    """Return what there is, ``b""`` at the end; one that cannot be read (closed, hung up) is at its end."""
    try:
        return os.read(fd, READ_SIZE)
    except OSError:
        return b""


def _make_input(loop: asyncio.AbstractEventLoop, fd: int, take: Callable[[bytes], None]) -> _Input:
    try:
        loop.add_reader(fd, int)
        loop.remove_reader(fd)
    except (OSError, NotImplementedError, ValueError):
        return _ThreadInput(loop, fd, take)
    return _WatchedInput(loop, fd, take)


def _make_output(loop: asyncio.AbstractEventLoop, fd: int, owner: _Owner) -> _Output:
    if hasattr(select, "poll") and stat.S_ISFIFO(os.fstat(fd).st_mode):
        return _PipeOutput(loop, fd, owner)
    return _ThreadOutput(loop, fd, owner)
