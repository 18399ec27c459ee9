"""One run of the engine process: the loop, the signals, the transport, the exit status."""

import argparse
import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Protocol

from engine.logs import Log
from engine.searches import SEARCH_THREAD
from engine.server import Engine
from engine.stdio import Exit, StdioServer


class Server(Protocol):
    """What a signal ends."""

    def end(self, status: Exit) -> None:
        """End; why is the exit status."""


SIGNALS = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}


def run(args: argparse.Namespace, log: Log) -> int:
    """Serve until the end and return the exit status."""
    if not _open_streams():
        return Exit.BROKEN
    status = asyncio.run(_serve_bus(args, log) if args.mqtt else _serve(args, log))
    if any(thread.name.startswith(SEARCH_THREAD) for thread in threading.enumerate()):
        log.warning("a search did not stop")
        os._exit(status)  # Python cannot end in order while a thread is in the core
    return status


def _open_streams() -> bool:
    """Give closed standard streams a file, or the next file opened would be taken for one of them.

    Returns whether there is a stdout to answer on.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:
        return False
    if sys.stderr is None:
        os.open(os.devnull, os.O_WRONLY)
    return True


async def _serve_bus(args: argparse.Namespace, log: Log) -> int:
    from engine.bus_process import BusError, complain, serving  # needs aiomqtt, which costs at start

    try:
        async with serving(args, log) as server:
            with _signals(asyncio.get_running_loop(), server):
                status = await server.run()
                log.info("ended", status=status.name)
            return status
    except BusError as fault:
        return complain(fault)


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
        _greet()
        try:
            status = await server.run()
        finally:
            engine.close()
        log.info("ended", status=status.name)
    return status


def _greet() -> None:
    """Tell somebody who typed the command what it waits for; programs see nothing of it."""
    if sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("trilogue waits for UGP/1: try new loa, then go movetime=1000; quit ends it\n")


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, server: Server) -> Iterator[None]:
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
            signal.signal(number, signal.SIG_DFL)
