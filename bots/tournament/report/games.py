"""The games of a page as data for its viewer."""

from collections.abc import Sequence
from typing import Any

from bots.draw import render
from bots.tournament.game import Contest, Event, GameRecord, Ply
from bots.tournament.records import Reader
from bots.tournament.report.choose import choose
from bots.tournament.report.positions import Encoder
from bots.tournament.report.summary import Summary
from bots.tournament.report.wording import outcome_text, score_text
from engine import games

BOARD_PIXELS = 520
MOST_LINES = 20
MOST_LETTERS = 2000


def boards(contests: Sequence[Contest]) -> list[str]:
    """Return an empty board of each contest, as SVG; what is in its pieces and cells serves the viewer."""
    drawn = []
    for index, contest in enumerate(contests):
        description = games.describe(contest.game, contest.options)
        turn = description["colours"][0]["name"]
        drawn.append(
            render(description, {}, turn=turn, size=BOARD_PIXELS, prefix=f"b{index}-", title=contest.name)
        )
    return drawn


def viewer_data(reader: Reader, summary: Summary) -> dict[str, Any]:
    """Return everything the viewer steps through; see assets/viewer.js, which reads it."""
    tournament = summary.tournament
    descriptions = [games.describe(each.game, each.options) for each in tournament.plan.contests]
    encoders = {
        contest.name: (index, Encoder(description))
        for index, (contest, description) in enumerate(
            zip(tournament.plan.contests, descriptions, strict=True)
        )
    }
    chosen = choose(summary.results)
    return {
        "contests": [
            {
                "name": contest.name,
                "cells": [cell["name"] for cell in description["cells"]],
                "pieces": [piece["code"] for piece in description["pieces"]],
                "colours": [colour["name"] for colour in description["colours"]],
            }
            for contest, description in zip(tournament.plan.contests, descriptions, strict=True)
        ],
        "games": [_game(reader.record(tournament, result), encoders) for result in chosen],
    }


def _game(record: GameRecord, encoders: dict[str, tuple[int, Encoder]]) -> dict[str, Any]:
    result = record.result
    contest, encoder = encoders[result.spec.contest]
    steps = encoder.steps(record)
    opening = min(len(record.opening.moves), len(steps.moves))
    played = record.plies[: len(steps.moves) - opening]
    return {
        "id": result.spec.id,
        "contest": contest,
        "first": result.spec.first,
        "second": result.spec.second,
        "ending": str(result.outcome.ending),
        "winner": result.outcome.winner,
        "result": score_text(result),
        "said": outcome_text(result.outcome),
        "detail": result.outcome.detail,
        "opening": opening,
        "seat": steps.seat,
        "moves": " ".join(steps.moves),
        "changes": " ".join(each or "-" for each in steps.changes),
        "turns": steps.turns,
        "scores": " ".join(ply.score or "-" for ply in played),
        "depths": _column(played, "depth"),
        "times": [ply.time for ply in played],
        "clocks": _column(played, "clock"),
        "events": [_event(event) for event in record.events],
    }


def _event(event: Event) -> dict[str, Any]:
    """Return an event with the ends of what was said, so that a page of thousands stays small."""
    said = {f"protocol, {seat}": "\n".join(lines[-MOST_LINES:]) for seat, lines in event.lines.items()}
    said |= {f"standard error, {seat}": text for seat, text in event.stderr.items()}
    return {
        "text": f"{event.kind}: {event.text}",
        "said": {name: text[-MOST_LETTERS:] for name, text in said.items() if text},
    }


def _column(plies: Sequence[Ply], name: str) -> list[int | None] | None:
    """Return one value of each ply; None if no ply has it."""
    values = [getattr(ply, name) for ply in plies]
    return values if any(value is not None for value in values) else None
