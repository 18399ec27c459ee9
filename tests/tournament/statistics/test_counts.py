"""Counting games and pairs, whatever the order they come in."""

import random

from hypothesis import given
from hypothesis import strategies as st

from bots.tournament.game import GameResult
from bots.tournament.outcome import Ending, forfeit, voided
from bots.tournament.schedule import Plan, schedule
from bots.tournament.statistics import Counts, counts_of, tally
from tests.tournament.helpers import LAG, LOT, by_score, play_all, won

SCORES = st.sampled_from((0.0, 0.5, 1.0))


@given(st.lists(st.tuples(SCORES, SCORES)), st.lists(SCORES))
def test_pairs_and_singles_add_up(pairs: list[tuple[float, float]], singles: list[float]) -> None:
    counts = Counts()
    for one, other in pairs:
        counts.pair(one, other)
    for score in singles:
        counts.single(score)
    assert counts.games == 2 * len(pairs) + len(singles)
    assert counts.points == sum(map(sum, pairs)) + sum(singles)
    assert sum(counts.pairs) == len(pairs)
    assert sum(counts.singles) == len(singles)
    assert counts.reversed().points == counts.games - counts.points
    assert counts.reversed().reversed() == counts


def test_a_pair_of_one_point_is_one_cell() -> None:
    counts = Counts()
    counts.pair(1, 0)
    counts.pair(0.5, 0.5)
    assert counts.pairs == [0, 0, 2, 0, 0]
    assert (counts.wins, counts.draws, counts.losses) == (1, 2, 1)
    assert counts_of([0, 0, 2, 0, 0]).draws == 4


def test_the_order_of_results_does_not_matter() -> None:
    plan = Plan(format="round-robin", players=("A", "B", "C"), contests=(LAG, LOT), pairs=6)
    rng = random.Random(1)
    results = play_all(schedule(plan), lambda spec: by_score(spec, rng.choice((0, 0.5, 1))))
    whole = tally(plan.players, results)
    for _ in range(5):
        rng.shuffle(results)
        again = tally(plan.players, results)
        for contest in ("lag", "lot", None):
            assert again.counts("A", "B", contest) == whole.counts("A", "B", contest)
            assert again.counts("A", "B", contest) == again.counts("B", "A", contest).reversed()
            assert sum(again.counts("A", "B", contest).singles) == 0
        assert again.line("C") == whole.line("C")
    assert whole.line("A").counts.games == 48
    assert sum(line.counts.points for line in whole.lines()) == len(results) == whole.games


def test_incomplete_pairs_and_void_games() -> None:
    plan = Plan(format="match", players=("A", "B"), contests=(LAG,), pairs=3)
    made = schedule(plan)
    specs = [spec for spec in iter(made.next, None) if spec is not None]
    results = [
        won(specs[0], "first"),
        won(specs[1], "first"),
        GameResult(spec=specs[2], outcome=voided("disk full")),
        GameResult(spec=specs[3], outcome=forfeit(Ending.STALL, "first")),
        won(specs[4], "second"),
    ]
    counted = tally(plan.players, results)
    counts = counted.counts("A", "B")
    assert counts.pairs == [0, 0, 1, 0, 0]
    # single: the game beside the void one, and the one whose partner is to come; A lost both
    assert (counts.singles, counts.wins, counts.draws, counts.losses) == ([2, 0, 0], 1, 0, 3)
    assert (counted.games, counted.void) == (4, 1)
    assert counted.endings == {Ending.WIN: 3, Ending.VOID: 1, Ending.STALL: 1}
    loser = specs[3].first
    assert counted.line(loser).forfeits == {"stall": 1}
