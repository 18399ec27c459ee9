"""The same tournament over a Dask cluster, one worker of which is killed in the middle: the same counts."""

import asyncio
import os
import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from bots.tournament.config import ContestConfig, CupConfig, OpeningsConfig, PlayerConfig
from bots.tournament.match import TimeControl
from bots.tournament.records import create
from bots.tournament.runner import Ended, Run, setup_of
from bots.tournament.runner.begin import describe
from bots.tournament.runner.cluster import ClusterField
from bots.tournament.runner.field import Field, LocalField
from tests.tournament.runner.watching import Silent

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.process,
    pytest.mark.timeout(240),
    pytest.mark.filterwarnings(
        "ignore"
    ),  # the cluster's own, about the loop it runs on and a worker that died
]

CUP = CupConfig(
    players=[
        PlayerConfig(name="a", player="engine?threads=1&memory=1"),
        PlayerConfig(name="b", player="random"),
    ],
    contests=[
        ContestConfig(game="lag", options={"size": 3}, openings=OpeningsConfig(count=6, plies=2, margin=0))
    ],
    games=24,
    seed=5,
    control=TimeControl(nodes=200),
)


async def play(path: Path, field: Field, watch: Silent) -> Mapping[str, tuple[object, ...]]:
    tournament = await asyncio.to_thread(describe, CUP, path.parent)
    with create(path, tournament) as file:
        run = Run(setup_of(tournament), file, 2, watch, field=field)
        run.load()
        async with asyncio.timeout(200):
            assert await run.run() is Ended.COMPLETE
        return {each.spec.id: (each.outcome, each.plies, each.final) for each in file.results()}


class Killer(Silent):
    """Kills a worker once some games are in."""

    def __init__(self, pids: list[int]) -> None:
        super().__init__()
        self._pids = pids

    def finished(self, played: object) -> None:
        super().finished(played)  # type: ignore[arg-type]
        if len(self.played) == 5:
            os.kill(self._pids[0], signal.SIGKILL)


async def test_a_worker_that_dies_costs_only_the_repetition_of_its_game(tmp_path: Path) -> None:
    local = await play(tmp_path / "local.db", LocalField(), Silent())
    async with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        asynchronous=True,
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        killer = Killer(pids)
        spread = await play(tmp_path / "cluster.db", ClusterField(cluster.scheduler_address), killer)
    assert len(killer.played) == 24
    assert killer.spoilt_games == []
    assert spread == local
