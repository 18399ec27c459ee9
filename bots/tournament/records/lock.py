"""One writer for a file: an exclusive lock that the system frees when its process dies."""

import sqlite3
from pathlib import Path

from bots.tournament.records.errors import FileBusyError


def lock_path(path: Path) -> Path:
    """Return the file beside a tournament's file that its writer holds locked; it stays, empty."""
    return path.with_name(path.name + "-lock")


def acquire(path: Path) -> sqlite3.Connection:
    """Lock a tournament's file for writing until the returned connection is closed.

    An empty SQLite file stands in for flock and its relatives: SQLite locks files on every system
    we run on, frees the lock when the process dies however it dies, and, unlike a lock file with a
    pid in it, can never be stale.

    Raises FileBusyError if another writer holds it.
    """
    connection = sqlite3.connect(lock_path(path), timeout=0.0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        raise FileBusyError(f"{path} is being written by another runner") from error
    return connection
