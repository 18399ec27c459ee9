"""A pair of transports in memory: what one end sends, the other receives. For tests and in-process peers."""

import asyncio
from collections import deque

from protocol.transports.base import Fate, TransportClosed, TransportStalled

# As much as a pipe holds; beyond it a sender waits, as it would on a real pipe.
CAPACITY = 65536


class _Pipe:
    """One direction: a bounded queue of chunks with an end."""

    def __init__(self) -> None:
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self.closed = False

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def put(self, data: bytes) -> None:
        while self._size >= CAPACITY and not self.closed:
            await self._changed.wait()
        if self.closed:
            raise TransportClosed("the pipe is closed")
        self._chunks.append(data)
        self._size += len(data)
        self._change()

    async def get(self) -> bytes:
        while not self._chunks and not self.closed:
            await self._changed.wait()
        data = b"".join(self._chunks)
        self._chunks.clear()
        self._size = 0
        self._change()
        return data

    def close(self) -> None:
        self.closed = True
        self._change()


class MemoryTransport:
    """One end of a pair made by `memory_pair`."""

    pid: int | None = None

    def __init__(self, inward: _Pipe, outward: _Pipe) -> None:
        self._inward = inward
        self._outward = outward
        self._fate = Fate()

    async def send(self, data: bytes, deadline: float = 10.0) -> None:
        """Hand `data` to the other end; see Transport."""
        try:
            async with asyncio.timeout(deadline):
                await self._outward.put(data)
        except TimeoutError:
            raise TransportStalled(f"the peer did not read for {deadline:g} s") from None

    async def receive(self) -> bytes:
        """Return what the other end sent, b"" at its end."""
        return await self._inward.get()

    @property
    def stderr_tail(self) -> str:
        """What end() was told."""
        return self._fate.stderr_tail

    async def fate(self) -> Fate:
        """Return the fate that was set for the other end."""
        return self._fate

    def end(self, exit_code: int | None = None, stderr_tail: str = "") -> None:
        """Set the fate that this end will report of its peer."""
        self._fate = Fate(exit_code, stderr_tail)

    def close_output(self) -> None:
        """Send no more; the other end sees the end of its input."""
        self._outward.close()

    async def close(self) -> None:
        """Close both directions."""
        self._inward.close()
        self._outward.close()


def memory_pair() -> tuple[MemoryTransport, MemoryTransport]:
    """Return two transports joined back to back."""
    there, back = _Pipe(), _Pipe()
    return MemoryTransport(back, there), MemoryTransport(there, back)
