"""The engine on stdin and stdout: bytes to requests to the engine, answers to bytes, and when to end."""

import asyncio
from enum import IntEnum

from engine.server import Engine
from protocol.connection import ServerConnection
from protocol.messages import End, Error, Fatal, Info, Ok, Request
from protocol.transports.stdio import Stdio

BATCH = 256
"""Requests served before the loop may turn to searches that ended and to the output."""

HIGH_WATER = 1 << 18
"""Bytes of output waiting for the reader from which on no more requests are read and infos are held back."""

INFO_GAP = 0.05
"""Seconds between two writes of infos alone, the shortest `info_interval`. A search that deepens tells more
at first than anybody reads, and each write wakes the client, which may wait for many engines."""

GRACE = 10.0
"""Seconds that searches with a limit may still run after the end of input."""

FLUSH = 5.0
"""Seconds that a reader may take nothing before the last answers are given up."""

SIGNAL_FLUSH = 0.5
"""The same after a signal: who sent it waits for the end, not for the answers."""


class Exit(IntEnum):
    """Why the process ended, as its exit status."""

    OK = 0
    UNREADABLE = 65
    BROKEN = 74
    INTERRUPTED = 130
    TERMINATED = 143


class StdioServer:
    """Serves the one peer of stdin and stdout until either ends."""

    def __init__(self, engine: Engine, *, stdin: int = 0, stdout: int = 1) -> None:
        self._loop = asyncio.get_running_loop()
        self._engine = engine
        self._connection = ServerConnection(engine.limits)
        self._peer = engine.join(self._deliver)
        self._stdio = Stdio(self, stdin=stdin, stdout=stdout)
        self._out: list[bytes] = []
        self._out_size = 0
        self._flushing = False
        self._infos_held: asyncio.TimerHandle | None = None
        self._infos_due = 0.0
        self._pumping = False
        self._input_ended = False
        self._exit: asyncio.Future[Exit] = self._loop.create_future()

    async def run(self) -> Exit:
        """Serve until the end of input, `quit`, `end` or a broken output; every answer due is delivered."""
        self._stdio.open()
        status = await self._exit
        self._engine.leave(self._peer)
        if status is not Exit.BROKEN:
            self._flush()
            signalled = status in (Exit.INTERRUPTED, Exit.TERMINATED)
            taken = await self._stdio.close(SIGNAL_FLUSH if signalled else FLUSH)
            if status is Exit.OK and not taken:
                return Exit.BROKEN
        return status

    def end(self, status: Exit) -> None:
        """End now: open work is answered `shutting-down`."""
        self._engine.shut_down()
        self._finish(status)

    def data_received(self, data: bytes) -> None:
        """Take bytes from stdin; `b""` is its end."""
        self._connection.receive_data(data)
        self._pump_on()

    def writable(self) -> None:
        """Go on after the reader has taken all that was written."""
        if self._peer.congested and not self._exit.done():
            self._engine.resume(self._peer)
            self._pump_on()

    def broken(self, error: OSError) -> None:
        """End at once: nobody reads the answers."""
        self._engine.log.info("stdout broke", error=str(error))
        self._finish(Exit.BROKEN)

    def _pump_on(self) -> None:
        if not (self._pumping or self._peer.congested or self._exit.done()):
            self._pump()

    def _pump(self) -> None:
        """Serve a batch of what has come and write its answers in one go; come back soon for more."""
        self._pumping = True
        more = self._serve_batch()
        self._flush()
        self._pumping = more and not self._peer.congested and not self._exit.done()
        if self._pumping:
            self._loop.call_soon(self._pump)
        if more or self._peer.congested:
            self._stdio.pause()
        else:
            self._stdio.resume()

    def _serve_batch(self) -> bool:
        """Serve requests until there is none or the batch is full; return whether there may be more."""
        for _ in range(BATCH):
            if self._out_size > HIGH_WATER:
                return True
            event = self._connection.next_event()
            if type(event) is Request:
                self._engine.handle(self._peer, event)
            elif type(event) is Error:
                self._deliver(event)
            elif event is None:
                return False
            else:
                self._serve_end(event)
                return False
        return True

    def _serve_end(self, event: Request | Error | Fatal | End) -> None:
        if isinstance(event, Fatal):
            self._engine.shut_down()
            self._deliver(event.error)
            self._finish(Exit.UNREADABLE)
        elif not self._input_ended:
            self._input_ended = True
            self._engine.wind_down(self._peer)
            self._loop.call_later(GRACE, self._engine.hurry, self._peer)

    def _deliver(self, message: Info | Ok | Error) -> None:
        data = self._connection.send(message)
        self._out.append(data)
        self._out_size += len(data)
        if self._flushing or self._pumping:
            return
        if type(message) is Info:
            self._hold()
        else:
            self._flush_soon()

    def _flush_soon(self) -> None:
        self._flushing = True
        self._loop.call_soon(self._flush)

    def _hold(self) -> None:
        """Write infos, alone or with what follows them, once the gap since the last ones has passed."""
        now = self._loop.time()
        if self._infos_held is not None:
            return
        if now >= self._infos_due:
            self._infos_due = now + INFO_GAP
            self._flush_soon()
        else:
            self._infos_held = self._loop.call_at(self._infos_due, self._release)

    def _release(self) -> None:
        self._infos_due = self._loop.time() + INFO_GAP
        self._flush()

    def _flush(self) -> None:
        self._flushing = False
        if self._infos_held is not None:
            self._infos_held.cancel()
            self._infos_held = None
        if self._out:
            self._stdio.write(b"".join(self._out))
            self._out.clear()
            self._out_size = 0
            if self._stdio.pending > HIGH_WATER:
                self._peer.congested = True
                self._stdio.pause()
        if (self._input_ended or self._engine.closing) and not self._engine.at_work:
            self._finish(Exit.OK)

    def _finish(self, status: Exit) -> None:
        if not self._exit.done():
            self._exit.set_result(status)
