"""Elo, its error and LOS: published figures, one-sided data, and simulated matches."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.tournament.statistics import Counts, counts_of, elo_of_score, estimate, score_of_elo
from bots.tournament.statistics.elo import ELO_LIMIT, trinomial


@pytest.mark.parametrize(
    ("pairs", "elo", "error", "nelo", "nelo_error", "los", "score"),
    [
        # fastchess, app/tests/elo_test.cpp: pentanomial
        ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94, 28.28, 1.0, 0.579),
        ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17, 10.96, 0.0505, 0.488),
        ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01, 2.65, 0.0, 0.470),
    ],
)
def test_pentanomial_figures_of_fastchess(
    pairs: list[int], elo: float, error: float, nelo: float, nelo_error: float, los: float, score: float
) -> None:
    found = estimate(counts_of(pairs))
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.error == pytest.approx(error, abs=0.006)
    assert found.nelo == pytest.approx(nelo, abs=0.006)
    assert found.nelo_error == pytest.approx(nelo_error, abs=0.006)
    assert found.los == pytest.approx(los, abs=0.0001)
    assert found.score == pytest.approx(score, abs=0.001)
    assert found.pairs == sum(pairs)
    assert not found.one_sided


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo", "error", "nelo", "nelo_error", "los"),
    [
        # fastchess, app/tests/elo_test.cpp: games alone
        (136, 96, 111, 40.70, 30.43, 49.77, 36.77, 0.9960),
        (76, 89, 123, None, None, -20.76, 40.13, 0.1553),
        (34, 356, 0, None, None, -508.44, 34.48, 0.0),
    ],
)
def test_trinomial_figures_of_fastchess(
    wins: int,
    losses: int,
    draws: int,
    elo: float | None,
    error: float | None,
    nelo: float,
    nelo_error: float,
    los: float,
) -> None:
    found = estimate(counts_of(singles=(losses, draws, wins)))
    if elo is not None:
        assert (found.elo, found.error) == pytest.approx((elo, error), abs=0.006)
    assert (found.nelo, found.nelo_error) == pytest.approx((nelo, nelo_error), abs=0.006)
    assert found.los == pytest.approx(los, abs=0.0001)
    assert trinomial(counts_of(singles=(losses, draws, wins))) == found


@pytest.mark.parametrize(
    ("pairs", "elo", "error", "los"),
    [
        # what fishtest's server (stats/stat_util.py, get_elo) gives for its own examples
        ([10789, 19328, 33806, 19402, 10543], -0.774, 1.278, 0.118),
        ([1187, 7410, 13475, 7378, 1164], -0.443, 1.730, 0.308),
        ([39, 2226, 31451, 2412, 40], 0.903, 0.663, 0.996),
        ([3, 5, 14, 6, 2], -5.791, 63.885, 0.429),
    ],
)
def test_figures_of_fishtest(pairs: list[int], elo: float, error: float, los: float) -> None:
    found = estimate(counts_of(pairs))
    assert (found.elo, found.error, found.los) == pytest.approx((elo, error, los), abs=0.0006)


def finite(counts: Counts) -> None:
    found = estimate(counts)
    numbers = [found.elo, found.low, found.high, found.error, found.nelo, found.nelo_error]
    assert all(math.isfinite(each) for each in numbers)
    assert -ELO_LIMIT <= found.low <= found.elo <= found.high <= ELO_LIMIT
    assert 0 <= found.los <= 1
    assert found.error > 0 or counts.games > 10**6
    back = estimate(counts.reversed())
    assert back.elo == pytest.approx(-found.elo)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))
    assert back.los == pytest.approx(1 - found.los)


@given(
    st.lists(st.integers(0, 10**5), min_size=5, max_size=5),
    st.lists(st.integers(0, 99), min_size=3, max_size=3),
)
def test_finite_and_symmetric_on_any_counts(pairs: list[int], singles: list[int]) -> None:
    finite(counts_of(pairs, singles))


@pytest.mark.parametrize("count", [1, 2, 10, 1000, 10**6])
@pytest.mark.parametrize("cell", range(5))
def test_finite_on_one_sided_pairs(cell: int, count: int) -> None:
    pairs = [0] * 5
    pairs[cell] = count
    finite(counts_of(pairs))
    found = estimate(counts_of(pairs))
    assert found.one_sided
    if cell == 2:
        assert found.elo == 0
        assert found.los == 0.5
        assert found.low < 0 < found.high


@pytest.mark.parametrize("count", [1, 50, 10**5])
@pytest.mark.parametrize("cell", range(3))
def test_finite_on_one_sided_games(cell: int, count: int) -> None:
    singles = [0] * 3
    singles[cell] = count
    finite(counts_of(singles=singles))


def test_no_games_say_nothing() -> None:
    found = estimate(Counts())
    assert (found.elo, found.low, found.high, found.los) == (0, -ELO_LIMIT, ELO_LIMIT, 0.5)
    assert (found.score, found.draw_rate, found.games) == (0.5, 0, 0)


def test_more_one_sided_data_say_more() -> None:
    estimates = [estimate(counts_of((0, 0, 0, 0, count))) for count in (1, 3, 10, 30, 100)]
    assert [each.elo for each in estimates] == sorted(each.elo for each in estimates)
    assert [each.low for each in estimates] == sorted(each.low for each in estimates)
    assert estimates[2].low > 100, "ten pairs won outright are no accident"


@given(st.floats(-1900, 1900))
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


def davidson(lead: float, draws: float) -> tuple[float, float, float]:
    """Return the chances of loss, draw, win for a lead in Elo; the expected score is not exactly Elo's."""
    weights = (10 ** (-lead / 800), draws, 10 ** (lead / 800))
    return tuple(weight / sum(weights) for weight in weights)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("elo", "draws", "bias"), [(0, 1.0, 0), (35, 0.6, 150), (-120, 0.0, 60), (200, 0.3, 0)]
)
@pytest.mark.parametrize("pairs", [100, 1000])
def test_the_interval_holds_the_true_lead_in_95_of_100_matches(
    elo: float, draws: float, bias: float, pairs: int
) -> None:
    """1,000 matches; openings that favour the first seat by +-bias make the games of a pair depend."""
    rng = np.random.default_rng(1)
    cells = np.zeros(5)
    for favour in (bias, -bias):
        one, other = davidson(elo + favour, draws), davidson(elo - favour, draws)
        for i, p in enumerate(one):
            for j, q in enumerate(other):
                cells[i + j] += p * q / 2
    truth = elo_of_score(float(cells @ np.arange(5)) / 4)
    held = 0
    for counted in rng.multinomial(pairs, cells, size=1000).tolist():
        found = estimate(counts_of(counted))
        held += found.low <= truth <= found.high
    assert 930 <= held <= 970
