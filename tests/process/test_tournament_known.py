"""Faults that users of other tournament programs met, tried with real engines."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bots.tournament.records import read
from tests.peers import running, scripted, soon
from tests.process.broker import BrokerHarness

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
SMALL = ["--game", "lag", "--option", "size=3", "--openings", "0"]
ENGINE = "engine?threads=1&memory=1"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bots", *arguments]


def bots(folder: Path, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(*arguments), cwd=folder, capture_output=True, text=True, timeout=100, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def stream(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bots(folder, *arguments, "--json").stdout.splitlines()]


def cmd(behaviour: str, **more: Any) -> str:
    return "cmd?name=bad:" + shlex.join(scripted(behaviour, **more))


def test_a_late_answer_never_reaches_the_next_game(tmp_path: Path) -> None:
    """An engine that always answers after it was given up: it stalls in every game, and nothing else."""
    (tmp_path / "cup.toml").write_text(
        f"""
        games = 4
        control = {{ movetime = 50, margin = 50, stall = 250 }}
        contests = [ {{ game = "lag", options = {{ size = 3 }} }} ]
        players = [ {{ player = "random?seed=1" }}, {{ player = {json.dumps(cmd("slow", delay=0.6))} }} ]
        """
    )
    first, *games, last = stream(tmp_path, "tournament", "cup.toml")
    assert first["games"] == 4
    assert [line["game"]["outcome"]["ending"] for line in games] == ["stall"] * 4
    assert all(line["game"]["plies"] <= 1 for line in games)
    assert next(line for line in last["table"] if line["player"] == "bad")["forfeits"] == {"stall": 4}


def test_what_a_crashed_engine_wrote_to_stderr_is_kept_and_shown(tmp_path: Path) -> None:
    script = tmp_path / "dies.py"
    script.write_text("import sys; print('out of cheese', file=sys.stderr); sys.exit(3)")
    bots(tmp_path, "match", "random", f"cmd?name=bad:{sys.executable} dies.py", *SMALL, "--file", "m.db")
    with read(tmp_path / "m.db") as reader:
        events = list(reader.events())
    assert len(events) == 2
    assert all("out of cheese" in json.dumps(event.stderr) for event in events)
    shown = bots(tmp_path, "replay", "m.db", "1").stdout
    assert "out of cheese" in shown
    assert "exit code 3" in shown


def test_only_the_failed_game_keeps_its_protocol_lines(tmp_path: Path) -> None:
    """Not a log of everything: the last lines of both sides, of games that went wrong."""
    bots(
        tmp_path,
        "match",
        ENGINE,
        cmd("crash", ply=4),
        *SMALL,
        "--nodes",
        "50",
        "--file",
        "m.db",
        "--games",
        "4",
    )
    with read(tmp_path / "m.db") as reader:
        results = list(reader.results())
        events = list(reader.events())
    abnormal = [each for each in results if each.outcome.abnormal]
    assert len(events) == len(abnormal) > 0
    assert all(set(event.lines) == {"first", "second"} for event in events)
    shown = bots(tmp_path, "replay", "m.db", abnormal[0].spec.id, "--rerun").stdout
    assert "> " in shown
    assert "EngineGone" in shown, "asked again at the same place, it fails again"


def test_an_engine_that_cannot_be_started_stops_the_run_and_says_so(tmp_path: Path) -> None:
    done = bots(
        tmp_path, "match", "random", "cmd:./no-such", *SMALL, "--games", "500", "--file", "m.db", code=1
    )
    assert "no-such could not be made ready for 5 games in a row" in done.stderr
    assert done.stderr.count("\n") == 1
    with read(tmp_path / "m.db") as reader:
        assert reader.count() == 5


def test_resuming_keeps_the_limits_the_directory_and_the_odds(tmp_path: Path) -> None:
    """One player has a clock of its own and an engine beside the description; nothing is asked again."""
    folder = tmp_path / "engines"
    folder.mkdir()
    (folder / "mine.sh").write_text(f"#!/bin/sh\nexec {shlex.join(scripted('honest'))}\n")
    (folder / "mine.sh").chmod(0o755)
    (tmp_path / "cup.toml").write_text(
        f"""
        games = 200
        control = {{ nodes = 30 }}
        contests = [ {{ game = "lag", options = {{ size = 3 }} }} ]
        players = [
            {{ name = "odds", player = "{ENGINE}&time=60000&inc=10" }},
            {{ name = "mine", player = "cmd:./mine.sh", directory = "engines" }},
        ]
        """.replace("[\n", "[ ")
        .replace(" },\n", " }, ")
        .replace(",  ]", " ]")
    )
    process = subprocess.Popen(
        command("tournament", "cup.toml"), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert soon(lambda: (tmp_path / "cup.db").exists() and finished(tmp_path / "cup.db") > 3, 40)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert process.stderr is not None
    process.stderr.close()
    done = finished(tmp_path / "cup.db")
    assert done < 200
    process = subprocess.Popen(  # from elsewhere: what was relative to the description still is
        command("resume", str(tmp_path / "cup.db")), cwd="/",
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert soon(lambda: finished(tmp_path / "cup.db") > done + 3, 40)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 130
    with read(tmp_path / "cup.db") as reader:
        assert not any(result.outcome.abnormal for result in reader.results())
        for record in reader.games():
            own = "first" if record.result.spec.first == "odds" else "second"
            clocks = [ply.clock for ply in record.plies]
            mine = clocks[0 if own == "first" else 1 :: 2]
            assert all(clock is not None and clock > 50_000 for clock in mine)
            assert set(clocks) - set(mine) <= {None}


def finished(path: Path) -> int:
    with read(path) as reader:
        return reader.count()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_engine_outlives_the_runner(tmp_path: Path, number: int) -> None:
    process = subprocess.Popen(
        command("match", ENGINE, cmd("forks"), *SMALL, "--nodes", "2000", "--games", "999", "--file", "m.db"),
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert soon(lambda: (tmp_path / "m.db").exists() and finished(tmp_path / "m.db") > 0, 40)
    children = below(process.pid)
    assert len(children) >= 2
    process.send_signal(number)
    process.wait(timeout=30)
    assert soon(lambda: not any(map(running, children)), 5.0)


def below(pid: int) -> set[int]:
    """Every process started by one, or by those."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found, new = set[int](), {pid}
    while new:
        new = {child for child, parent in parents if parent in new} - found
        found |= new
    return found


