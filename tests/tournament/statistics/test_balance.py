"""What the seats and LOT's swap were worth, by contest and by opening."""

from bots.tournament.game import GameResult
from bots.tournament.outcome import by_rule, voided
from bots.tournament.schedule import Plan, schedule
from bots.tournament.statistics import balance_by_contest, balance_by_opening
from tests.tournament.helpers import LAG, LOT

UNSWAPPED = {"first": "black", "second": "white"}
SWAPPED = {"first": "white", "second": "black"}


def results() -> list[GameResult]:
    plan = Plan(
        format="match", players=("A", "B"), contests=(LAG, LOT), pairs=3, openings={"lag": 1, "lot": 2}
    )
    lots = lags = 0
    found = []
    for spec in iter(schedule(plan).next, None):
        assert spec is not None
        if spec.contest == "lag":
            lags += 1
            outcome = voided("disk full") if lags == 6 else by_rule("white", "no-move", SWAPPED)
            found.append(GameResult(spec=spec, outcome=outcome))
        else:
            lots += 1
            swapped = lots in {2, 3, 6}
            seats = SWAPPED if swapped else UNSWAPPED
            result = "draw" if lots == 4 else "black"
            found.append(GameResult(spec=spec, outcome=by_rule(result, "line", seats), swapped=swapped))
    return found


def test_by_contest() -> None:
    lag, lot = balance_by_contest(results())
    assert (lag.contest, lag.first, lag.draws, lag.second, lag.swapped) == ("lag", 5, 0, 0, 0)
    assert (lag.white, lag.black) == (5, 0)
    assert lag.advantage.low > 0
    assert lag.advantage.one_sided
    # black won five of six; in the three swapped games black was the second seat
    assert (lot.first, lot.draws, lot.second, lot.games) == (2, 1, 3, 6)
    assert (lot.black, lot.white) == (5, 0)
    assert (lot.swapped, lot.swapped_first, lot.swapped_draws) == (3, 0, 0)


def test_by_opening_adds_up_to_the_contest() -> None:
    found = balance_by_opening(results())
    assert [(each.contest, each.opening) for each in found] == [("lag", 0), ("lot", 0), ("lot", 1)]
    assert sum(each.games for each in found) == 11
    assert sum(each.swapped for each in found) == 3
    assert found[1].games == 4
