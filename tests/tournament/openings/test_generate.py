"""Generated openings: legal, undecided, all different, the same for the same seed."""

from itertools import islice

import pytest

from bots.tournament.game import Contest, Opening, contest
from bots.tournament.openings import OpeningError, candidates, generate, play_opening
from bots.tournament.openings.symmetry import Sameness
from engine.games import State
from protocol.errors import RequestError
from tests.tournament.helpers import LAG, LOA, LOT

CONTESTS = [
    LAG,
    LOA,
    LOT,
    contest("lag", size=3),
    contest("loa", size=6, setup="scrambled"),
    contest("lot", pie="off"),
]


@pytest.mark.parametrize("made", CONTESTS, ids=lambda made: made.name)
def test_legal_undecided_and_all_different(made: Contest) -> None:
    openings = generate(made, 60, 4, seed=7)
    assert len({opening.moves for opening in openings}) == 60
    sameness = Sameness(made.game, made.options)
    states = [play_opening(made, opening) for opening in openings]
    assert len({sameness.key(state) for state in states}) == 60
    for state in states:
        assert not state.over
        assert state.ply == 4
        assert "swap" not in state.history
        mover = state.turn
        for move in state.moves():
            after = state.copy()
            after.play([move])
            assert move == "swap" or after.result != mover


def test_the_seed_decides() -> None:
    assert generate(LOA, 20, 3, seed=1) == generate(LOA, 20, 3, seed=1)
    assert generate(LOA, 20, 3, seed=1) != generate(LOA, 20, 3, seed=2)
    assert generate(LOA, 10, 3, seed=1) == generate(LOA, 20, 3, seed=1)[:10], "more are a longer list"


@pytest.mark.parametrize(
    ("made", "plies", "count"),
    [
        (LOA, 1, 18 // 2),  # 36 moves; four symmetries of the start, but for the moves on its axes
        (LOT, 1, 10),  # 49 cells, eight symmetries
        (LAG, 1, 6),  # 12 moves, one mirror
        (contest("lag", size=3), 1, 4),
        (LAG, 0, 1),
    ],
)
def test_symmetric_openings_are_one(made: Contest, plies: int, count: int) -> None:
    assert len(list(candidates(made, plies, seed=3))) == count
    with pytest.raises(
        OpeningError, match=f"only {count} of {count + 1} different openings of {plies} plies"
    ):
        generate(made, count + 1, plies, seed=3)


def test_transposed_openings_are_one() -> None:
    sameness = Sameness("loa", {})
    one = play_opening(LOA, Opening(moves=("b1-b3", "a4-c4", "g1-g3")))
    other = play_opening(LOA, Opening(moves=("g1-g3", "a4-c4", "b1-b3")))
    mirrored = play_opening(LOA, Opening(moves=("g1-g3", "h4-f4", "b1-b3")))
    different = play_opening(LOA, Opening(moves=("b1-b3", "a4-c4", "g1-e3")))
    assert sameness.key(one) == sameness.key(other) == sameness.key(mirrored) != sameness.key(different)


def test_the_filter_keeps_what_is_balanced() -> None:
    def evaluate(state: State) -> int | None:
        legal = state.legal
        return None if legal % 5 == 0 else 10 * (legal - 30)

    openings = generate(LOA, 15, 4, seed=2, evaluate=evaluate, margin=40)
    for opening in openings:
        score = evaluate(play_opening(LOA, opening))
        assert score is not None
        assert abs(score) <= 40
    found: list[int] = []
    assert generate(LOA, 15, 4, seed=2, evaluate=evaluate, margin=40, progress=found.append) == openings
    assert found == list(range(1, 16))


def test_hopeless_filters_end_and_say_so() -> None:
    with pytest.raises(OpeningError, match=r"only 0 of 2 .* within 5 hundredths .* wider margin"):
        generate(LOA, 2, 2, seed=1, evaluate=lambda _: 999, margin=5)
    with pytest.raises(OpeningError, match="only 0 of 1"):
        generate(contest("lag", size=3), 1, 500, seed=1)


def test_unknown_games_and_options_are_told() -> None:
    with pytest.raises(RequestError, match="nim"):
        next(candidates(contest("nim"), 2, seed=1))
    with pytest.raises(RequestError):
        next(candidates(contest("loa", size=99), 2, seed=1))


def test_candidates_are_a_stream() -> None:
    assert len(list(islice(candidates(LOT, 6, seed=4), 200))) == 200
