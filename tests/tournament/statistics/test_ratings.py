"""Ratings of many players: known strengths recovered, anchors, groups, one-sided data."""

import math

import numpy as np
import pytest

from bots.tournament.game import Contest, GameResult, GameSpec
from bots.tournament.outcome import voided
from bots.tournament.schedule import Plan, schedule
from bots.tournament.statistics import Counts, RatingList, rate
from tests.tournament.helpers import LAG, LOA, by_score, by_strength, drawn, play_all, won

FOUR = ("A", "B", "C", "D")
STRENGTH = {"A": 100.0, "B": 20.0, "C": -30.0, "D": -90.0}


def plan(players: tuple[str, ...] = FOUR, pairs: int = 1, contests: tuple[Contest, ...] = (LAG,)) -> Plan:
    return Plan(format="round-robin", players=players, contests=contests, pairs=pairs)


def games(made: Plan) -> list[GameSpec]:
    return [spec for spec in iter(schedule(made).next, None) if spec is not None]


def elos(rated: RatingList) -> dict[str, float]:
    return {rating.player: rating.elo for rating in rated.ratings}


def simulate(
    specs: list[GameSpec],
    strength: dict[str, float],
    advantage: float,
    draws: float,
    rng: np.random.Generator,
) -> list[GameResult]:
    leads = np.array([strength[s.first] - strength[s.second] + advantage for s in specs])
    expected = 1 / (1 + 10 ** (-leads / 400))
    drawn = draws * 2 * np.minimum(expected, 1 - expected)
    chance = rng.random(len(specs))
    scores = ((chance > 1 - expected - drawn / 2) * 0.5) + ((chance > 1 - expected + drawn / 2) * 0.5)
    return [by_score(spec, score) for spec, score in zip(specs, scores.tolist(), strict=True)]


def coverage(runs: int, pairs: int) -> tuple[float, float]:
    """Return how often the intervals held the true ratings, and the true advantage."""
    truth = {"A": 120.0, "B": 40.0, "C": -10.0, "D": -150.0}
    specs, rng = games(plan(pairs=pairs)), np.random.default_rng(11)
    held = held_advantage = 0
    for _ in range(runs):
        rated = rate(FOUR, simulate(specs, truth, 60, 0.7, rng))
        held += sum(r.low <= truth[r.player] <= r.high for r in rated.ratings)
        advantage = rated.advantages[0]
        held_advantage += abs(advantage.elo - 60) <= advantage.error
    return held / runs / len(FOUR), held_advantage / runs


def test_known_ratings_are_recovered() -> None:
    ratings, advantage = coverage(30, pairs=50)
    assert ratings >= 0.88
    assert advantage >= 0.85


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("pairs", [15, 50])
def test_intervals_hold_the_truth_in_95_of_100_tournaments(pairs: int) -> None:
    ratings, advantage = coverage(1000, pairs)
    assert 0.935 <= ratings <= 0.97
    assert 0.93 <= advantage <= 0.97


