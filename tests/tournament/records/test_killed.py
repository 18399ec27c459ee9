"""A runner killed outright leaves a file with every game it said it had committed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.tournament.records import Tournament, create, write
from bots.tournament.schedule import Plan
from tests.tournament.helpers import LAG

pytestmark = pytest.mark.process

RUNNER = """
import sys
from bots.tournament.game import Ply
from bots.tournament.records import write
from bots.tournament.schedule import schedule
from tests.tournament.helpers import drawn
with write(sys.argv[1]) as file:
    made = schedule(file.tournament().plan, file.results())
    while (spec := made.next()) is not None:
        file.finish(drawn(spec), [Ply("b2-c2", "cp:1", 1, 1, 1)] * 40)
        made.finish(drawn(spec))
        print(spec.id, flush=True)
"""


def test_what_was_committed_outlives_sigkill(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    plan = Plan(format="match", players=("A", "B"), contests=(LAG,), pairs=100_000)
    create(path, Tournament(name="cup", plan=plan)).close()
    said: list[str] = []
    for attempt in range(5):
        with subprocess.Popen(
            [sys.executable, "-c", RUNNER, str(path)], stdout=subprocess.PIPE, text=True
        ) as runner:
            assert runner.stdout is not None
            said.append(runner.stdout.readline().strip())
            time.sleep(0.05 * attempt)
            runner.send_signal(signal.SIGKILL)
            said += runner.stdout.read().split("\n")
    with write(path) as file:
        kept = [result.spec.id for result in file.results()]
        assert file.connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    said = [line for line in said if line]
    assert len(said) == len(set(said)), "no game is played twice"
    # a game may be committed and its line lost, never the other way round
    assert set(said[:-1]) <= set(kept)
    assert len(kept) - len(said) <= 5
