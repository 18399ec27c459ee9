"""The tables of a tournament's file, their version, and how rows become values."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from bots.tournament.game import GameResult, GameSpec
from bots.tournament.outcome import Ending, Outcome
from bots.tournament.records.errors import FileFormatError

APPLICATION_ID = 0x54524C47  # "TRLG": tells a tournament's file from other SQLite files
VERSION = 1
BUSY_SECONDS = 10.0

TABLES = """
CREATE TABLE tournament (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    described BLOB NOT NULL                 -- Tournament as JSON
);
CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE contests (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE games (                        -- one row for each finished game: all that counts
    id TEXT NOT NULL UNIQUE,
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    encounter TEXT NOT NULL,
    pair TEXT NOT NULL,
    contest INTEGER NOT NULL REFERENCES contests,
    opening INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES players,
    second INTEGER NOT NULL REFERENCES players,
    seed INTEGER NOT NULL,
    ending TEXT NOT NULL,
    winner TEXT CHECK (winner IN ('first', 'second')),
    colour TEXT,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    counters TEXT,                          -- JSON, NULL for none
    plies INTEGER NOT NULL,
    swapped INTEGER NOT NULL,
    started REAL NOT NULL,
    seconds REAL NOT NULL,
    final TEXT NOT NULL
);
CREATE TABLE moves (                        -- apart from games, so that counting never reads them
    game INTEGER PRIMARY KEY REFERENCES games,
    plies BLOB NOT NULL                     -- list of Ply as msgpack
);
CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    game TEXT,                              -- may never finish: no reference
    player TEXT,
    kind TEXT NOT NULL,
    time REAL NOT NULL,
    event BLOB NOT NULL                     -- Event as JSON
);
CREATE INDEX events_of_game ON events (game);
CREATE TABLE writer (one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER, host TEXT, since REAL);
"""

SELECT_RESULTS = """
SELECT games.id, games.number, round, encounter, pair, contests.name, opening, a.name, b.name, seed,
    ending, winner, colour, reason, detail, counters, plies, swapped, started, seconds, final
FROM games JOIN contests ON contests.number = contest
    JOIN players a ON a.number = first JOIN players b ON b.number = second
"""
INSERT_GAME = (
    "INSERT INTO games VALUES (?, ?, ?, ?, ?, (SELECT number FROM contests WHERE name = ?), ?,"
    " (SELECT number FROM players WHERE name = ?), (SELECT number FROM players WHERE name = ?),"
    " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def result_row(result: GameResult) -> tuple[Any, ...]:
    """Return the values that INSERT_GAME takes."""
    spec, outcome = result.spec, result.outcome
    counters = msgspec.json.encode(outcome.counters).decode() if outcome.counters else None
    return (
        *msgspec.structs.astuple(spec),
        str(outcome.ending),
        outcome.winner,
        outcome.colour,
        outcome.reason,
        outcome.detail,
        counters,
        result.plies,
        int(result.swapped),
        result.started,
        result.seconds,
        result.final,
    )


def row_result(row: Sequence[Any]) -> GameResult:
    """Return the result that a row of SELECT_RESULTS holds."""
    return GameResult(
        spec=GameSpec(
            id=row[0],
            number=row[1],
            round=row[2],
            encounter=row[3],
            pair=row[4],
            contest=row[5],
            opening=row[6],
            first=row[7],
            second=row[8],
            seed=row[9],
        ),
        outcome=Outcome(
            ending=Ending(row[10]),
            winner=row[11],
            colour=row[12],
            reason=row[13],
            detail=row[14],
            counters=msgspec.json.decode(row[15]) if row[15] else {},
        ),
        plies=row[16],
        swapped=bool(row[17]),
        started=row[18],
        seconds=row[19],
        final=row[20],
    )


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open an existing file and check that it is a tournament of this version.

    Raises FileFormatError if it does not exist or is something else.
    """
    if not path.is_file():
        raise FileFormatError(f"{path}: no such file")
    mode = "rw" if write else "ro"
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    # The writer commits by itself and may do so from a worker thread; one thread at a time.
    connection = sqlite3.connect(
        uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        kind = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as error:
        connection.close()
        raise FileFormatError(f"{path} cannot be read as a tournament: {error}") from error
    if kind != APPLICATION_ID:
        connection.close()
        raise FileFormatError(f"{path} is not a tournament's file")
    if version != VERSION:
        connection.close()
        raise FileFormatError(
            f"{path} has schema {version}, this program writes {VERSION}; use the version that began it"
        )
    return connection
