"""The SPRT: published log-likelihood ratios, its error rates, and that it always ends."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from bots.tournament.statistics import Counts, Sprt, SprtError, counts_of, score_of_elo
from bots.tournament.statistics.sprt import EloModel


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "pairs", "llr"),
    [
        # fastchess, app/tests/sprt_test.cpp
        ("normalized", 0, 2, [365, 16618, 36029 + 200, 16974, 390], 2.25),
        ("normalized", -1.75, 0.25, [127, 4883, 10311 + 401, 5150, 104], 3.01),
        ("normalized", 0, 5, [0, 0, 0, 0, 5550], 111.82),
        ("logistic", 0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246], -3.07),
        ("logistic", 0, 2, [871, 26175, 55003 + 980, 26678, 821], -4.98),
        # fishtest, server/fishtest/stats/LLRcalc.py run on the examples of stat_util.py
        ("logistic", -3, 1, [10789, 19328, 33806, 19402, 10543], 2.131),
        ("normalized", -3, 1, [10789, 19328, 33806, 19402, 10543], 0.301),
        ("logistic", -3, 1, [1187, 7410, 13475, 7378, 1164], 2.862),
        ("normalized", 0, 5, [1187, 7410, 13475, 7378, 1164], -8.126),
        ("logistic", 0, 5, [39, 2226, 31451, 2412, 40], -68.719),
        ("normalized", 0, 5, [39, 2226, 31451, 2412, 40], 2.848),
        ("normalized", 0, 50, [39, 2226, 31451, 2412, 40], -684.320),
        ("logistic", 0, 50, [0, 0, 0, 0, 100], 13.359),
        ("normalized", 0, 50, [100, 0, 0, 0, 0], -22.244),
    ],
)
def test_published_pentanomial_figures(
    model: EloModel, elo0: float, elo1: float, pairs: list[int], llr: float
) -> None:
    found = Sprt(elo0=elo0, elo1=elo1, model=model).llr(counts_of(pairs))
    assert found == pytest.approx(llr, abs=0.006, rel=3e-4)


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "games", "llr"),
    [
        # fastchess, app/tests/sprt_test.cpp
        ("normalized", 0, 2, (36027, 68692, 36433), 0.92),
        ("normalized", -1.75, 0.25, (10650, 20431, 10871), 2.30),
        ("normalized", 0, 10, (0, 0, 4250), 120.56),
        ("logistic", 0.5, 2.5, (21184, 40708, 21404), -1.57),
        ("logistic", 0, 2, (57030, 106593, 57433), -2.59),
    ],
)
def test_published_trinomial_figures(
    model: EloModel, elo0: float, elo1: float, games: tuple[int, int, int], llr: float
) -> None:
    found = Sprt(elo0=elo0, elo1=elo1, model=model).llr(counts_of(singles=games))
    assert found == pytest.approx(llr, abs=0.02)


MODELS: list[EloModel] = ["normalized", "logistic"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("cell", range(5))
def test_finite_on_one_sided_data_and_stops(model: EloModel, cell: int) -> None:
    """All won, all lost, all drawn: the ratio never is NaN, and before long decides."""
    test = Sprt(elo0=0, elo1=10, model=model)
    for count in (1, 2, 3, 10, 100, 1000, 10**4, 10**6):
        pairs = [0] * 5
        pairs[cell] = count
        state = test.state(counts_of(pairs))
        assert math.isfinite(state.llr)
        if count == 1:
            assert state.verdict is None, "one pair decides nothing"
        if count == 10**4:
            assert state.verdict == ("H1" if cell > 2 else "H0")


@given(
    st.lists(st.integers(0, 10**6), min_size=5, max_size=5),
    st.floats(-1000, 990),
    st.floats(0.5, 500),
    st.sampled_from(MODELS),
)
def test_finite_on_any_counts_and_bounds(
    pairs: list[int], elo0: float, width: float, model: EloModel
) -> None:
    test = Sprt(elo0=elo0, elo1=min(1000, elo0 + width), model=model)
    test.check()
    assert math.isfinite(test.llr(counts_of(pairs)))


@given(st.lists(st.integers(0, 10**4), min_size=5, max_size=5), st.floats(0.5, 30), st.sampled_from(MODELS))
def test_exchanging_players_and_hypotheses_changes_the_sign(
    pairs: list[int], elo: float, model: EloModel
) -> None:
    counts = counts_of(pairs)
    test = Sprt(elo0=-elo, elo1=elo, model=model)
    assert test.llr(counts.reversed()) == pytest.approx(-test.llr(counts), rel=1e-5, abs=1e-6)


def test_no_games_decide_nothing() -> None:
    state = Sprt(elo0=0, elo1=5).state(Counts())
    assert (state.llr, state.verdict, state.basis) == (0.0, None, "games")


def test_the_bounds_are_walds_and_the_output_names_the_model() -> None:
    state = Sprt(elo0=0, elo1=5, alpha=0.05, beta=0.10).state(counts_of((2, 10, 40, 12, 4)))
    assert state.lower == pytest.approx(math.log(0.10 / 0.95))
    assert state.upper == pytest.approx(math.log(0.90 / 0.05))
    assert "normalized Elo" in str(state)
    assert "undecided" in str(state)
    logistic = Sprt(elo0=0, elo1=5, model="logistic").state(counts_of((0, 0, 0, 0, 4000)))
    assert "[0, 5] logistic Elo" in str(logistic)
    assert "H1 accepted" in str(logistic)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("count", [1, 7, 1000, 10**6])
def test_draws_alone_say_nothing_between_bounds_even_about_nought(model: EloModel, count: int) -> None:
    """Only the number of games ends such a match: neither hypothesis is the likelier one."""
    state = Sprt(elo0=-5, elo1=5, model=model).state(counts_of((0, 0, count, 0, 0)))
    assert state.llr == pytest.approx(0, abs=1e-6)
    assert state.verdict is None


def test_only_whole_pairs_decide() -> None:
    wide = Sprt(elo0=-1000, elo1=1000, model="logistic")
    state = wide.state(counts_of(singles=(0, 0, 9)))
    assert state.llr > state.upper
    assert state.verdict is None
    assert wide.state(counts_of((0, 0, 0, 0, 9))).verdict == "H1"


def test_what_was_accepted_stands() -> None:
    state = Sprt(elo0=0, elo1=5).state(counts_of((9, 90, 200, 91, 9)), accepted="H1")
    assert state.lower < state.llr < state.upper
    assert state.verdict == "H1"
    assert "H1 accepted" in str(state)


@pytest.mark.parametrize("model", MODELS)
def test_it_is_known_how_many_pairs_a_decision_takes_at_least(model: EloModel) -> None:
    test = Sprt(elo0=0, elo1=50, model=model)
    least = next(pairs for pairs in range(1, 100) if test.decidable(pairs))
    assert 5 < least < 30
    for cell in range(5):
        pairs = [0] * 5
        pairs[cell] = least - 1
        assert test.state(counts_of(pairs)).verdict is None


@pytest.mark.parametrize(
    ("test", "field"),
    [
        (Sprt(elo0=0, elo1=0), "elo1"),
        (Sprt(elo0=5, elo1=0), "elo1"),
        (Sprt(elo0=0, elo1=float("nan")), "elo1"),
        (Sprt(elo0=-5000, elo1=0), "elo0"),
        (Sprt(elo0=0, elo1=5, alpha=0), "alpha"),
        (Sprt(elo0=0, elo1=5, beta=0.7), "beta"),
    ],
)
def test_what_is_no_test_is_refused(test: Sprt, field: str) -> None:
    with pytest.raises(SprtError) as caught:
        test.check()
    assert caught.value.field == field


# README of vdbergh/pentanomial: self play with draw_elo 327 and opening biases -90 and 200
PUBLISHED_SELF_PLAY = (0.0159, 0.2189, 0.5303, 0.2189, 0.0159)


def bayeselo_pairs(elo: float, draw_elo: float = 327, biases: tuple[float, ...] = (-90, 200)) -> list[float]:
    """Return the pentanomial of the BayesElo model, as that README describes it."""

    def games(lead: float) -> tuple[float, float, float]:
        win = 1 / (1 + 10 ** ((draw_elo - lead) / 400))
        loss = 1 / (1 + 10 ** ((draw_elo + lead) / 400))
        return loss, 1 - win - loss, win

    cells = [0.0] * 5
    for bias in biases:
        for i, p in enumerate(games(elo + bias)):
            for j, q in enumerate(games(elo - bias)):
                cells[i + j] += p * q / len(biases)
    return cells


def bayeselo_of(elo: float) -> float:
    """Return the BayesElo lead that scores like a lead in logistic Elo."""

    def excess(lead: float) -> float:
        return sum(i * p for i, p in enumerate(bayeselo_pairs(lead))) / 4 - score_of_elo(elo)

    return float(brentq(excess, -1000, 1000))


def test_the_model_of_the_simulation_is_the_published_one() -> None:
    assert bayeselo_pairs(0) == pytest.approx(PUBLISHED_SELF_PLAY, abs=6e-5)


def run(test: Sprt, cells: list[float], rng: np.random.Generator, batch: int) -> tuple[str | None, int]:
    """Return the verdict and the pairs it took; looked at every `batch` pairs."""
    counts = [0] * 5
    for played in range(batch, 40_000, batch):
        counts = [a + b for a, b in zip(counts, rng.multinomial(batch, cells).tolist(), strict=True)]
        verdict = test.state(counts_of(counts)).verdict
        if verdict is not None:
            return verdict, played
    return None, 40_000


def simulate(matches: int, batch: int) -> tuple[float, float, float]:
    """Return how often H1 is accepted at elo1 and at elo0, and the mean number of games at elo1."""
    rng = np.random.default_rng(5)
    at_elo1, at_elo0 = bayeselo_pairs(bayeselo_of(10)), bayeselo_pairs(0)
    test = Sprt(elo0=0, elo1=10, model="logistic")
    passed = [run(test, at_elo1, rng, batch) for _ in range(matches)]
    failed = [run(test, at_elo0, rng, batch) for _ in range(matches)]
    assert None not in {verdict for verdict, _ in passed + failed}
    return (
        sum(verdict == "H1" for verdict, _ in passed) / matches,
        sum(verdict == "H1" for verdict, _ in failed) / matches,
        2 * sum(played for _, played in passed) / matches,
    )


def test_error_rates_are_as_designed() -> None:
    power, mistakes, games = simulate(40, 25)
    assert power >= 0.85
    assert mistakes <= 0.15
    assert 1000 < games < 4000


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_error_rates_are_as_published() -> None:
    """That README: 0.950 passed, after 1806 games on the mean; it corrects for overshoot, we do not."""
    power, mistakes, games = simulate(500, 4)
    assert 0.935 <= power <= 0.975
    assert mistakes <= 0.065
    assert 1750 <= games <= 2050
