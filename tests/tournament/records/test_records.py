"""The tournament's file gives back what was put in, once, and only what belongs to it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.tournament.game import Event, GameResult, GameSpec, Opening, Ply
from bots.tournament.outcome import Ending, adjudicated, by_rule, forfeit
from bots.tournament.records import (
    AlreadyRecordedError,
    FileBusyError,
    FileFormatError,
    RecordsError,
    Tournament,
    Writer,
    create,
    read,
    write,
)
from bots.tournament.schedule import Plan, schedule
from tests.tournament.helpers import LAG, LOT, drawn, won

PLAN = Plan(format="match", players=("A", "B"), contests=(LAG, LOT), pairs=2, openings={"lot": 1})
CUP = Tournament(
    name="cup",
    plan=PLAN,
    openings={"lot": (Opening(moves=("d4", "swap")),)},
    config={"limits": {"nodes": 1}},
    created=1.5,
    version="0.1",
)
PLIES = (Ply("b2-c2", "cp:12", 3, 900, 15, 985), Ply("h3-g3", None, None, None, 2), Ply("a1-c1", "win:3"))


def specs() -> list[GameSpec]:
    made = schedule(PLAN)
    return [spec for spec in iter(made.next, None) if spec is not None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


@pytest.fixture
def writer(path: Path) -> Iterator[Writer]:
    with create(path, CUP) as opened:
        yield opened


def test_what_was_described_comes_back(writer: Writer, path: Path) -> None:
    assert writer.tournament() == CUP
    with read(path) as reader:
        assert reader.tournament() == CUP
        assert reader.count() == 0
        assert list(reader.results()) == []


def test_results_come_back_in_the_order_of_the_schedule(writer: Writer) -> None:
    games = specs()
    results = [
        GameResult(
            spec=games[2],
            outcome=by_rule("white", "line", {"first": "white", "second": "black"}),
            plies=17,
            swapped=True,
            started=12.25,
            seconds=3.5,
            final="7/7/7/7/7/7/7:b:0",
        ),
        GameResult(spec=games[0], outcome=forfeit(Ending.TIME, "first", "late", "102 ms over")),
        GameResult(spec=games[1], outcome=adjudicated("plies", {"plies": 200, "limit": 200})),
        drawn(games[3]),
    ]
    for result in results:
        writer.finish(result)
    assert list(writer.results()) == sorted(results, key=lambda result: result.spec.number)
    assert results[0].winner == games[2].first


def test_a_whole_game_comes_back(writer: Writer) -> None:
    spec = next(spec for spec in specs() if spec.contest == "lot")
    event = Event(
        kind="crash",
        text="exit code -11",
        game=spec.id,
        player="A",
        time=7.0,
        lines={"first": ["> go nodes=1", "< ok move=d4"]},
        stderr={"second": "Segmentation fault"},
    )
    result = GameResult(spec=spec, outcome=forfeit(Ending.CRASH, "first"), plies=3)
    writer.finish(result, PLIES, [event])
    record = writer.game(spec.id)
    assert record.result == result
    assert record.plies == PLIES
    assert record.events == (event,)
    assert record.contest == LOT
    assert record.opening == Opening(moves=("d4", "swap"))
    assert record.moves == ["d4", "swap", "b2-c2", "h3-g3", "a1-c1"]
    assert list(writer.games()) == [record]
    assert writer.attempts(spec.id, "crash") == 1


def test_a_game_counts_once(writer: Writer) -> None:
    spec = specs()[0]
    event = Event(kind="warning", text="twice", game=spec.id)
    writer.finish(won(spec, "first"), PLIES)
    with pytest.raises(AlreadyRecordedError, match=r"r1-0v1\.lag\.p1a is recorded already"):
        writer.finish(won(spec, "second"), PLIES, [event])
    assert list(writer.results()) == [won(spec, "first")]
    assert list(writer.events()) == [], "what was refused leaves nothing behind"


def test_a_game_of_others_is_refused(writer: Writer) -> None:
    plan = Plan(format="match", players=("A", "C"), contests=(LAG,))
    spec = schedule(plan).next()
    assert spec is not None
    with pytest.raises(RecordsError, match="not of this tournament"):
        writer.finish(drawn(spec))
    assert writer.count() == 0


def test_events_without_a_game_are_kept(writer: Writer) -> None:
    writer.event(Event(kind="restart", text="A started again", player="A", time=1.0))
    writer.event(Event(kind="void", text="disk full", game="r1-0v1.lag.p1a", time=2.0))
    assert [event.kind for event in writer.events()] == ["restart", "void"]
    assert writer.attempts("r1-0v1.lag.p1a", "void") == 1


def test_only_one_writes_and_any_number_read(writer: Writer, path: Path) -> None:
    with pytest.raises(FileBusyError, match=r"another runner \(process \d+ on .+\); reading it"):
        write(path)
    writer.finish(drawn(specs()[0]))
    with read(path) as reader, read(path) as another:
        assert reader.count() == another.count() == 1
        writer.finish(drawn(specs()[1]))
        assert reader.count() == 2
    writer.close()
    with write(path) as again:
        assert again.count() == 2


def test_resuming_needs_the_file_alone(writer: Writer, path: Path) -> None:
    games = specs()
    writer.finish(drawn(games[1]))
    writer.finish(drawn(games[4]))
    writer.close()
    with write(path) as again:
        made = schedule(again.tournament().plan, again.results())
    left = [spec for spec in iter(made.next, None) if spec is not None]
    assert left == [games[i] for i in (0, 2, 3, 5, 6, 7)]


def test_other_files_are_refused(tmp_path: Path, writer: Writer, path: Path) -> None:
    text = tmp_path / "cup.txt"
    text.write_text("no database " * 200)
    other = tmp_path / "other.db"
    sqlite3.connect(other).execute("CREATE TABLE t (x)").connection.close()
    for file, message in (
        (tmp_path / "none.db", "no such file"),
        (text, "cannot be read"),
        (other, "not a tour"),
    ):
        for opener in (read, write):
            with pytest.raises(FileFormatError, match=message):
                opener(file)
    writer.close()
    with pytest.raises(RecordsError, match="exists; resume it"):
        create(path, CUP)
    writer = write(path)
    writer.connection.execute("PRAGMA user_version = 99")
    writer.close()
    with pytest.raises(FileFormatError, match="schema 99"):
        read(path)


def test_an_unknown_game_names_the_nearest(writer: Writer) -> None:
    writer.finish(drawn(specs()[0]))
    with pytest.raises(RecordsError, match=r"no finished game 'r1'; the nearest is 'r1-0v1\.lag\.p1a'"):
        writer.game("r1")
