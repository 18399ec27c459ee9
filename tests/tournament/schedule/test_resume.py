"""A schedule killed at any instant goes on exactly where it stood, and nothing counts twice."""

import random

import pytest

from bots.tournament.game import GameResult, GameSpec
from bots.tournament.outcome import voided
from bots.tournament.schedule import Plan, PlanError, Schedule, ScheduleError, schedule
from tests.tournament.helpers import LAG, LOA, LOT, by_score, by_strength, play_all, won

PLANS = [
    Plan(format="match", players=("A", "B"), contests=(LAG, LOT), pairs=5, openings={"lag": 3}),
    Plan(format="round-robin", players=tuple("ABCDE"), contests=(LAG,), pairs=2, openings={"lag": 9}),
    Plan(format="gauntlet", players=tuple("ABCD"), contests=(LOA,), pairs=3),
    Plan(format="swiss", players=tuple("ABCDEFG"), contests=(LAG, LOA), pairs=1, seed=5),
]
IDS = [plan.format for plan in PLANS]


def chance(spec: GameSpec) -> GameResult:
    """Return the result that the game's own seed decides, as with fixed nodes."""
    return by_score(spec, random.Random(spec.seed).choice((0, 0.5, 1)))


def play_some(made: Schedule, rng: random.Random, games: int) -> list[GameResult]:
    """Play with up to three games under way that finish in any order; stop in the midst of it."""
    under_way: list[GameSpec] = []
    results: list[GameResult] = []
    while len(results) < games:
        while len(under_way) < 3 and (spec := made.next()) is not None:
            under_way.append(spec)
        if not under_way:
            break
        spec = under_way.pop(rng.randrange(len(under_way)))
        if rng.random() < 0.1:
            made.release(spec.id)
            continue
        made.finish(chance(spec))
        results.append(chance(spec))
    return results


@pytest.mark.parametrize("plan", PLANS, ids=IDS)
def test_killed_at_any_instant_the_same_games_are_played(plan: Plan) -> None:
    whole = {r.spec.id: r for r in play_all(schedule(plan), chance)}
    for seed in range(40):
        rng = random.Random(seed)
        file: list[GameResult] = []
        while True:
            made = schedule(plan, file)
            assert made.finished == len(file)
            if made.over:
                break
            file += play_some(made, rng, rng.randrange(1, 12))
        assert made.next() is None
        assert {r.spec.id: r for r in file} == whole
        assert len(file) == len(whole) == made.total


@pytest.mark.parametrize("plan", PLANS, ids=IDS)
def test_what_was_under_way_is_issued_again_first(plan: Plan) -> None:
    made = schedule(plan)
    specs = [made.next() for _ in range(3)]
    assert None not in specs
    made.finish(won(specs[1], "first"))  # type: ignore[arg-type]
    again = schedule(plan, [won(specs[1], "first")])  # type: ignore[arg-type]
    assert [again.next(), again.next()] == [specs[0], specs[2]]


def test_a_released_game_comes_again_and_a_finished_one_never() -> None:
    made = schedule(PLANS[0])
    spec = made.next()
    assert spec is not None
    made.release(spec.id)
    assert made.next() == spec
    made.finish(won(spec, "first"))
    with pytest.raises(ScheduleError, match="not under way"):
        made.finish(won(spec, "first"))
    with pytest.raises(ScheduleError, match="not under way"):
        made.release(spec.id)


def test_a_game_that_stays_void_is_finished_but_nobodys_point() -> None:
    plan = Plan(format="swiss", players=("A", "B"), contests=(LAG,))
    made = schedule(plan)
    play_all(made, lambda spec: GameResult(spec=spec, outcome=voided("disk full")))
    assert made.over
    assert [line.points for line in made.table()] == [0.5, 0.5]


def test_results_of_another_tournament_are_refused() -> None:
    plan = PLANS[0]
    results = play_all(schedule(plan), by_strength(plan))
    with pytest.raises(ScheduleError, match="twice"):
        schedule(plan, [*results, results[0]])
    with pytest.raises(ScheduleError, match="not of this schedule"):
        schedule(PLANS[2], results)
    other = Plan(format="match", players=("A", "C"), contests=(LAG, LOT), pairs=5, openings={"lag": 3})
    with pytest.raises(ScheduleError, match="by others"):
        schedule(other, results)


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        (Plan(format="match", players=("A",), contests=(LAG,)), "players"),
        (Plan(format="match", players=("A", "B", "C"), contests=(LAG,)), "players"),
        (Plan(format="round-robin", players=("A", "B", "A"), contests=(LAG,)), "players"),
        (Plan(format="match", players=("A", "B"), contests=()), "contests"),
        (Plan(format="match", players=("A", "B"), contests=(LAG, LAG)), "contests"),
        (Plan(format="match", players=("A", "B"), contests=(LAG,), pairs=0), "pairs"),
        (Plan(format="gauntlet", players=("A", "B"), contests=(LAG,), heads=2), "heads"),
        (Plan(format="swiss", players=("A", "B"), contests=(LAG,), rounds=2), "rounds"),
        (Plan(format="match", players=("A", "B"), contests=(LAG,), openings={"loa": 2}), "openings"),
        (Plan(format="match", players=("A", "B"), contests=(LAG,), openings={"lag": 0}), "openings"),
    ],
)
def test_a_plan_that_cannot_be_played_says_why(plan: Plan, field: str) -> None:
    with pytest.raises(PlanError) as caught:
        schedule(plan)
    assert caught.value.field == field


def test_asking_for_more_games_than_there_are_gives_none() -> None:
    made = schedule(Plan(format="match", players=("A", "B"), contests=(LAG,)))
    specs = [made.next() for _ in range(9)]
    assert [spec is not None for spec in specs] == [True, True, *[False] * 7]
    assert not made.over
    for spec in specs[:2]:
        assert spec is not None
        made.finish(won(spec, "first"))
    assert made.over
