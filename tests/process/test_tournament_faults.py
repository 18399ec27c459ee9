"""Engines that misbehave: each gets its right verdict, the tournament goes on, and nothing of it is left."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bots.tournament.config import ContestConfig, CupConfig, PlayerConfig
from bots.tournament.match import TimeControl
from bots.tournament.outcome import Ending
from bots.tournament.records import Reader, create
from bots.tournament.runner import Ended, Run, setup_of
from bots.tournament.runner.begin import describe
from tests.tournament.runner.watching import Silent

pytestmark = pytest.mark.process

SCRIPTED = f"{sys.executable} -m bots.conform.scripted"
CONTROL = TimeControl(nodes=100, stall=1500)
TIMED = TimeControl(movetime=200, margin=100, stall=3000)


def cup(behaviour: str, control: TimeControl, games: int = 4, **more: object) -> CupConfig:
    return CupConfig(
        players=[
            PlayerConfig(name="good", player="random?seed=1"),
            PlayerConfig(name="bad", player=f"cmd:{SCRIPTED} {behaviour}", control=control),
        ],
        contests=[ContestConfig(game="lag", options={"size": 3})],
        games=games,
        control=CONTROL,
        **more,  # type: ignore[arg-type]
    )


async def played(config: CupConfig, path: Path) -> tuple[Ended, Run]:
    tournament = await asyncio.to_thread(describe, config, path.parent)
    with create(path, tournament) as file:
        run = Run(setup_of(tournament), file, 2, Silent())
        run.load()
        async with asyncio.timeout(120):
            return await run.run(), run


@pytest.mark.parametrize(
    ("behaviour", "control", "endings"),
    [
        ("silent --ply 2", CONTROL, {Ending.STALL}),
        ("slow --ply 2 --delay 0.6", TIMED, {Ending.TIME}),
        ("garbage --ply 2", CONTROL, {Ending.STALL}),
        ("bad-answer --ply 2", CONTROL, {Ending.ILLEGAL}),
        ("bad-utf8 --ply 2", CONTROL, {Ending.ILLEGAL}),
        ("illegal --ply 2", CONTROL, {Ending.ILLEGAL}),
        ("crash --ply 2", CONTROL, {Ending.CRASH}),
        ("half-line --ply 2", CONTROL, {Ending.CRASH}),
        ("closes-stdout --ply 2", CONTROL, {Ending.DISCONNECT}),
        ("huge-line --ply 2", CONTROL, {Ending.ILLEGAL, Ending.DISCONNECT, Ending.STALL}),
    ],
)
async def test_a_fault_gets_its_verdict(
    tmp_path: Path, behaviour: str, control: TimeControl, endings: set[Ending]
) -> None:
    ended, run = await played(cup(behaviour, control), tmp_path / "cup.db")
    assert ended is Ended.COMPLETE
    assert run.tally.games == 4, "no game is lost to the fault"
    assert set(run.tally.endings) <= endings | {Ending.WIN}
    assert sum(run.tally.forfeits["bad"].values()) == 4
    assert run.tally.forfeits["good"] == {}
    with reading(tmp_path / "cup.db") as reader:
        verdicts = [event for event in reader.events() if event.kind != "warning"]
    assert len(verdicts) == 4
    assert all(event.player == "bad" and event.lines for event in verdicts)


@pytest.mark.parametrize(
    "behaviour", ["honest", "chatty", "ignores-stop", "ignores-quit", "forks", "answers-twice"]
)
async def test_harmless_habits_cost_nothing(tmp_path: Path, behaviour: str) -> None:
    ended, run = await played(cup(behaviour, CONTROL, games=2), tmp_path / "cup.db")
    assert ended is Ended.COMPLETE
    assert set(run.tally.endings) == {Ending.WIN}


def reading(path: Path) -> Reader:
    from bots.tournament.records import read

    return read(path)


def test_an_engine_that_does_not_exist_loses_and_the_tournament_ends(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bots", "match", "random", "cmd:./no-such-engine", "--game", "lag", "--json",
         "--option", "size=3", "--games", "2", "--nodes", "1", "--file", str(tmp_path / "m.db")],
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["game"]["outcome"]["ending"] for line in lines if "game" in line] == ["crash", "crash"]
    assert lines[-1]["table"][0]["player"] == "random"
