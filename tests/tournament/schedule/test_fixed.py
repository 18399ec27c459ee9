"""Matches, round robins and gauntlets: who meets whom, in which seats, on which openings."""

from collections import Counter

import pytest

from bots.tournament.schedule import Plan, schedule
from bots.tournament.schedule.encounters import round_robin
from tests.tournament.helpers import LAG, LOA, LOT, by_strength, play_all


@pytest.mark.parametrize("count", range(2, 12))
def test_round_robin_lets_everybody_meet_everybody_once(count: int) -> None:
    rounds = round_robin(count)
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    for each in rounds:
        players = [player for pair in each for player in pair]
        assert len(players) == len(set(players)) == count - count % 2


def test_round_robin_balances_the_first_seat() -> None:
    for count in range(2, 12):
        firsts = Counter(pair[0] for each in round_robin(count) for pair in each)
        assert max(firsts.values()) - min(firsts[i] for i in range(count)) <= 2, count


def test_match_plays_each_opening_in_both_seats() -> None:
    plan = Plan(format="match", players=("A", "B"), contests=(LOA,), pairs=3, openings={"loa": 2})
    results = play_all(schedule(plan), by_strength(plan))
    assert [(r.spec.id, r.spec.opening, r.spec.first) for r in results] == [
        ("r1-0v1.loa.p1a", 0, "A"),
        ("r1-0v1.loa.p1b", 0, "B"),
        ("r1-0v1.loa.p2a", 1, "B"),
        ("r1-0v1.loa.p2b", 1, "A"),
        ("r1-0v1.loa.p3a", 0, "A"),
        ("r1-0v1.loa.p3b", 0, "B"),
    ]
    assert [r.spec.number for r in results] == list(range(6))


def test_cup_plays_every_contest_in_every_meeting() -> None:
    plan = Plan(format="round-robin", players=("A", "B", "C"), contests=(LAG, LOA, LOT), pairs=2)
    made = schedule(plan)
    results = play_all(made, by_strength(plan))
    assert len(results) == made.total == 3 * 3 * 2 * 2
    counted = Counter((r.spec.contest, frozenset((r.spec.first, r.spec.second))) for r in results)
    assert set(counted.values()) == {4}
    seats = Counter((r.spec.contest, r.spec.first, r.spec.second) for r in results)
    assert set(seats.values()) == {2}
    assert len({r.spec.id for r in results}) == len({r.spec.seed for r in results}) == len(results)


def test_gauntlet_sets_the_heads_against_all_others() -> None:
    plan = Plan(format="gauntlet", players=("H1", "H2", "A", "B", "C"), contests=(LAG,), heads=2)
    met = Counter(
        frozenset((r.spec.first, r.spec.second)) for r in play_all(schedule(plan), by_strength(plan))
    )
    assert met == {frozenset((head, other)): 2 for head in ("H1", "H2") for other in "ABC"}


def test_seeds_follow_the_plan_and_the_game_alone() -> None:
    def seeds(seed: int) -> list[int]:
        plan = Plan(format="match", players=("A", "B"), contests=(LAG,), pairs=4, seed=seed)
        return [r.spec.seed for r in play_all(schedule(plan), by_strength(plan))]

    assert seeds(7) == seeds(7)
    assert not set(seeds(7)) & set(seeds(8))
