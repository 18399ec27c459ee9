"""The process while it lives: the golden transcript, and answers while searches run."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.transcript import DATA, read, replay
from tests.process.engine import COMMAND, ROOT, EngineProcess

pytestmark = pytest.mark.process


def test_golden_transcript() -> None:
    with EngineProcess() as engine:
        replay(read(DATA / "transcript.txt"), engine.send, engine.line)
        assert engine.line() == ""
        assert engine.wait() == 0
        assert engine.stderr == ""


def test_answers_at_once_while_all_slots_search() -> None:
    with EngineProcess("--searches", "3", "--memory", "4") as engine:
        engine.ask("new loa")
        engine.send("#1 go infinite", "#2 go game=lot infinite", "#3 perft 12 game=loa")
        for line in ("ping", "moves", "status history", "show", "play b1-b3", "options", "hello") * 20:
            assert engine.ask(line, deadline=2).split()[1] in ("ok", "error")
        assert "code=busy" in engine.ask("go game=lag depth=1")
        engine.send("#s stop", "#t cancel 2", "#u cancel 3")
        assert sorted(engine.final(2).split()[0] for _ in range(6)) == ["#1", "#2", "#3", "#s", "#t", "#u"]


def test_infos_that_follow_each_other_closely_come_together() -> None:
    with EngineProcess("--memory", "1") as engine:
        reads = infos = 0
        for game in ("lag size=4", "loa") * 3:
            engine.send(f"#1 go game={game} movetime=100")
            chunks = [engine.chunk()]
            assert b" info " in chunks[0]
            while b"#1 ok" not in chunks[-1]:
                chunks.append(engine.chunk())
            reads += len(chunks)
            infos += b"".join(chunks).count(b" info ")
        assert infos > 36
        assert reads <= 24  # the first, one after 50 ms, what the answer brings; and one to spare


def test_stop_of_several_threads_again_and_again() -> None:
    with EngineProcess("--memory", "4") as engine:
        engine.ask("set threads=3")
        for number in range(30):
            engine.send(f"#{number} go game=loa infinite")
            time.sleep(0.005 * (number % 4))
            began = time.monotonic()
            engine.send("#s stop " + str(number))
            assert engine.final().startswith(f"#{number} ok move=")
            assert engine.final() == "#s ok count=1"
            assert time.monotonic() - began < 1


def test_logs_are_json_on_stderr_alone() -> None:
    done = subprocess.run(
        [*COMMAND, "--log-level", "info", "--log-json"],
        input=b"ping\n",
        capture_output=True,
        cwd=ROOT,
        timeout=10,
        check=True,
    )
    assert done.stdout == b"#ping ok\n"
    assert b'"event": "serving"' in done.stderr
    assert b'"event": "ended"' in done.stderr


def test_the_installed_command() -> None:
    command = Path(sys.executable).with_name("trilogue")
    done = subprocess.run([command, "--version"], capture_output=True, timeout=20, check=True)
    assert done.stdout.startswith(b"trilogue ")
