"""The report as one JSON document, for programs."""

from itertools import combinations
from typing import Any

import msgspec

from bots.tournament.game import GameResult
from bots.tournament.records import Reader
from bots.tournament.report.summary import Summary, summarise
from bots.tournament.schedule import Standing
from bots.tournament.statistics import Balance, estimate


def json_report(reader: Reader) -> dict[str, Any]:
    """Return `tournament`, `games`, `pairings`, `ratings` and more, as plain data without NaN.

    pairings -- each two players that met, in each contest and (contest null) in all together if there
        are several: counts of games and of pairs, and the estimate of the first player's lead
    ratings -- by contest, and under `pooled` of all together
    """
    summary = summarise(reader)
    tournament = summary.tournament
    return {
        "tournament": {
            "name": tournament.name,
            "format": tournament.plan.format,
            "players": list(tournament.plan.players),
            "contests": [msgspec.to_builtins(each) for each in tournament.plan.contests],
            "seed": tournament.plan.seed,
            "created": tournament.created,
            "version": tournament.version,
            "finished": summary.finished,
            "total": summary.total,
            "void": summary.tally.void,
        },
        "games": [_game(result) for result in summary.results],
        "pairings": _pairings(summary),
        "ratings": {
            section.contest or "pooled": msgspec.to_builtins(section.ratings) for section in summary.sections
        },
        "sprt": msgspec.to_builtins(summary.sprt),
        "standings": [_standing(line) for line in summary.standings],
        "balance": [_balance(each) for each in (*summary.by_contest, *summary.by_opening)],
        "endings": {str(ending): count for ending, count in summary.tally.endings.items()},
        "forfeits": summary.tally.forfeits,
        "events": summary.events,
    }


def _game(result: GameResult) -> dict[str, Any]:
    spec, outcome = result.spec, result.outcome
    return {
        "id": spec.id,
        "contest": spec.contest,
        "round": spec.round,
        "pair": spec.pair,
        "opening": spec.opening,
        "first": spec.first,
        "second": spec.second,
        "winner": result.winner,
        "score": outcome.score("first"),
        "ending": str(outcome.ending),
        "reason": outcome.reason,
        "plies": result.plies,
        "swapped": result.swapped,
        "seconds": result.seconds,
    }


def _pairings(summary: Summary) -> list[dict[str, Any]]:
    found = []
    for section in summary.sections:
        for a, b in combinations(summary.tournament.plan.players, 2):
            counts = summary.tally.counts(a, b, section.contest)
            if not counts.games:
                continue
            found.append(
                {
                    "contest": section.contest,
                    "players": [a, b],
                    "wins": counts.wins,
                    "draws": counts.draws,
                    "losses": counts.losses,
                    "pentanomial": counts.pairs,
                    "unpaired": counts.singles,
                    "estimate": msgspec.to_builtins(estimate(counts)),
                }
            )
    return found


def _balance(balance: Balance) -> dict[str, Any]:
    advantage = balance.advantage
    return {**msgspec.to_builtins(balance), "elo": advantage.elo, "error": advantage.error}


def _standing(line: Standing) -> dict[str, Any]:
    names = ("player", "points", "buchholz", "sonneborn", "games", "byes")
    return {name: getattr(line, name) for name in names}
