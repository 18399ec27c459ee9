"""Adjudication: what each rule counts, when it strikes, and what it says of it."""

import pytest

from bots.tournament.match.adjudication import Adjudication, Adjudicator, DrawRule, ResignRule
from bots.tournament.outcome import Outcome, Seat


def watch(rules: Adjudication, *scores: str | None) -> tuple[Outcome | None, int]:
    """Show alternate moves of both players; return the outcome and after how many plies it came."""
    adjudicator = Adjudicator(rules)
    for index, score in enumerate(scores):
        seat: Seat = "second" if index % 2 else "first"
        if (outcome := adjudicator.see(seat, score, index + 1)) is not None:
            return outcome, index + 1
    return None, len(scores)


RESIGN = ResignRule(score=500, moves=2, both=True)
ONE_SIDED = ResignRule(score=500, moves=2, both=False)
DRAW = DrawRule(score=10, moves=2, after=2)


@pytest.mark.parametrize(
    ("rules", "scores", "reason", "winner", "plies"),
    [
        (Adjudication(resign=RESIGN), ["cp:-500", "cp:600", "cp:-700", "cp:600"], "resign", "second", 4),
        (Adjudication(resign=RESIGN), ["loss:5", "win:4", "loss:3", "win:2"], "resign", "second", 4),
        (Adjudication(resign=RESIGN), ["cp:-500", "cp:100", "cp:-700", "cp:100"], None, None, 4),
        (Adjudication(resign=ONE_SIDED), ["cp:-500", "cp:100", "cp:-700"], "resign", "second", 3),
        (Adjudication(resign=ONE_SIDED), ["cp:-500", None, "cp:0", None, "cp:-500"], None, None, 5),
        (Adjudication(resign=ONE_SIDED), ["cp:-500", None, None, None, "cp:-500"], None, None, 5),
        (Adjudication(draw=DRAW), ["cp:0"] * 6, "score", None, 6),
        (Adjudication(draw=DRAW), ["cp:0", "cp:0", "draw", "cp:-10", "cp:11", "cp:0", "cp:0"], None, None, 7),
        (Adjudication(proven=True), ["win:5", "cp:0", "win:3", "loss:2"], "proven", "first", 4),
        (Adjudication(proven=True), ["draw", "draw"], "proven", None, 2),
        (Adjudication(proven=True), ["win:5", "win:6"], None, None, 2),
        (Adjudication(plies=3), [None, "nonsense", None], "plies", None, 3),
        (Adjudication(), ["loss:1", "win:1"] * 100, None, None, 200),
    ],
)
def test_a_rule_strikes_when_it_should(
    rules: Adjudication, scores: list[str | None], reason: str | None, winner: Seat | None, plies: int
) -> None:
    outcome, after = watch(rules, *scores)
    assert after == plies
    if reason is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert (outcome.reason, outcome.winner) == (reason, winner)
