"""One run of the engine process: the loop, the signals, the transport, the exit status."""

import argparse
import asyncio
import contextlib
import signal
from collections.abc import Iterator

from engine.logs import Log
from engine.server import Engine
from engine.stdio import Exit, StdioServer

SIGNALS = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}


def run(args: argparse.Namespace, log: Log) -> int:
    """Serve until the end and return the exit status; raises KeyboardInterrupt only before serving began."""
    return asyncio.run(_serve(args, log))


async def _serve(args: argparse.Namespace, log: Log) -> int:
    loop = asyncio.get_running_loop()
    engine = Engine(
        loop.call_soon_threadsafe,
        searches=args.searches,
        sessions=args.sessions,
        memory=args.memory,
        log=log,
    )
    server = StdioServer(engine)
    with _signals(loop, server):
        log.info("serving", transport="stdio")
        status = await server.run()
        log.info("ended", status=status.name)
    return status


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, server: StdioServer) -> Iterator[None]:
    """Turn the signals that ask for an end into one, while inside."""
    for number, status in SIGNALS.items():
        try:
            loop.add_signal_handler(number, server.end, status)
        except NotImplementedError:  # Windows: the handler runs between bytecodes of this thread
            signal.signal(number, lambda *_, status=status: loop.call_soon_threadsafe(server.end, status))
    try:
        yield
    finally:
        for number in SIGNALS:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
