"""A recorded conversation: written down as it goes, and played back without the engine.

    recorder = Recorder(transport)          # in place of the transport
    ...
    client = Client.attach(Replay(recorder.records))

A client numbers its requests from 1, so the same calls send the same bytes and the replay answers them as the
engine did. `msgspec.json` writes and reads records (the bytes as base64).
"""

import asyncio
from collections.abc import Sequence

import msgspec

from protocol.transports.base import Fate, Transport, TransportClosed


class Record(msgspec.Struct, frozen=True):
    """Bytes that went one way: `sent` by the client, or received by it."""

    sent: bool
    data: bytes


class Recorder:
    """A transport that keeps what passes through it, up to `limit` bytes; then it keeps no more."""

    def __init__(self, transport: Transport, limit: int = 64 << 20) -> None:
        self.records: list[Record] = []
        self._transport = transport
        self._left = limit

    def _keep(self, sent: bool, data: bytes) -> None:
        self._left -= len(data)
        if self._left >= 0:
            self.records.append(Record(sent, data))

    @property
    def pid(self) -> int | None:
        """See Transport."""
        return self._transport.pid

    @property
    def stderr_tail(self) -> str:
        """See Transport."""
        return self._transport.stderr_tail

    async def send(self, data: bytes, deadline: float) -> None:
        """Record and send; see Transport."""
        self._keep(True, data)
        await self._transport.send(data, deadline)

    async def receive(self) -> bytes:
        """Receive and record; see Transport."""
        data = await self._transport.receive()
        if data:
            self._keep(False, data)
        return data

    async def fate(self) -> Fate:
        """See Transport."""
        return await self._transport.fate()

    async def close(self) -> None:
        """See Transport."""
        await self._transport.close()


class Replay:
    """A transport that answers as a recorded engine did, each time the recorded bytes have been sent.

    fate -- what it says became of the engine when the records end
    """

    pid: int | None = None

    def __init__(self, records: Sequence[Record], fate: Fate | None = None) -> None:
        self._records = list(records)
        self._fate = fate or Fate()
        self._next = 0
        self._matched = 0  # bytes of the next record that were sent
        self._progress = asyncio.Event()
        self._closed = False

    @property
    def stderr_tail(self) -> str:
        """See Transport."""
        return self._fate.stderr_tail

    def _recorded(self, sent: bool) -> bytes | None:
        """Return the next record's bytes if it went that way."""
        if self._next < len(self._records) and self._records[self._next].sent == sent:
            return self._records[self._next].data
        return None

    async def send(self, data: bytes, deadline: float = 10.0) -> None:
        """Compare with what was recorded; raises TransportClosed where the client departs from it."""
        while data:
            at = self._next
            while at < len(self._records) and not self._records[at].sent:
                at += 1
            if at == len(self._records):
                raise TransportClosed(f"the recorded client sent nothing more, this one {data[:80]!r}")
            wanted = self._records[at].data[self._matched if at == self._next else 0 :]
            if not (wanted.startswith(data) or data.startswith(wanted)):
                raise TransportClosed(f"the recorded client sent {wanted[:80]!r} here, not {data[:80]!r}")
            if at != self._next:
                await self._turn(deadline)
                continue
            taken = min(len(wanted), len(data))
            data = data[taken:]
            self._advance(taken, len(wanted))

    def _advance(self, taken: int, wanted: int) -> None:
        self._matched += taken
        if taken == wanted:
            self._next, self._matched = self._next + 1, 0
        self._progress.set()
        self._progress = asyncio.Event()

    async def _turn(self, deadline: float) -> None:
        """Wait until what was received before has been received again."""
        try:
            async with asyncio.timeout(deadline):
                await self._progress.wait()
        except TimeoutError:
            raise TransportClosed("nobody reads what the recorded engine said") from None

    async def receive(self) -> bytes:
        """Return what the engine said next, once what made it say so was sent; see Transport."""
        while not self._closed and self._next < len(self._records):
            data = self._recorded(sent=False)
            if data is not None:
                self._advance(0, 0)
                return data
            await self._progress.wait()
        return b""

    async def fate(self) -> Fate:
        """See Transport."""
        return self._fate

    async def close(self) -> None:
        """See Transport."""
        self._closed = True
        self._progress.set()