def test_two_players_agree_with_elo_of_their_score() -> None:
    specs = games(plan(("A", "B"), pairs=500))
    results = [
        by_score(spec, 1 if (spec.first == "A") == (i // 2 % 20 < 13) else 0) for i, spec in enumerate(specs)
    ]
    counts = Counts()
    for result in results:
        counts.single(result.score("A") or 0)
    rated = elos(rate(("A", "B"), results))
    assert rated["A"] - rated["B"] == pytest.approx(
        400 * math.log10(counts.score / (1 - counts.score)), abs=0.5
    )


@pytest.mark.parametrize("players", [("A", "B"), FOUR])
def test_one_sided_results_stay_finite_and_in_order(players: tuple[str, ...]) -> None:
    made = plan(players, pairs=20)
    rated = rate(players, play_all(schedule(made), by_strength(made)))
    assert [rating.player for rating in rated.ratings] == list(players)
    for rating in rated.ratings:
        assert all(map(math.isfinite, (rating.elo, rating.low, rating.high)))
        assert 0 < rating.error <= 2000
    assert rated.ratings[0].elo - rated.ratings[-1].elo > 400


def test_all_drawn_are_equal_and_the_first_seat_worth_nothing() -> None:
    rated = rate(FOUR, [drawn(spec) for spec in games(plan(pairs=10))])
    assert list(elos(rated).values()) == pytest.approx([0] * 4, abs=1e-3)
    assert rated.advantages[0].elo == pytest.approx(0, abs=1e-3)
    assert all(math.isfinite(rating.error) and rating.error > 0 for rating in rated.ratings)


def test_the_first_seat_always_winning_is_its_own_doing() -> None:
    rated = rate(FOUR, [won(spec, "first") for spec in games(plan(pairs=10))])
    assert list(elos(rated).values()) == pytest.approx([0] * 4, abs=1e-2)
    assert 300 < rated.advantages[0].elo < 3000


def test_the_anchor_stays_where_it_was_put() -> None:
    made = plan(pairs=10)
    results = simulate(games(made), STRENGTH, 0, 0.5, np.random.default_rng(3))
    free, fixed = rate(FOUR, results), rate(FOUR, results, anchor="C", anchor_elo=1500)
    assert elos(fixed)["C"] == 1500
    assert next(r.error for r in fixed.ratings if r.player == "C") == 0
    shift = 1500 - elos(free)["C"]
    for player in FOUR:
        assert elos(fixed)[player] == pytest.approx(elos(free)[player] + shift, abs=1e-6)
    assert sum(elos(free).values()) == pytest.approx(0, abs=1e-9)
    with pytest.raises(ValueError, match="not among the players"):
        rate(FOUR, results, anchor="E")


def test_players_that_never_met_are_not_compared() -> None:
    two = [*games(plan(("A", "B"), pairs=5)), *games(plan(("C", "D", "E"), pairs=5))]
    results = [by_score(spec, 1 if spec.first in {"A", "C"} else 0.5) for spec in two]
    rated = rate(("A", "B", "C", "D", "E", "F"), results, anchor="B", anchor_elo=100)
    assert rated.groups == 3
    assert {r.player: r.group for r in rated.ratings} == {"C": 0, "D": 0, "E": 0, "A": 1, "B": 1, "F": 2}
    assert sum(elos(rated)[p] for p in "CDE") == pytest.approx(0, abs=1e-9)
    assert elos(rated)["B"] == 100
    alone = rated.ratings[-1]
    assert (alone.player, alone.games, alone.low, alone.high) == ("F", 0, -2000, 2000)


def test_a_pooled_rating_gives_each_contest_its_own_advantage() -> None:
    made = plan(pairs=60, contests=(LAG, LOA))
    truth = STRENGTH
    rng = np.random.default_rng(8)
    lag = simulate([s for s in games(made) if s.contest == "lag"], truth, 120, 0.0, rng)
    loa = simulate([s for s in games(made) if s.contest == "loa"], truth, -60, 0.8, rng)
    rated = rate(FOUR, lag + loa)
    advantages = {each.contest: each for each in rated.advantages}
    assert advantages["lag"].elo == pytest.approx(120, abs=2 * advantages["lag"].error)
    assert advantages["loa"].elo == pytest.approx(-60, abs=2 * advantages["loa"].error)
    assert advantages["lag"].games == len(lag)
    for rating in rated.ratings:
        assert rating.elo == pytest.approx(truth[rating.player], abs=2 * rating.error)
    assert rated.ratings[0].error < rate(FOUR, lag).ratings[0].error


def test_void_games_and_no_games_at_all() -> None:
    specs = games(plan())
    rated = rate(FOUR, [GameResult(spec=spec, outcome=voided("disk full")) for spec in specs])
    assert rated.groups == 4
    assert all(rating.games == 0 and rating.elo == 0 for rating in rated.ratings)
    assert rated.advantages == []
