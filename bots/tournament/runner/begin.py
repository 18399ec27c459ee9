"""From a description to a tournament's file: openings made, players named, everything fixed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from bots.arguments import OWN_ENGINE
from bots.players.score import Score
from bots.tournament.config import CupConfig, make_openings
from bots.tournament.game import Contest
from bots.tournament.openings.generate import Evaluate
from bots.tournament.records import PlayerEntry, Tournament
from engine.games import State
from protocol.client import SyncClient

BALANCE_NODES = 3000
"""How long our engine looks at an opening before it counts as balanced: enough to see a tactic."""


def describe(config: CupConfig, folder: Path) -> Tournament:
    """Return the tournament that a description means; openings are generated with our own engine.

    folder -- where the description's relative file names start

    Raises PlanError, SpecError, OpeningError, OpeningFileError, RequestError.
    """
    config.check()
    with _evaluator() as evaluator:
        openings = make_openings(config, folder, evaluator)
    plan = config.plan(openings)
    return Tournament(
        name=config.name,
        plan=plan,
        players=tuple(
            PlayerEntry(name=each.spec().title, about=msgspec.to_builtins(each)) for each in config.players
        ),
        openings=openings,
        config=msgspec.to_builtins(config),
        created=time.time(),
        version=metadata.version("trilogue"),
    )


@contextmanager
def _evaluator() -> Iterator[Callable[[Contest], Evaluate]]:
    """Give a short search by our own engine, started only if it is asked for."""
    clients: list[SyncClient] = []

    def of_contest(contest: Contest) -> Evaluate:
        if not clients:
            clients.append(SyncClient.start(OWN_ENGINE))
        client = clients[0]

        def evaluate(state: State) -> int | None:
            context: dict[str, Any] = {"game": contest.game, **contest.options, "moves": state.history}
            answer = client.go(position=state.start, nodes=BALANCE_NODES, **context)
            score = Score.parse(answer.score)
            return {"cp": score.value, "draw": 0}.get(score.kind)

        return evaluate

    try:
        yield of_contest
    finally:
        for client in clients:
            client.close()
