"""Referees and hosts as real processes on a broker, and a check of the referee's file."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bots.tables.client import TableClient, connect
from bots.tables.store import Store, open_store
from bots.tables.table import Table, board
from protocol.tables.documents import Event

ROOT = Path(__file__).parents[2]


class Program:
    """`trilogue-bots …` as a process of the test's own."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.process: asyncio.subprocess.Process

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bots",
            *self._arguments,
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=None if os.environ.get("TRILOGUE_SHOW_LOGS") else asyncio.subprocess.DEVNULL,
        )

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()

    async def terminate(self, deadline: float = 20.0) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), deadline)

    async def end(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 10)
            except TimeoutError:
                await self.kill()


def referee(url: str, file: Path, *options: str) -> Program:
    return Program("table", "--broker", url, "--file", str(file), "-v", *options)


@asynccontextmanager
async def running(*programs: Program) -> AsyncIterator[None]:
    try:
        for program in programs:
            await program.start()
        yield
    finally:
        for program in reversed(programs):
            if hasattr(program, "process"):
                await program.end()


@asynccontextmanager
async def seated(url: str, user: str) -> AsyncIterator[TableClient]:
    client = await connect(url, user=user, deadline=20)
    try:
        yield client
    finally:
        await client.close()


def children(pid: int) -> list[int]:
    """Return the processes whose parent is `pid`."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        if int(text.rpartition(")")[2].split()[1]) == pid:
            found.append(int(path.parent.name))
    return found


def engines(pid: int) -> list[int]:
    """Return the engines that a host has started."""
    found = []
    for child in children(pid):
        try:
            command = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"engine" in command:
            found.append(child)
    return found


class Slack(NamedTuple):
    """A move's wall time beyond its charge, in ms, and the wall time at which the move before it was made."""

    ms: int
    since: int


def check_clocks(table: Table, events: list[Event]) -> list[Slack]:
    """Recompute a game's clocks from its events; return each move's slack."""
    clocks = {"first": table.time, "second": table.time}
    slack: list[Slack] = []
    at, moves = events[0].at, 0
    for event in events:
        if event.kind != "moved":
            continue
        assert isinstance(event.used, int)
        assert isinstance(event.seat, str)
        if moves >= 2:
            clocks[event.seat] += table.inc - event.used
        moves += 1
        assert event.clocks == clocks, (table.id, event.seq)
        assert min(clocks.values()) >= 0
        slack.append(Slack(event.at - at - event.used, at))
        at = event.at
    return slack


def check_file(path: Path) -> tuple[list[Table], list[Slack]]:
    """Check every game in a referee's file by the rules; return them, and see `check_clocks`."""
    store = open_store(path)
    try:
        tables = store.results(None, 100_000)
        slack: list[Slack] = []
        for table in tables:
            slack += _check(store, table)
        assert not [each for each in store.shown() if each.ended is None]
        return tables, slack
    finally:
        store.close()


def _check(store: Store, table: Table) -> list[Slack]:
    events = store.events(table.id, 0, 100_000)
    assert [event.seq for event in events] == list(range(1, table.seq + 1))
    assert [event.move for event in events if event.kind == "moved"] == list(table.moves)
    state = board(table)
    if table.ended == "rule":
        assert state.over
        winner = None if state.result == "draw" else state.result
        assert winner == (None if table.winner is None else state.seats[table.winner])
    else:
        assert not state.over
    return check_clocks(table, events)
