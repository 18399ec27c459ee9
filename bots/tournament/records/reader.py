"""Reading a tournament's file, also while a runner writes it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self, cast, get_args

import msgspec

from bots.tournament.game import Event, GameRecord, GameResult, Ply
from bots.tournament.records.errors import RecordsError
from bots.tournament.records.schema import SELECT_RESULTS, connect, row_result
from bots.tournament.records.tournament import Tournament
from bots.tournament.statistics.sprt import Verdict

HYPOTHESES = get_args(Verdict)

_plies = msgspec.msgpack.Decoder(tuple[Ply, ...])
_event = msgspec.json.Decoder(Event)


class Reader:
    """Queries of a tournament's file; make one with `read`. A context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def tournament(self) -> Tournament:
        """Return the tournament as it was described."""
        row = self.connection.execute("SELECT described FROM tournament").fetchone()
        return msgspec.json.decode(row[0], type=Tournament)

    def count(self) -> int:
        """Return how many games are finished."""
        return int(self.connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def results(self) -> Iterator[GameResult]:
        """Yield the results of all finished games in the order of the schedule.

        Of a file that grows meanwhile, those that were there when the first was asked for.
        """
        rows = self.connection.execute(SELECT_RESULTS + "ORDER BY games.number")
        return map(row_result, rows)

    def moves(self, game: str) -> tuple[Ply, ...]:
        """Return the plies of a finished game; empty if none were played.

        Raises RecordsError if no such game is finished.
        """
        row = self.connection.execute(
            "SELECT moves.plies FROM moves JOIN games ON number = game WHERE id = ?", (game,)
        ).fetchone()
        if row is None:
            raise RecordsError(f"{self.path} has no finished game {game!r}{self._hint(game)}")
        return _plies.decode(row[0])

    def games(self) -> Iterator[GameRecord]:
        """Yield all finished games whole, in the order of the schedule."""
        tournament = self.tournament()
        for result in self.results():
            yield self.record(tournament, result)

    def game(self, game: str) -> GameRecord:
        """Return one finished game whole.

        Raises RecordsError if no such game is finished.
        """
        row = self.connection.execute(SELECT_RESULTS + "WHERE games.id = ?", (game,)).fetchone()
        if row is None:
            raise RecordsError(f"{self.path} has no finished game {game!r}{self._hint(game)}")
        return self.record(self.tournament(), row_result(row))

    def events(self, game: str | None = None) -> Iterator[Event]:
        """Yield the events of one game, or all, in the order they happened."""
        if game is None:
            rows = self.connection.execute("SELECT event FROM events ORDER BY number")
        else:
            rows = self.connection.execute("SELECT event FROM events WHERE game = ? ORDER BY number", (game,))
        for row in rows:
            yield _event.decode(row[0])

    def accepted(self) -> Verdict | None:
        """Return the hypothesis that the sequential test accepted; None if it has not ended."""
        row = self.connection.execute(
            "SELECT kind FROM events WHERE kind IN (?, ?) ORDER BY number LIMIT 1", HYPOTHESES
        ).fetchone()
        return None if row is None else cast(Verdict, row[0])

    def event_counts(self) -> dict[str, int]:
        """Return how many events of each kind there are."""
        return dict(self.connection.execute("SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind"))

    def attempts(self, game: str, kind: str) -> int:
        """Return how many events of a kind a game has had; so a runner bounds its repetitions."""
        return int(
            self.connection.execute(
                "SELECT count(*) FROM events WHERE game = ? AND kind = ?", (game, kind)
            ).fetchone()[0]
        )

    def record(self, tournament: Tournament, result: GameResult) -> GameRecord:
        """Return the whole game that a result of this file is of."""
        spec = result.spec
        return GameRecord(
            result=result,
            contest=tournament.contest(spec.contest),
            opening=tournament.opening(spec.contest, spec.opening),
            plies=self.moves(spec.id),
            events=tuple(self.events(spec.id)),
        )

    def _hint(self, game: str) -> str:
        row = self.connection.execute(
            "SELECT id FROM games WHERE id >= ? ORDER BY id LIMIT 1", (game,)
        ).fetchone()
        return f"; the nearest is {row[0]!r}" if row else ""


def read(path: str | Path) -> Reader:
    """Open a tournament's file for reading.

    Raises FileFormatError if it is not one.
    """
    path = Path(path)
    return Reader(path, connect(path, write=False))
