"""Clocks: what is spent, what is added, what is too late; and what the engine is told."""

import pytest

from bots.tournament.match import Clock, TimeControl

FISCHER = TimeControl(time=1000, inc=100, margin=50)


def test_a_move_costs_its_time_and_earns_the_increment() -> None:
    clock = Clock(FISCHER, FISCHER)
    assert clock.spend("first", 300)
    assert (clock.left("first"), clock.left("second")) == (800, 1000)


def test_the_margin_saves_a_late_move_but_cannot_be_saved_up() -> None:
    clock = Clock(FISCHER, FISCHER)
    assert clock.spend("first", 1050)
    assert clock.left("first") == 100
    assert not clock.spend("first", 151)


def test_the_engine_is_never_told_that_it_has_no_time() -> None:
    clock = Clock(TimeControl(time=100, margin=50), FISCHER)
    clock.spend("first", 140)
    limits = clock.limits("first")
    assert (clock.left("first"), limits.time, limits.inc, limits.opptime, limits.oppinc) == (
        0,
        1,
        None,
        1000,
        100,
    )


@pytest.mark.parametrize(
    ("control", "allowed", "deadline"),
    [
        (TimeControl(movetime=100), 150, 10_150),
        (TimeControl(time=1000, movetime=100, margin=0), 100, 10_100),
        (TimeControl(nodes=5), None, 120_000),
        (TimeControl(depth=5, stall=1000), None, 1000),
    ],
)
def test_every_wait_has_a_deadline(control: TimeControl, allowed: float | None, deadline: float) -> None:
    clock = Clock(control, control)
    assert clock.allowed("first") == allowed
    assert clock.deadline("first") == deadline


def test_without_a_clock_the_opponents_is_not_told() -> None:
    limits = Clock(TimeControl(nodes=5), FISCHER).limits("first")
    assert limits.given() == {"nodes": 5}
