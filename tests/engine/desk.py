"""An engine in this process, asked by lines of text, without any I/O."""

import time
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue

from engine.server import Engine
from protocol.connection import ServerConnection
from protocol.messages import Error, Info, Ok, Request

DEADLINE = 10.0
"""Seconds to wait for an answer before a test fails."""


class Desk:
    """One peer of an engine: a fresh one, or that of the desk it stands `beside`."""

    def __init__(
        self, *, beside: "Desk | None" = None, remote: bool = False, searches: int = 4, sessions: int = 100
    ) -> None:
        self.calls: SimpleQueue[Callable[[], None]] = beside.calls if beside else SimpleQueue()
        self.engine: Engine = (
            beside.engine
            if beside
            else Engine(self.calls.put, searches=searches, sessions=sessions, memory=4)
        )
        self.connection = ServerConnection(self.engine.limits)
        self.peer = self.engine.join(self._deliver, remote=remote)
        self.lines: deque[str] = deque()

    def _deliver(self, message: Info | Ok | Error) -> None:
        self.lines.append(self.connection.send(message).decode().rstrip("\n"))

    def send(self, *lines: str) -> None:
        """Send lines, as if they had come in one read."""
        self.connection.receive_data("".join(f"{line}\n" for line in lines).encode())
        while (event := self.connection.next_event()) is not None:
            if isinstance(event, Request):
                self.engine.handle(self.peer, event)
            elif isinstance(event, Error):
                self._deliver(event)

    def pump(self, seconds: float = 0.0) -> None:
        """Let the engine's thread do what searches have asked of it."""
        until = time.monotonic() + seconds
        while True:
            try:
                self.calls.get(timeout=max(0.001, until - time.monotonic()))()
            except Empty:
                return

    def receive(self) -> str:
        """Return the next line; fail after a deadline."""
        until = time.monotonic() + DEADLINE
        while not self.lines:
            assert time.monotonic() < until, "no answer"
            self.pump(0.01)
        return self.lines.popleft()

    def final(self) -> str:
        """Return the next line that is no info."""
        while (line := self.receive()).split(" ", 2)[1] == "info":
            pass
        return line

    def ask(self, line: str) -> str:
        """Send a line and return its final answer."""
        self.send(line)
        return self.final()

    def leave(self) -> None:
        """Go, as a client that vanishes."""
        self.engine.leave(self.peer)

    def close(self) -> None:
        """End the engine; all of its searches must end."""
        self.engine.close()
        threads = [slot.thread for slot in self.engine.searches.slots if slot.thread is not None]
        assert not any(thread.is_alive() for thread in threads), "a search does not end"
