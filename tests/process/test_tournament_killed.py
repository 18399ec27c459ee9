"""A tournament killed at any instant: nothing is lost or counted twice, and no engine outlives it."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.tournament.game import GameResult
from bots.tournament.records import read

pytestmark = pytest.mark.process

GAMES = 40
MANY = 150
"""Games of each pairing where a runner must not be done before it has been killed often enough."""
DESCRIPTION = f"""
name = "kill me"
format = "round-robin"
games = {GAMES}
seed = 11
concurrency = 2
file = "cup.db"

[control]
nodes = 60

[[contests]]
game = "lag"
options = {{ size = 3 }}
openings = {{ count = 8, plies = 2, margin = 0 }}

[[players]]
name = "a"
player = "engine?threads=1&memory=1"

[[players]]
name = "b"
player = "engine?threads=1&memory=1&nodes=200"

[[players]]
name = "c"
player = "random"
"""
ORPHAN_DEADLINE = 5.0


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "bots", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )


def run(folder: Path, *arguments: str) -> None:
    process = start(folder, *arguments)
    _, stderr = process.communicate(timeout=170)
    assert process.returncode == 0, stderr.decode()


def results(folder: Path) -> dict[str, GameResult]:
    with read(folder / "cup.db") as reader:
        return {result.spec.id: result for result in reader.results()}


def essence(found: dict[str, GameResult]) -> dict[str, tuple[object, ...]]:
    """What may not depend on when the runner was killed."""
    return {name: (each.spec, each.outcome, each.plies, each.final) for name, each in found.items()}


def descendants(pid: int) -> set[int]:
    """The processes below one, as /proc has them."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found: set[int] = set()
    grown = {pid}
    while grown:
        grown = {child for child, parent in parents.items() if parent in grown} - found
        found |= grown
    return found


def alive(pids: set[int]) -> set[int]:
    living = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            living.add(pid)
    return living


def kill(process: subprocess.Popen[bytes]) -> set[int]:
    """Kill a runner outright; return the processes it had."""
    children = descendants(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=10)
    assert process.stderr is not None
    process.stderr.close()
    return children


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    return undisturbed_of(tmp_path_factory.mktemp("undisturbed"), GAMES)


@pytest.fixture(scope="module")
def many_undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    return undisturbed_of(tmp_path_factory.mktemp("many"), MANY)


def described(games: int) -> str:
    return DESCRIPTION.replace(f"games = {GAMES}", f"games = {games}")


def undisturbed_of(folder: Path, games: int) -> dict[str, tuple[object, ...]]:
    (folder / "cup.toml").write_text(described(games))
    run(folder, "tournament", "cup.toml")
    return essence(results(folder))


def disturbed(folder: Path, kills: int, seed: int, games: int = GAMES) -> dict[str, tuple[object, ...]]:
    """Play the tournament, killing the runner at random instants; return what its file says at the end."""
    (folder / "cup.toml").write_text(described(games))
    rng = random.Random(seed)
    seen: dict[str, tuple[object, ...]] = {}
    killed = 0
    for _ in range(kills):
        begun = (folder / "cup.db").exists()
        process = start(folder, *(("resume", "cup.db") if begun else ("tournament", "cup.toml")))
        time.sleep(rng.uniform(0.3, 3.0))
        running = process.poll() is None
        children = kill(process)
        if not running:  # a fast machine has played all that was left
            break
        killed += 1
        deadline = time.monotonic() + ORPHAN_DEADLINE
        while (left := alive(children)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not left, f"{ORPHAN_DEADLINE} s after the runner was killed these still run: {left}"
        if (folder / "cup.db").exists():
            now = essence(results(folder))
            assert now.items() >= seen.items(), "a game that counted is lost or changed"
            seen = now
    assert killed, "it was done before it could be killed: the test needs more games"
    run(folder, *(("resume", "cup.db") if (folder / "cup.db").exists() else ("tournament", "cup.toml")))
    return essence(results(folder))


@pytest.mark.timeout(300)
def test_killed_at_some_instants_it_comes_out_the_same(
    tmp_path: Path, undisturbed: dict[str, tuple[object, ...]]
) -> None:
    assert len(undisturbed) == 3 * GAMES
    assert disturbed(tmp_path, 5, seed=1) == undisturbed


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(10))
def test_killed_at_fifty_instants_it_comes_out_the_same(
    tmp_path: Path, many_undisturbed: dict[str, tuple[object, ...]], seed: int
) -> None:
    assert disturbed(tmp_path, 5, 100 + seed, MANY) == many_undisturbed


def test_a_second_runner_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(DESCRIPTION.replace(f"games = {GAMES}", "games = 2000"))
    first = start(tmp_path, "tournament", "cup.toml")
    try:
        deadline = time.monotonic() + 30
        while not (tmp_path / "cup.db").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        second = start(tmp_path, "resume", "cup.db")
        _, stderr = second.communicate(timeout=30)
        assert second.returncode == 1
        assert str(first.pid).encode() in stderr, "the error says who has the file"
    finally:
        kill(first)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_stop_it_ends_the_games_under_way_and_says_how_to_go_on(tmp_path: Path, number: int) -> None:
    (tmp_path / "cup.toml").write_text(DESCRIPTION.replace(f"games = {GAMES}", "games = 2000"))
    process = start(tmp_path, "tournament", "cup.toml")
    deadline = time.monotonic() + 30
    while not ((tmp_path / "cup.db").exists() and results(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"resume cup.db" in stderr
    assert b"Traceback" not in stderr
