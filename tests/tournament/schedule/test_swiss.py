"""Swiss pairing: nobody twice, equals meet equals, seats in turn, one bye at most."""

import random
from collections import Counter

import pytest

from bots.tournament.game import GameResult, GameSpec
from bots.tournament.schedule import Meeting, Plan, schedule, standings
from bots.tournament.schedule.swiss import pair_round
from tests.tournament.helpers import LAG, by_score, by_strength, play_all


def swiss(count: int, rounds: int = 0, seed: int = 0) -> Plan:
    names = tuple(f"P{i:02}" for i in range(count))
    return Plan(format="swiss", players=names, contests=(LAG,), rounds=rounds, seed=seed)


def test_first_round_folds_the_seeding() -> None:
    plan = swiss(8)
    made = schedule(plan)
    specs = [made.next() for _ in range(8)]
    assert {frozenset((s.first, s.second)) for s in specs if s} == {
        frozenset((f"P0{i}", f"P0{i + 4}")) for i in range(4)
    }
    assert made.next() is None, "the second round waits for the first"


def test_the_stronger_always_winning_gives_the_second_round_of_the_textbook() -> None:
    plan = swiss(8)
    results = play_all(schedule(plan), by_strength(plan))
    second = {(r.spec.first, r.spec.second) for r in results if r.spec.round == 2 and r.spec.id.endswith("a")}
    # 1 and 3 have both sat first, 2 and 4 second: upper half against lower, turned to suit the seats
    assert second == {("P03", "P00"), ("P01", "P02"), ("P04", "P07"), ("P06", "P05")}


@pytest.mark.parametrize(("count", "rounds"), [(5, 3), (6, 3), (9, 5), (14, 0), (14, 7), (21, 6)])
def test_nobody_meets_twice_and_nobody_has_two_byes(count: int, rounds: int) -> None:
    for seed in range(5):
        plan = swiss(count, rounds, seed)
        rng = random.Random(seed)
        made = schedule(plan)
        results = play_all(made, lambda spec: by_score(spec, rng.choice((0, 0.5, 1))))  # noqa: B023
        met = Counter(frozenset((r.spec.first, r.spec.second)) for r in results)
        assert set(met.values()) == {2}, "one pair of games for each two players that met"
        table = made.table()
        assert sum(line.byes for line in table) == (plan.swiss_rounds if count % 2 else 0)
        assert max(line.byes for line in table) <= 1
        assert made.over


def test_points_apart_are_as_small_as_can_be() -> None:
    plan = swiss(16, rounds=4)
    rng = random.Random(2)
    made = schedule(plan)
    worst: list[float] = []
    while (spec := made.next()) is not None:
        if spec.round > len(worst):
            worst.append(0.0)
            points = {line.player: line.points for line in made.table()}
        worst[-1] = max(worst[-1], abs(points[spec.first] - points[spec.second]))
        made.finish(by_score(spec, rng.choice((0, 1))))
    assert len(worst) == 4
    assert max(worst) <= 1.0


def test_seats_are_shared_out() -> None:
    plan = swiss(12, rounds=7, seed=1)
    rng = random.Random(9)
    made = schedule(plan)
    play_all(made, lambda spec: by_score(spec, rng.choice((0, 0.5, 1))))
    assert max(abs(line.lead) for line in made.table()) <= 2


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    names = list("ABCDE")
    table = standings(names, [Meeting("A", "B", 2, 0), Meeting("C", "D", 2, 0), Meeting("E", None)])
    _, bye = pair_round(table, 2, 0, names)
    assert bye == "D"


def test_rematches_are_played_when_nothing_else_is_left() -> None:
    names = ["A", "B"]
    meetings, bye = pair_round(standings(names, [Meeting("A", "B", 2, 0)]), 2, 0, names)
    assert bye is None
    assert [(m.first, m.second) for m in meetings] == [(1, 0)], "and the seats change"


def test_tie_breaks_are_buchholz_sonneborn_games_then_seeding() -> None:
    table = standings(
        ["A", "B", "C", "D"],
        [
            Meeting("A", "B", 2, 0),
            Meeting("C", "D", 1.5, 0.5),
            Meeting("A", "C", 1, 1),
            Meeting("B", "D", 2, 0),
        ],
    )
    assert [(line.player, line.points) for line in table] == [("A", 1.5), ("C", 1.5), ("B", 1.0), ("D", 0.0)]
    a, c = table[0], table[1]
    assert (a.buchholz, c.buchholz) == (1.0 + 1.5, 0.0 + 1.5)
    assert (a.sonneborn, c.sonneborn) == (1.0 + 0.75, 0.0 + 0.75)
    equal = standings(["X", "Y"], [Meeting("Y", "X", 1, 1)])
    assert [line.player for line in equal] == ["X", "Y"]


def test_pairing_does_not_depend_on_the_order_of_results() -> None:
    plan = swiss(10, seed=4)

    def result(spec: GameSpec) -> GameResult:
        return by_score(spec, random.Random(spec.id).choice((0, 0.5, 1)))

    forward = play_all(schedule(plan), result)
    made = schedule(plan)
    backward: list[GameResult] = []
    while not made.over:
        batch = []
        while (spec := made.next()) is not None:
            batch.append(spec)
        for spec in reversed(batch):
            made.finish(result(spec))
            backward.append(result(spec))
    assert {r.spec.id for r in forward} == {r.spec.id for r in backward}
