"""The referee's file: every accepted event is committed here before anybody hears of it. SQLite, WAL."""

import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from bots.errors import CommandError
from bots.tables.asked import Effects
from bots.tables.challenges import Challenge
from bots.tables.rating import Rating
from bots.tables.table import Table
from bots.tournament.records.errors import FileBusyError
from bots.tournament.records.lock import acquire
from bots.tournament.records.transaction import transaction
from protocol.tables.documents import Event

APPLICATION_ID = 0x54524C54  # "TRLT"
VERSION = 1
MOST_RATINGS = 200

SCHEMA = """
CREATE TABLE watch (one INTEGER PRIMARY KEY CHECK (one = 1), reading INTEGER NOT NULL);
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    ended TEXT,                             -- NULL: under way
    shown INTEGER NOT NULL,                 -- whether its state is retained on the bus
    value BLOB NOT NULL                     -- Table as msgpack
);
CREATE INDEX tables_under_way ON tables (shown) WHERE shown;
CREATE INDEX tables_first ON tables (first);
CREATE INDEX tables_second ON tables (second);
CREATE TABLE events (
    id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    value BLOB NOT NULL,                    -- Event as msgpack
    PRIMARY KEY (id, seq)
) WITHOUT ROWID;
CREATE TABLE challenges (id TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE ratings (
    user TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) WITHOUT ROWID;
CREATE TABLE guests (user TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO watch VALUES (1, 0);
"""

_encode = msgspec.msgpack.Encoder().encode
_table = msgspec.msgpack.Decoder(Table).decode
_event = msgspec.msgpack.Decoder(Event).decode
_challenge = msgspec.msgpack.Decoder(Challenge).decode

UPSERT_TABLE = """
INSERT INTO tables (id, first, second, ended, shown, value) VALUES (?, ?, ?, ?, 1, ?)
ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, value = excluded.value
"""


class Store:
    """The file of one referee. Make it with `open_store`; used by one thread."""

    def __init__(self, connection: sqlite3.Connection, lock: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = lock

    def close(self) -> None:
        """Close the file and let another referee have it."""
        self._connection.close()
        self._lock.close()

    def commit(self, effects: Effects, reading: int) -> None:
        """Write all effects, and the watch's reading, in one transaction."""
        with transaction(self._connection) as connection:
            for each in effects.opened:
                connection.execute("INSERT INTO challenges VALUES (?, ?)", (each.id, _encode(each)))
            connection.executemany(
                "DELETE FROM challenges WHERE id = ?", [(name,) for name in effects.closed]
            )
            for step in effects.steps:
                table = step.table
                row = (table.id, table.players["first"], table.players["second"], table.ended, _encode(table))
                connection.execute(UPSERT_TABLE, row)
                rows = [(table.id, event.seq, _encode(event)) for event in step.events]
                connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            for new in effects.ratings:
                row_of = (new.user, new.game, new.mu, new.sigma, new.games)
                connection.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?)", row_of)
            connection.execute("UPDATE watch SET reading = ?", (reading,))

    def beat(self, reading: int) -> None:
        """Commit the watch's reading."""
        self._connection.execute("UPDATE watch SET reading = ?", (reading,))

    def hide(self, name: str) -> None:
        """Note that a finished table's state is no longer retained on the bus."""
        self._connection.execute("UPDATE tables SET shown = 0 WHERE id = ?", (name,))

    def reading(self) -> int:
        """Return the watch's last reading."""
        return int(self._one("SELECT reading FROM watch")[0])

    def _one(self, query: str, *values: Any) -> Any:
        return self._connection.execute(query, values).fetchone()

    def shown(self) -> list[Table]:
        """List the tables under way, and the finished ones whose state is still retained."""
        rows = self._connection.execute("SELECT value FROM tables WHERE shown ORDER BY number")
        return [_table(row[0]) for row in rows]

    def open_challenges(self) -> list[Challenge]:
        """List the open challenges."""
        return [_challenge(row[0]) for row in self._connection.execute("SELECT value FROM challenges")]

    def table(self, name: str) -> Table | None:
        """See Archive."""
        row = self._one("SELECT value FROM tables WHERE id = ?", name)
        return None if row is None else _table(row[0])

    def events(self, name: str, since: int, limit: int) -> list[Event]:
        """See Archive."""
        query = "SELECT value FROM events WHERE id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return [_event(row[0]) for row in self._connection.execute(query, (name, since, limit))]

    def rating(self, user: str, game: str) -> Rating:
        """See Archive."""
        row = self._one(
            "SELECT user, game, mu, sigma, games FROM ratings WHERE user = ? AND game = ?", user, game
        )
        return Rating(user, game) if row is None else Rating(*row)

    def ratings(self, game: str | None, user: str | None) -> list[Rating]:
        """See Archive."""
        query = (
            "SELECT user, game, mu, sigma, games FROM ratings WHERE (?1 IS NULL OR game = ?1)"
            " AND (?2 IS NULL OR user = ?2) ORDER BY mu DESC LIMIT ?3"
        )
        return [Rating(*row) for row in self._connection.execute(query, (game, user, MOST_RATINGS))]

    def results(self, user: str | None, limit: int) -> list[Table]:
        """See Archive."""
        query = (
            "SELECT value FROM tables WHERE ended IS NOT NULL AND (?1 IS NULL OR first = ?1 OR second = ?1)"
            " ORDER BY number DESC LIMIT ?2"
        )
        return [_table(row[0]) for row in self._connection.execute(query, (user, limit))]

    def guests(self) -> dict[str, int]:
        """Return the guests' accounts and when each expires, in ms since 1970."""
        return dict(self._connection.execute("SELECT user, expires FROM guests").fetchall())

    def add_guest(self, user: str, expires: int) -> None:
        """Remember a guest's account."""
        self._connection.execute("INSERT OR REPLACE INTO guests VALUES (?, ?)", (user, expires))

    def drop_guest(self, user: str) -> None:
        """Forget a guest's account."""
        self._connection.execute("DELETE FROM guests WHERE user = ?", (user,))


def open_store(path: Path) -> Store:
    """Open a referee's file, or make it. Raises CommandError when that cannot be."""
    try:
        lock = acquire(path)
    except FileBusyError:
        raise CommandError(f"{path} is in use by another referee", "stop that one first") from None
    except sqlite3.Error as error:
        raise CommandError(f"{path}: {error}", "choose another --file") from None
    try:
        return Store(_connect(path), lock)
    except BaseException as error:
        lock.close()
        if isinstance(error, sqlite3.Error):
            raise CommandError(f"{path}: {error}", "choose another --file") from None
        raise


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    fresh = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not fresh and kind != APPLICATION_ID:
        raise CommandError(f"{path} is not a referee's file", "choose another --file")
    if not fresh and (version := connection.execute("PRAGMA user_version").fetchone()[0]) != VERSION:
        raise CommandError(f"{path} has schema {version}; this version writes {VERSION}")
    # A commit is in the write-ahead log before it returns, so it outlives the process whatever kills it.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if fresh:
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN; {SCHEMA} {marks} COMMIT;")
    return connection
