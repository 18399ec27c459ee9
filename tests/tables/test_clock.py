"""Clocks to the millisecond, and the watch that stands still while the referee is away."""

import pytest

from bots.tables import machine
from bots.tables.clock import Clocks, start
from bots.tables.rules import Rules
from bots.tables.table import board
from bots.tables.watch import Watch
from tests.tables.test_machine import at, begun, played

RULES = Rules()


def test_the_first_move_of_each_costs_nothing() -> None:
    table = played(begun(time=60_000, inc=1_000), 2, each=5_000)
    assert table.clocks.both(table.clocks.since) == {"first": 60_000, "second": 60_000}
    assert table.used == (5_000, 5_000)


def test_later_moves_cost_what_they_take_and_earn_the_increment() -> None:
    table = played(begun(time=60_000, inc=1_000), 4, each=2_500)
    assert table.clocks.both(table.clocks.since) == {"first": 58_500, "second": 58_500}


@pytest.mark.parametrize(("late", "falls"), [(-1, False), (0, True), (1, True)])
def test_a_flag_falls_at_its_millisecond(late: int, falls: bool) -> None:
    table = played(begun(time=10_000, inc=0), 2)
    now = at(table.clocks.since - 1_000 + 10_000 + late)
    done = machine.tick(table, now, RULES).table
    assert (done.ended == "time") is falls
    assert machine.deadline(table, RULES) == table.clocks.since + 10_000
    state = board(table)
    moved = machine.move(table, state, "first", state.moves()[0], ply=state.ply, now=now, rules=RULES).table
    assert (moved.ended == "time") is falls, "a move that comes too late loses, whoever looks first"
    if falls:
        assert moved.winner == "second"
        assert moved.clocks.both(now.watch)["first"] == 0


def test_a_first_move_that_does_not_come_aborts() -> None:
    table = begun()
    done = machine.tick(table, at(RULES.first_move), RULES).table
    assert (done.ended, done.reason) == ("aborted", "first did not move")


def test_only_the_running_clock_runs() -> None:
    clocks = Clocks(5_000, 7_000, 0, "first", 100)
    assert clocks.both(1_100) == {"first": 4_000, "second": 7_000}
    assert clocks.both(50) == {"first": 5_000, "second": 7_000}  # a watch put back costs nobody
    assert clocks.stopped(1_100).both(9_999) == {"first": 4_000, "second": 7_000}
    with pytest.raises(ValueError, match="no clock runs"):
        clocks.stopped(1_100).press(1_200, "second", next_is_first_move=False, rules=RULES)
    assert start(1_000, 0, "second", 0, RULES).falls() == RULES.first_move


def test_the_watch_stands_while_nobody_keeps_it() -> None:
    now = [50_000]
    watch = Watch(700, lambda: now[0])
    now[0] += 10_000
    assert watch.read() == 700
    watch.start()
    now[0] += 30
    watch.start()
    assert (watch.read(), watch.running) == (730, True)
    watch.stop()
    now[0] += 99_999
    watch.stop()
    assert (watch.read(), watch.running) == (730, False)
    successor = Watch(watch.read(), lambda: now[0])
    successor.start()
    now[0] += 5
    assert successor.read() == 735
