"""Ending games early by rule: each rule is optional, and its outcome carries what it counted.

Scores are the players' own words, so every rule here wants them to hold for several moves in a row.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from bots.players.score import Score
from bots.tournament.outcome import Outcome, Seat, adjudicated, other_seat

Count = Annotated[int, Meta(ge=1, le=100_000)]


class ResignRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player whose own score is at most `-score` centipawns for `moves` of its moves in a row has lost.

    both -- the opponent's score must say the same (at least `score`) for as many of its moves
    """

    score: Count = 800
    moves: Count = 4
    both: bool = True


class DrawRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Drawn when both players' scores stay within `score` centipawns of 0 for `moves` moves each.

    after -- plies of the game before which nothing is counted
    """

    score: Annotated[int, Meta(ge=0, le=100_000)] = 10
    moves: Count = 8
    after: Annotated[int, Meta(ge=0, le=100_000)] = 40


class Adjudication(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules in force; None or False is off.

    plies -- the game is drawn after so many plies
    proven -- a result that both players' last scores claim as proved is given at once
    """

    plies: Count | None = None
    resign: ResignRule | None = None
    draw: DrawRule | None = None
    proven: bool = False


class Adjudicator:
    """Watches one game; a move that ends the game by its own rules is never shown to it."""

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        self._listening = rules.proven or rules.resign is not None or rules.draw is not None
        self._last: dict[Seat, Score | None] = {"first": None, "second": None}
        self._losing: dict[Seat, int] = {"first": 0, "second": 0}
        self._winning: dict[Seat, int] = {"first": 0, "second": 0}
        self._level: dict[Seat, int] = {"first": 0, "second": 0}

    def see(self, seat: Seat, score: str | None, ply: int) -> Outcome | None:
        """Take the move that makes the game `ply` plies long; return the outcome if a rule ends the game."""
        if not self._listening:
            return self._too_long(ply)
        said = _read(score)
        self._last[seat] = said
        self._count(seat, said, ply)
        return self._proven() or self._resigned(seat) or self._drawn() or self._too_long(ply)

    def _count(self, seat: Seat, said: Score | None, ply: int) -> None:
        if (resign := self._rules.resign) is not None:
            limit = Score("cp", resign.score)
            losing = said is not None and said <= limit.turned()
            winning = said is not None and said >= limit
            self._losing[seat] = self._losing[seat] + 1 if losing else 0
            self._winning[seat] = self._winning[seat] + 1 if winning else 0
        if (draw := self._rules.draw) is not None:
            level = said is not None and _is_level(said, draw.score) and ply > draw.after
            self._level[seat] = self._level[seat] + 1 if level else 0

    def _proven(self) -> Outcome | None:
        first, second = self._last["first"], self._last["second"]
        if not self._rules.proven or first is None or second is None:
            return None
        if first.kind == second.kind == "draw":
            return adjudicated("proven", {})
        if (first.kind, second.kind) in {("win", "loss"), ("loss", "win")}:
            winner: Seat = "first" if first.kind == "win" else "second"
            return adjudicated("proven", {"first": first.value, "second": second.value}, winner)
        return None

    def _resigned(self, seat: Seat) -> Outcome | None:
        rule = self._rules.resign
        if rule is None:
            return None
        for loser in (seat, other_seat(seat)):
            winner = other_seat(loser)
            agreed = not rule.both or self._winning[winner] >= rule.moves
            if self._losing[loser] >= rule.moves and agreed:
                counters = {"moves": self._losing[loser], "limit": rule.moves, "score": rule.score}
                return adjudicated("resign", counters, winner)
        return None

    def _drawn(self) -> Outcome | None:
        rule = self._rules.draw
        if rule is None or min(self._level.values()) < rule.moves:
            return None
        counters = {"moves": min(self._level.values()), "limit": rule.moves, "score": rule.score}
        return adjudicated("score", counters)

    def _too_long(self, ply: int) -> Outcome | None:
        limit = self._rules.plies
        return (
            adjudicated("plies", {"plies": ply, "limit": limit})
            if limit is not None and ply >= limit
            else None
        )


def _read(score: str | None) -> Score | None:
    """Read what a player says of its position; nonsense is no opinion."""
    if score is None:
        return None
    try:
        return Score.parse(score)
    except ValueError:
        return None


def _is_level(said: Score, within: int) -> bool:
    return said.kind == "draw" or (said.kind == "cp" and abs(said.value) <= within)
