"""Writing a tournament's file: one writer, one commit for each finished game."""

import os
import socket
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bots.tournament.game import Event, GameResult, Ply
from bots.tournament.records.errors import AlreadyRecordedError, FileBusyError, RecordsError
from bots.tournament.records.lock import acquire
from bots.tournament.records.reader import Reader
from bots.tournament.records.schema import (
    APPLICATION_ID,
    INSERT_GAME,
    TABLES,
    VERSION,
    connect,
    result_row,
)
from bots.tournament.records.tournament import Tournament
from bots.tournament.records.transaction import transaction

WRITING = (
    # A commit goes to the write-ahead log before it returns, so it outlives the process whatever
    # kills it; NORMAL spares an fsync for each game. Loss of power may cost the last few games,
    # which are then played again, but never harms the file.
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)


class Writer(Reader):
    """A tournament's file open for writing; make one with `create` or `write`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        super().__init__(path, connection)
        self._lock: sqlite3.Connection | None = lock

    def close(self) -> None:
        """Close the file and let others write it; closing again does nothing."""
        if self._lock is None:
            return
        lock, self._lock = self._lock, None
        try:
            self.connection.execute("DELETE FROM writer")
            self.connection.close()
        finally:
            lock.close()

    def finish(self, result: GameResult, plies: Sequence[Ply] = (), events: Sequence[Event] = ()) -> None:
        """Commit a finished game with its moves and events; when this returns, it counts.

        Raises AlreadyRecordedError, and changes nothing, if the game is recorded already.
        """
        with transaction(self.connection) as connection:
            try:
                connection.execute(INSERT_GAME, result_row(result))
            except sqlite3.IntegrityError as error:
                raise _refusal(self.path, result, error) from error
            connection.execute(
                "INSERT INTO moves VALUES (?, ?)", (result.spec.number, msgspec.msgpack.encode(tuple(plies)))
            )
            for event in events:
                _insert_event(connection, event)

    def event(self, event: Event) -> None:
        """Commit an event that comes without a finished game."""
        with transaction(self.connection) as connection:
            _insert_event(connection, event)


def create(path: str | Path, tournament: Tournament) -> Writer:
    """Make a tournament's file and open it for writing.

    Raises RecordsError if the file exists, FileBusyError if another runner is making it.
    """
    path = Path(path)
    tournament.plan.check()
    lock = acquire(path)
    try:
        _build(path, tournament)
    except BaseException:
        lock.close()
        raise
    return _opened(path, lock)


def write(path: str | Path) -> Writer:
    """Open a tournament's file to go on with it.

    Raises FileFormatError if it is not one, FileBusyError if another runner has it open.
    """
    path = Path(path)
    connect(path, write=False).close()
    try:
        lock = acquire(path)
    except FileBusyError as error:
        raise FileBusyError(f"{error}{_who(path)}; reading it (report, export, replay) works") from error
    return _opened(path, lock)


def _build(path: Path, tournament: Tournament) -> None:
    """Write the new file under another name first: no half-made file ever bears the real one."""
    if path.exists():
        raise RecordsError(f"{path} exists; resume it, or choose another file")
    unfinished = path.with_name(path.name + "-new")
    unfinished.unlink(missing_ok=True)
    connection = sqlite3.connect(unfinished, isolation_level=None)
    try:
        connection.executescript(f"BEGIN; {TABLES}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("INSERT INTO tournament VALUES (1, ?)", (msgspec.json.encode(tournament),))
        connection.executemany("INSERT INTO players VALUES (?, ?)", enumerate(tournament.plan.players))
        contests = enumerate(each.name for each in tournament.plan.contests)
        connection.executemany("INSERT INTO contests VALUES (?, ?)", contests)
        connection.execute("COMMIT")
    finally:
        connection.close()
    unfinished.replace(path)


def _opened(path: Path, lock: sqlite3.Connection) -> Writer:
    try:
        connection = connect(path, write=True)
    except BaseException:
        lock.close()
        raise
    for pragma in WRITING:
        connection.execute(pragma)
    connection.execute(
        "INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?)", (os.getpid(), socket.gethostname(), time.time())
    )
    return Writer(path, connection, lock)


def _who(path: Path) -> str:
    connection = connect(path, write=False)
    row = connection.execute("SELECT pid, host FROM writer").fetchone()
    connection.close()
    return f" (process {row[0]} on {row[1]})" if row else ""


def _refusal(path: Path, result: GameResult, error: sqlite3.IntegrityError) -> RecordsError:
    if error.sqlite_errorname in {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"}:
        return AlreadyRecordedError(f"{path}: game {result.spec.id} is recorded already")
    return RecordsError(f"{path}: game {result.spec.id} is not of this tournament ({error})")


def _insert_event(connection: sqlite3.Connection, event: Event) -> None:
    connection.execute(
        "INSERT INTO events (game, player, kind, time, event) VALUES (?, ?, ?, ?, ?)",
        (event.game, event.player, event.kind, event.time, msgspec.json.encode(event)),
    )
