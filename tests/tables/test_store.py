"""The referee's file: what is committed is there after a kill at any moment, and nothing else."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bots.errors import CommandError
from bots.tables import machine
from bots.tables.asked import Effects
from bots.tables.rating import DEVIATION, MEAN, Rating, rated
from bots.tables.store import open_store
from bots.tables.table import board, mover
from tests.tables.test_machine import RULES, at, begun, played

KILLED = """
import sys
from pathlib import Path
from bots.tables import machine
from bots.tables.asked import Effects
from bots.tables.store import open_store
from bots.tables.table import board, mover
from tests.tables.test_machine import RULES, at, begun
store = open_store(Path(sys.argv[1]))
table = begun("loa")
store.commit(Effects(steps=[machine.Step(table)]), 0)
while True:
    state = board(table)
    move = state.moves()[0]
    step = machine.move(table, state, mover(state), move, ply=state.ply, now=at(0), rules=RULES)
    table = step.table
    store.commit(Effects(steps=[step]), table.seq)
    print(table.seq, flush=True)
    if table.ended:
        break
"""


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    table = played(begun("loa"), 5)
    ratings = list(rated(Rating("ann", "loa"), Rating("bob", "loa"), 1.0))
    store.commit(Effects(steps=[machine.Step(table)], ratings=ratings), 77)
    store.close()
    store = open_store(path)
    assert store.shown() == [table]
    assert store.table("t1") == table
    assert store.table("t2") is None
    assert store.reading() == 77
    assert store.rating("ann", "loa") == ratings[0]
    assert store.rating("ann", "lot") == Rating("ann", "lot")
    assert [each.user for each in store.ratings("loa", None)] == ["ann", "bob"]
    assert store.results(None, 10) == []
    done = machine.resign(table, "first", at(900))
    store.commit(Effects(steps=[done]), 78)
    assert store.results("bob", 10) == [done.table]
    store.hide("t1")
    assert store.shown() == []
    store.close()


def test_all_or_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables.db")
    table = begun()
    state = board(table)
    step = machine.move(table, state, mover(state), "d4", ply=0, now=at(9), rules=RULES)
    store.commit(Effects(steps=[step]), 5)
    with pytest.raises(sqlite3.IntegrityError):  # the same event a second time
        store.commit(Effects(steps=[step], ratings=[Rating("ann", "lot", 1.0, 1.0, 1)]), 6)
    assert store.reading() == 5
    assert store.rating("ann", "lot").games == 0
    store.close()


@pytest.mark.parametrize("lines", [1, 4, 9])
def test_killed_while_writing(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "tables.db"
    program = [sys.executable, "-c", textwrap.dedent(KILLED), str(path)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        seen = [int(process.stdout.readline()) for _ in range(lines)]
        os.kill(process.pid, signal.SIGKILL)
    store = open_store(path)
    (table,) = store.shown() or store.results(None, 1)
    assert table.seq >= seen[-1], "what was told is there"
    events = store.events("t1", 0, 10_000)
    assert [event.seq for event in events] == list(range(2, table.seq + 1))
    assert [event.move for event in events if event.kind == "moved"] == list(table.moves)
    assert store.reading() == table.seq
    board(table)
    store.close()


def test_files_that_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = open_store(path)
    with pytest.raises(CommandError, match="in use by another referee"):
        open_store(path)
    store.close()
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(CommandError, match="not a referee's file"):
        open_store(other)
    text = tmp_path / "text.db"
    text.write_text("hello, this is no database at all" * 10)
    with pytest.raises(CommandError, match=r"text\.db"):
        open_store(text)
    with pytest.raises(CommandError, match="none"):
        open_store(tmp_path / "none" / "tables.db")


def test_ratings() -> None:
    ann, bob = Rating("ann", "loa"), Rating("bob", "loa")
    assert (ann.shown, ann.error) == (round(MEAN), round(1.96 * DEVIATION))
    won, lost = rated(ann, bob, 1.0)
    assert won.mu > MEAN > lost.mu
    assert won.sigma < DEVIATION > lost.sigma
    assert won.mu - MEAN == pytest.approx(MEAN - lost.mu)
    assert rated(ann, bob, 0.0)[1].mu == pytest.approx(won.mu)
    drawn = rated(won, lost, 0.5)
    assert drawn[0].mu < won.mu
    assert drawn[0].games == 2
    for _ in range(30):
        ann, bob = rated(ann, bob, 1.0)
    assert ann.mu - bob.mu > 400
    for number in range(60):
        ann, bob = rated(ann, bob, float(number % 2))
    assert ann.error < 400