def test_check_says_what_is_well_and_what_is_not(tmp_path: Path) -> None:
    head = 'contests = [ { game = "lag", options = { size = 3 } } ]\ncontrol = { nodes = 50, stall = 1000 }\n'
    good = f'[[players]]\nname = "own"\nplayer = "{ENGINE}"\n[[players]]\nplayer = "greedy"\n'
    (tmp_path / "good.toml").write_text(head + good)
    out = bots(tmp_path, "check", "good.toml").stdout
    assert "ok   own: handshake: trilogue" in out
    assert "ok   own: conformance: " in out
    assert "ok   greedy: smoke game: lag size=3: won" in out
    assert "all is well" in out
    (tmp_path / "bad.toml").write_text(
        f"""format = "gauntlet"
        {head}
        [[players]]
        player = "greedy"
        [[players]]
        name = "gone"
        player = "cmd:./nowhere"
        [[players]]
        player = {json.dumps(cmd("illegal"))}
        """
    )
    lines = bots(tmp_path, "check", "bad.toml", "--json", code=1).stdout.splitlines()
    found = [json.loads(line) for line in lines]
    wrong = {(each["player"], each["what"]) for each in found if not each["good"]}
    assert ("gone", "handshake") in wrong
    assert ("bad", "smoke game") in wrong
    assert "greedy" not in {name for name, _ in wrong}
    assert not list(tmp_path.glob("*.db")), "nothing has begun"


async def test_an_engine_on_a_bus_plays_like_any_other(tmp_path: Path) -> None:
    import asyncio

    harness = BrokerHarness("embedded")
    await harness.start()
    url = f"mqtt://127.0.0.1:{harness.broker.port}"
    engine = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine", "--mqtt", url, "--name", "anna", "--searches", "2", "--memory", "1"
    )
    try:
        lines = await asyncio.to_thread(
            stream, tmp_path, "match", f"{url}/anna", "random?seed=3", *SMALL,
            "--nodes", "50", "--games", "4", "--concurrency", "2", "--file", "m.db",
        )  # fmt: skip
        games = [line["game"] for line in lines if "game" in line]
        assert [game["outcome"]["ending"] for game in games] == ["win"] * 4
        assert next(line for line in lines[-1]["table"] if line["player"] == "anna")["points"] >= 3
    finally:
        engine.terminate()
        await engine.wait()
        await harness.stop()
