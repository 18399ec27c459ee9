"""The pipes of a child process as asyncio sees them: what came, what may be written, how it ended."""

import asyncio
from collections import deque
from collections.abc import Callable

# Reading pauses above the first and goes on below the second: a peer that floods is slowed, not stored.
HIGH_WATER = 1 << 20
LOW_WATER = 1 << 18
STDERR_TAIL = 8192
# A child that the peer forked may hold its stdout open for ever: so long after the peer's exit it is the end.
LINGER = 0.2

STDIN, STDOUT, STDERR = 0, 1, 2


class Tail:
    """The last bytes of a stream."""

    def __init__(self, size: int = STDERR_TAIL) -> None:
        self._size = size
        self._data = bytearray()
        self._cut = False

    def feed(self, data: bytes) -> None:
        """Add what came, drop what is too old."""
        self._data += data
        if len(self._data) > 2 * self._size:
            del self._data[: -self._size]
            self._cut = True

    def text(self) -> str:
        """Return the tail as text, whole lines where it was cut."""
        kept = bytes(self._data[-self._size :])
        if self._cut or len(self._data) > self._size:
            kept = kept.partition(b"\n")[2] or kept
        return kept.decode("utf-8", "replace")


class _Shortcut(asyncio.Protocol):
    """Hands on what a pipe brings in the turn of the loop that read it; by itself asyncio takes one more."""

    def __init__(self, take: Callable[[bytes], None], way: asyncio.BaseProtocol) -> None:
        self.data_received = take  # type: ignore[method-assign, assignment]
        self.connection_lost = way.connection_lost  # type: ignore[method-assign]


class Pipes(asyncio.SubprocessProtocol):
    """Collects stdout in a bounded queue and stderr in a tail; knows when to write and when all is over."""

    def __init__(self) -> None:
        self.stderr = Tail()
        self.exited = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()
        self.stdin_lost = False
        self.answered = True  # whether something came since the last write
        self._transport: asyncio.SubprocessTransport | None = None
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self._ended = False
        self._paused = False
        self._waiter: asyncio.Future[None] | None = None

    async def next_chunk(self) -> bytes:
        """Return what has come on stdout, waiting for at least one byte; b"" at its end."""
        while not self._chunks:
            if self._ended:
                return b""
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        data = self._chunks.popleft()
        self._size -= len(data)
        if self._paused and self._size < LOW_WATER:
            self._paused = False
            self._stdout().resume_reading()
        return data

    def end(self) -> None:
        """Take it that nothing more will come."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _stdout(self) -> asyncio.ReadTransport:
        pipe = self._transport.get_pipe_transport(STDOUT) if self._transport else None
        assert isinstance(pipe, asyncio.ReadTransport)
        return pipe

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport (asyncio's callback)."""
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport
        stdout = self._stdout()
        if not stdout.is_closing():  # else the peer has ended before we came to listen
            stdout.set_protocol(_Shortcut(self.take, stdout.get_protocol()))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Store what came (asyncio's callback)."""
        if fd == STDERR:
            self.stderr.feed(data)
        else:
            self.take(data)

    def take(self, data: bytes) -> None:
        """Store what came on stdout."""
        self.answered = True
        self._chunks.append(data)
        self._size += len(data)
        if self._size > HIGH_WATER and not self._paused:
            self._paused = True
            self._stdout().pause_reading()
        self._wake()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Note which pipe is gone (asyncio's callback)."""
        if fd == STDOUT:
            self.end()
        elif fd == STDIN:
            self.stdin_lost = True
            self.writable.set()

    def process_exited(self) -> None:
        """Note the exit; what is still in the pipe is read for a moment (asyncio's callback)."""
        self.exited.set()
        if not self._ended:
            asyncio.get_running_loop().call_later(LINGER, self.end)

    def pause_writing(self) -> None:
        """Hold back the senders: the peer does not read (asyncio's callback)."""
        self.writable.clear()

    def resume_writing(self) -> None:
        """Let the senders go on (asyncio's callback)."""
        self.writable.set()
