"""Values that the tournament's tests share."""

from collections.abc import Callable

from bots.tournament.game import GameResult, GameSpec, contest
from bots.tournament.outcome import Ending, Outcome, Seat
from bots.tournament.schedule import Plan, Schedule

LAG, LOA, LOT = contest("lag"), contest("loa"), contest("lot")


def won(spec: GameSpec, seat: Seat) -> GameResult:
    """Return a game won by the seat."""
    return GameResult(spec=spec, outcome=Outcome(ending=Ending.WIN, winner=seat, reason="test"))


def drawn(spec: GameSpec) -> GameResult:
    """Return a drawn game."""
    return GameResult(spec=spec, outcome=Outcome(ending=Ending.DRAW, reason="test"))


def by_score(spec: GameSpec, first: float) -> GameResult:
    """Return a game from which the first seat took 0, 0.5 or 1."""
    if first == 0.5:
        return drawn(spec)
    return won(spec, "first" if first == 1 else "second")


def by_strength(plan: Plan) -> Callable[[GameSpec], GameResult]:
    """Return a referee that lets the player earlier in the plan win every game."""

    def play(spec: GameSpec) -> GameResult:
        first_is_better = plan.players.index(spec.first) < plan.players.index(spec.second)
        return won(spec, "first" if first_is_better else "second")

    return play


def play_all(schedule: Schedule, play: Callable[[GameSpec], GameResult]) -> list[GameResult]:
    """Play every game one after another and return the results."""
    results = []
    while (spec := schedule.next()) is not None:
        result = play(spec)
        schedule.finish(result)
        results.append(result)
    return results
