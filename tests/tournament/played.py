"""Whole tournaments played in memory by random movers, for tests and benchmarks of what reads them."""

import random
from pathlib import Path

from bots.tournament.game import Contest, Event, GameResult, GameSpec, Opening, Ply
from bots.tournament.openings import generate, play_opening
from bots.tournament.outcome import Ending, Outcome, adjudicated, by_rule, forfeit, voided
from bots.tournament.records import Tournament, create
from bots.tournament.schedule import Plan, schedule
from engine.games import State

SKILLS = (1.0, 0.7, 0.5, 0.3, 0.1)
MOST_PLIES = 60


def play(tournament: Tournament, contest: Contest, spec: GameSpec) -> tuple[GameResult, list[Ply]]:
    """Play a game in which a player of more skill sees more often that a move wins at once."""
    rng = random.Random(spec.seed)
    opening = tournament.opening(spec.contest, spec.opening)
    state = play_opening(contest, opening)
    skills = {name: SKILLS[index % len(SKILLS)] for index, name in enumerate(tournament.plan.players)}
    plies: list[Ply] = []
    while not state.over and len(plies) < MOST_PLIES:
        seat = "first" if state.seats["first"] == state.turn else "second"
        skill = skills[spec.first if seat == "first" else spec.second]
        move = choose(state, skill, rng)
        state.play([move])
        score = f"cp:{rng.randint(-80, 80) + round(90 * (skill - 0.5))}"
        plies.append(
            Ply(move, score, rng.randint(3, 9), rng.randint(500, 90_000), rng.randint(3, 900), 60_000)
        )
    outcome = ended(state, len(plies), rng)
    swapped = "swap" in opening.moves or any(ply.move == "swap" for ply in plies)
    result = GameResult(
        spec=spec,
        outcome=outcome,
        plies=len(plies),
        swapped=swapped,
        started=1.79e9 + 3 * spec.number,
        seconds=2.9,
        final=state.position,
    )
    return result, plies


def choose(state: State, skill: float, rng: random.Random) -> str:
    """Return a random move, or with a chance of `skill` one that wins at once."""
    moves = state.moves()
    if rng.random() < skill:
        for move in moves:
            after = state.copy()
            after.play([move])
            if move != "swap" and after.result == state.turn:
                return move
    return rng.choice(moves)


def ended(state: State, plies: int, rng: random.Random) -> Outcome:
    """Return how the game ended; now and then by a fault."""
    chance = rng.random()
    if chance < 0.02:
        kind = rng.choice((Ending.TIME, Ending.CRASH, Ending.STALL, Ending.ILLEGAL, Ending.DISCONNECT))
        return forfeit(kind, rng.choice(("first", "second")), "test", "exit code -11 after go nodes=1")
    if chance < 0.023:
        return voided("disk full")
    if state.over:
        return by_rule(state.result or "", state.reason or "", state.seats)
    return adjudicated("plies", {"plies": plies, "limit": MOST_PLIES})


def build(path: Path, plan: Plan, name: str = "Winter cup", config: dict[str, object] | None = None) -> None:
    """Write the file of a whole tournament."""
    openings: dict[str, tuple[Opening, ...]] = {}
    for contest in plan.contests:
        if contest.name in plan.openings:
            length = 1 if contest.game == "lot" else 4
            openings[contest.name] = generate(contest, plan.openings[contest.name], length, plan.seed)
    tournament = Tournament(
        name=name, plan=plan, openings=openings, config=config or {}, created=1.79e9, version="0.1.0"
    )
    contests = {contest.name: contest for contest in plan.contests}
    made = schedule(plan)
    with create(path, tournament) as file:
        while (spec := made.next()) is not None:
            result, plies = play(tournament, contests[spec.contest], spec)
            events = []
            if result.outcome.abnormal:
                events = [
                    Event(
                        kind=str(result.outcome.ending),
                        text=f"{result.outcome.reason}: {result.outcome.detail}",
                        game=spec.id,
                        lines={"first": ["> go nodes=1"]},
                        stderr={"second": "Segmentation fault"},
                    )
                ]
            file.finish(result, plies, events)
            made.finish(result)
