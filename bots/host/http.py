"""Health and metrics over HTTP on loopback: /health, /ready, /metrics. GET only, one request a connection."""

import asyncio
import contextlib
from collections.abc import Callable

DEADLINE = 5.0  # s for a request to arrive and be answered
LONGEST = 8_192  # bytes of a request's head
CONNECTIONS = 32  # at once; more are closed at once

Page = Callable[[], tuple[int, str, bytes]]
"""Returns status, content type and body."""

REASONS = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}


class Http:
    """A tiny server for loopback."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self._pages = pages
        self._server: asyncio.Server | None = None
        self._open = 0
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen on a port of 127.0.0.1 (0: any free one). Raises OSError."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=LONGEST)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= CONNECTIONS:
                async with asyncio.timeout(DEADLINE):
                    head = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self._answer(head.decode("latin-1")))
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # whoever asked so gets no answer
        finally:
            self._open -= 1
            writer.close()

    def _answer(self, head: str) -> bytes:
        method, _, rest = head.partition(" ")
        page = self._pages.get(rest.partition(" ")[0].partition("?")[0])
        if method != "GET":
            status, kind, body = 405, "text/plain", b"only GET\n"
        elif page is None:
            status, kind, body = 404, "text/plain", ("\n".join(self._pages) + "\n").encode()
        else:
            status, kind, body = page()
        lines = (
            f"HTTP/1.1 {status} {REASONS[status]}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + body

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DEADLINE):
                    await self._server.wait_closed()
