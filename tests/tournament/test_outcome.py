"""Outcomes: whose they are, also after LOT's swap, and what contradicts itself."""

import pytest

from bots.tournament.game import GameResult, contest
from bots.tournament.outcome import (
    FORFEITS,
    Ending,
    Outcome,
    OutcomeError,
    adjudicated,
    by_rule,
    forfeit,
    seat_of,
    voided,
)
from bots.tournament.schedule import Plan, schedule
from engine import games
from tests.tournament.helpers import LOT

# Black has three stacks in a row to make; the same game with and without a swap at ply 1.
LINE = ["a1", "a7", "a2", "b7", "a3:a1-a3^a1", "d7", "b1", "e7", "b2", "g7", "b3:b1-b3^b1", "g5"]
WIN = ["c1", "g3", "c2", "f5", "c3:c1-c3^c1"]


def test_black_wins_for_whoever_has_black() -> None:
    """The second player swaps after a1: black's pieces, and so black's line, are then its own."""
    plan = Plan(format="match", players=("A", "B"), contests=(LOT,))
    spec = schedule(plan).next()
    assert spec is not None
    for moves, winner in ((LINE + WIN, "A"), (["a1", "swap", *LINE[1:], *WIN], "B")):
        state = games.begin("lot")
        games.play(state, moves)
        assert (state.result, state.reason) == ("black", "line")
        outcome = by_rule("black", "line", state.seats)
        result = GameResult(spec=spec, outcome=outcome, swapped="swap" in moves)
        assert result.winner == winner
        assert result.score(winner) == 1
        assert outcome.colour == "black"


def test_first_is_white_where_white_moves_first() -> None:
    assert seat_of("white", games.begin("lag").seats) == "first"
    assert seat_of("black", games.begin("loa").seats) == "first"
    with pytest.raises(OutcomeError, match="no seat has colour 'red'"):
        seat_of("red", {"first": "black", "second": "white"})


@pytest.mark.parametrize("ending", sorted(FORFEITS))
def test_a_forfeit_is_lost_by_who_was_at_fault(ending: Ending) -> None:
    outcome = forfeit(ending, "first", "reason")
    assert (outcome.winner, outcome.loser) == ("second", "first")
    assert (outcome.score("first"), outcome.score("second")) == (0, 1)
    assert outcome.abnormal


def test_a_void_game_is_nobodys() -> None:
    outcome = voided("disk full")
    assert (outcome.score("first"), outcome.score("second"), outcome.winner) == (None, None, None)
    assert outcome.abnormal
    with pytest.raises(OutcomeError, match="not a player's fault"):
        forfeit(Ending.VOID, "first")


def test_an_adjudication_keeps_its_rule_and_counters() -> None:
    drawn = adjudicated("plies", {"plies": 200, "limit": 200})
    assert (drawn.score("first"), drawn.reason, drawn.counters["plies"]) == (0.5, "plies", 200)
    assert not drawn.abnormal
    assert adjudicated("resign", {"moves": 4}, "second").score("second") == 1


@pytest.mark.parametrize(
    ("ending", "winner"),
    [(Ending.WIN, None), (Ending.DRAW, "first"), (Ending.VOID, "second"), (Ending.CRASH, None)],
)
def test_contradictions_are_refused(ending: Ending, winner: str | None) -> None:
    with pytest.raises(OutcomeError, match="cannot have winner"):
        Outcome(ending=ending, winner=winner)  # type: ignore[arg-type]


def test_a_contest_is_named_after_its_options() -> None:
    assert contest("loa", size=6, setup="scrambled").name == "loa setup=scrambled size=6"
    assert contest("lag").name == "lag"
