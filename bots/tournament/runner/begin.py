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
from bots.tournament.config import CupConfig, CupError, OpeningsConfig, PlayerConfig, make_openings
from bots.tournament.game import Contest
from bots.tournament.openings.generate import Evaluate
from bots.tournament.records import PlayerEntry, Tournament
from bots.tournament.vet import vet
from engine.games import State
from protocol.client import SyncClient

BALANCE_NODES = 3000
"""How long our engine looks at an opening before it counts as balanced: enough to see a tactic."""


def describe(config: CupConfig, folder: Path) -> Tournament:
    """Return the tournament that a description means; openings are generated with our own engine.

    folder -- where the description's relative file names start

    Raises CupError, OpeningFileError; UgpError when our engine fails at balancing openings.
    """
    vet(config)
    config = _settled(config, folder)
    with _evaluator() as evaluator:
        openings = make_openings(config, folder, evaluator)
    plan = config.plan(openings)
    return Tournament(
        name=config.name,
        plan=plan,
        players=tuple(
            PlayerEntry(name=each.title, about=msgspec.to_builtins(each)) for each in config.players
        ),
        openings=openings,
        config=msgspec.to_builtins(config),
        created=time.time(),
        version=metadata.version("trilogue"),
    )


def _settled(config: CupConfig, folder: Path) -> CupConfig:
    """Return the description with nothing left that depends on where it is read: it goes on from its file."""
    players = [
        msgspec.structs.replace(each, directory=str(_directory(each, index, folder)))
        for index, each in enumerate(config.players)
    ]
    contests = [
        msgspec.structs.replace(
            each, options=each.contest().options, openings=_absolute(each.openings, folder)
        )
        for each in config.contests
    ]
    return msgspec.structs.replace(config, players=players, contests=contests)


def _directory(player: PlayerConfig, index: int, folder: Path) -> Path:
    directory = (folder / player.directory).absolute()
    if not directory.is_dir():
        raise CupError(("players", index, "directory"), f"{directory} is no directory")
    return directory


def _absolute(openings: OpeningsConfig, folder: Path) -> OpeningsConfig:
    if openings.file is None:
        return openings
    return msgspec.structs.replace(openings, file=str((folder / openings.file).absolute()))


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
