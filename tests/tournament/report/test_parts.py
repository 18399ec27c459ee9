"""Choosing games, charts and wording."""

import pytest

from bots.tournament.game import GameResult
from bots.tournament.outcome import Ending, adjudicated, forfeit
from bots.tournament.report.axis import Axis
from bots.tournament.report.charts import Series, ratings_chart, score_chart
from bots.tournament.report.choose import choose
from bots.tournament.report.wording import MINUS, duration, lead, number, outcome_text, points, signed
from bots.tournament.schedule import Plan, schedule
from bots.tournament.statistics import counts_of, estimate, rate
from tests.tournament.helpers import LAG, LOA, by_strength, play_all, won


def results(players: str, pairs: int) -> list[GameResult]:
    plan = Plan(format="round-robin", players=tuple(players), contests=(LAG, LOA), pairs=pairs)
    return play_all(schedule(plan), by_strength(plan))


def test_all_of_a_small_tournament_are_shown() -> None:
    made = results("ABC", 5)
    assert choose(made) == made
    assert choose(made, len(made)) == made


def test_of_a_large_one_all_faults_and_pairs_of_every_meeting() -> None:
    made = results("ABCDEF", 20)
    for index in (37, 444, 801):
        spec = made[index].spec
        made[index] = GameResult(spec=spec, outcome=forfeit(Ending.CRASH, "first"))
    chosen = choose(made, 200)
    assert 190 <= len(chosen) <= 200
    assert [each.spec.number for each in chosen] == sorted({each.spec.number for each in chosen})
    assert {made[index].spec.id for index in (37, 444, 801)} <= {each.spec.id for each in chosen}
    meetings = {(each.spec.encounter, each.spec.contest) for each in chosen}
    assert len(meetings) == 15 * 2
    pairs = [each.spec.pair for each in chosen if not each.outcome.abnormal]
    assert sum(pairs.count(pair) == 1 for pair in set(pairs)) <= 3


def test_faults_take_at_most_half_the_places() -> None:
    made = [GameResult(spec=each.spec, outcome=forfeit(Ending.STALL, "first")) for each in results("AB", 50)]
    made[1::2] = [won(each.spec, "first") for each in made[1::2]]
    chosen = choose(made, 60)
    assert 50 <= len(chosen) <= 60
    assert sum(each.outcome.abnormal for each in chosen) >= 30
    assert any(not each.outcome.abnormal for each in chosen)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-350.5, 1200), (0.47, 0.53), (0, 100_000), (-1e-3, 2e-3)])
@pytest.mark.parametrize("most", [3, 7, 9])
def test_ticks_are_few_round_and_within(low: float, high: float, most: int) -> None:
    ticks = Axis(low, high, 0, 100).ticks(most)
    assert 1 <= len(ticks) <= most
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)


def test_a_rating_chart_clips_what_is_endless() -> None:
    players = ("A", "B", "C", "D<&>")
    plan = Plan(format="round-robin", players=players[:2], contests=(LAG,), pairs=1)
    chart = ratings_chart(rate(players, play_all(schedule(plan), by_strength(plan))), "t")
    assert "A: +" in chart
    assert "D&lt;" not in chart, "no games, no rating to draw"
    assert ratings_chart(rate(players, []), "t") == ""


def test_a_chart_of_nearly_nothing() -> None:
    assert "polyline" in score_chart([Series("A", [(1, 0.5)], [(0.1, 0.9)])], 1, "t")
    assert "<svg" in score_chart([Series("A", [], [])], 0, "t")
    many = [Series(f"P{n}", [(9, 0.5)], []) for n in range(8)]
    drawn = score_chart(many, 9, "t")
    assert all(f">P{n}</text>" in drawn for n in range(8))


def test_numbers_are_written_for_people() -> None:
    assert [number(-0.04, 1), number(-2.5, 1), signed(3.2), signed(-3.2, 1), signed(0)] == [
        "0.0",
        f"{MINUS}2.5",
        "+3",
        f"{MINUS}3.2",
        "0",
    ]
    assert [points(0), points(0.5), points(1), points(12.5)] == ["0", "½", "1", "12½"]
    assert [duration(7), duration(99), duration(600), duration(11_100)] == [
        "7 s",
        "99 s",
        "10 min",
        "3 h 05 min",
    ]


def test_a_lead_is_a_bound_where_the_data_are_one_sided() -> None:
    assert lead(estimate(counts_of((2, 10, 40, 12, 4)))) == "+15.3 ± 33.9"
    assert lead(estimate(counts_of((0, 0, 0, 0, 10)))).startswith("at least +2")
    assert lead(estimate(counts_of((10, 0, 0, 0, 0)))).startswith(f"at most {MINUS}2")
    assert lead(estimate(counts_of((0, 0, 10, 0, 0)))).startswith(f"0 ({MINUS}")
    assert lead(estimate(counts_of())) == f"0 ({MINUS}2000 to +2000)"


def test_an_outcome_names_its_rule_and_counters() -> None:
    assert outcome_text(adjudicated("resign", {"moves": 5, "score": 900}, "first")) == (
        "adjudicated (resign, moves 5, score 900)"
    )
    assert outcome_text(forfeit(Ending.TIME, "first")) == "time forfeit"
