"""How the process ends: quit, end of input, signals, broken pipes; clean, quick, without a traceback."""

import os
import signal
import subprocess
import time

import pytest

from tests.process.engine import COMMAND, ROOT, EngineProcess, run

pytestmark = pytest.mark.process


def test_quit() -> None:
    with EngineProcess() as engine:
        engine.send("#1 go game=loa infinite", "#2 perft 12 game=loa", "quit", "#3 ping")
        answers = [engine.final() for _ in range(4)]
        assert [a.split()[0] for a in answers] == ["#1", "#2", "#quit", "#3"]
        assert answers[2] == "#quit ok"
        assert sum("code=shutting-down" in a for a in answers) == 3
        assert engine.line() == ""
        assert engine.wait(2) == 0
        assert engine.stderr == ""


def test_end_of_input_delivers_every_answer() -> None:
    began = time.monotonic()
    data = (
        b"#1 go game=loa infinite\n#2 go game=loa movetime=700\n"
        b"#3 go game=lot ponder time=1000\n#4 moves game=lag"
    )
    status, lines, stderr = run(data)
    finals = [line for line in lines if " info " not in line]
    assert sorted(line.split()[0] for line in finals) == ["#1", "#2", "#3", "#4"]
    assert all(" ok " in line for line in finals)
    assert finals[-1].startswith("#2")
    assert 0.6 < time.monotonic() - began < 4
    assert (status, stderr) == (0, "")


@pytest.mark.slow
def test_end_of_input_waits_ten_seconds_at_most() -> None:
    began = time.monotonic()
    status, lines, _ = run(b"#1 go game=loa movetime=60000\n#2 perft 30 game=loa\n", deadline=15)
    assert 9 < time.monotonic() - began < 12
    assert status == 0
    assert any(line.startswith("#1 ok move=") for line in lines)
    assert any(line.startswith("#2 error code=shutting-down") for line in lines)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("work", [[], ["#1 go game=loa infinite threads"], ["#1 go game=loa infinite"]])
def test_signals(number: int, status: int, work: list[str]) -> None:
    with EngineProcess() as engine:
        engine.ask("ping")
        engine.send(*work)
        time.sleep(0.1)
        os.kill(engine.pid, number)
        began = time.monotonic()
        engine.rest()
        assert engine.wait(2) == status
        assert time.monotonic() - began < 1
        assert engine.stderr == ""


def test_a_signal_does_not_wait_for_a_reader_that_does_not_read() -> None:
    with EngineProcess() as engine:
        engine.ask("ping")
        engine.send(*["moves detail game=lot"] * 200)  # more than a pipe holds
        time.sleep(0.5)
        began = time.monotonic()
        os.kill(engine.pid, signal.SIGTERM)
        assert engine.wait(4) == 143
        assert time.monotonic() - began < 3
        assert engine.stderr == ""


def _catches(engine: EngineProcess, number: int) -> bool:
    """Whether the process has a handler of its own for a signal."""
    with open(f"/proc/{engine.pid}/status", encoding="ascii") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


@pytest.mark.parametrize("delay", [0.0, 0.03, 0.06, 0.1, 0.15])
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_during_the_start(delay: float, number: int, status: int) -> None:
    with EngineProcess() as engine:
        until = time.monotonic() + 5
        for caught in (True, False):  # Python takes interrupts when it begins; the program gives them back
            while _catches(engine, signal.SIGINT) is not caught:
                assert time.monotonic() < until
        time.sleep(delay)
        os.kill(engine.pid, number)
        assert engine.wait(3) in (status, -number)
        assert engine.stderr == ""


@pytest.mark.parametrize("work", ["ping", "#1 go game=loa infinite info_interval=50"])
def test_a_broken_stdout_ends_it_at_once(work: str) -> None:
    with EngineProcess() as engine:
        engine.ask("ping")
        engine.send(work)
        assert engine.process.stdout is not None
        engine.line()
        engine._selector.unregister(engine.process.stdout)
        engine.process.stdout.close()
        assert engine.wait(2) == 74
        assert engine.stderr == ""


def test_no_stdin_at_all() -> None:
    for stdin in ("<&-", "</dev/null"):
        done = subprocess.run(
            ["/bin/sh", "-c", f"exec {' '.join(COMMAND)} {stdin}"],
            cwd=ROOT,
            capture_output=True,
            timeout=10,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), stdin


def test_no_stdout_at_all() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"echo ping | exec {' '.join(COMMAND)} >&-"],
        cwd=ROOT,
        capture_output=True,
        timeout=10,
        check=False,
    )
    assert done.returncode == 74
    assert b"Traceback" not in done.stderr


def test_a_full_device() -> None:
    with open("/dev/full", "wb") as full, EngineProcess(stdout=full.fileno()) as engine:
        engine.send("ping")
        assert engine.wait(3) == 74
        assert engine.stderr == ""


def _shell(line: str) -> subprocess.CompletedProcess[bytes]:
    script = line.replace("ENGINE", " ".join(COMMAND))
    return subprocess.run(["/bin/sh", "-c", script], cwd=ROOT, capture_output=True, timeout=20, check=False)


def test_answers_that_cannot_be_delivered_are_no_success() -> None:
    done = _shell("echo ping | ENGINE >/dev/full")
    assert (done.returncode, done.stderr) == (74, b"")


@pytest.mark.parametrize("what", ["--version", "--demo"])
@pytest.mark.parametrize("stdout", [">&-", ">/dev/full"])
def test_a_text_for_people_that_nobody_reads(what: str, stdout: str) -> None:
    done = _shell(f"ENGINE {what} {stdout}")
    assert (done.returncode, done.stderr) == (74, b"")


def test_a_demonstration_seen_enough_of() -> None:
    done = _shell("(ENGINE --demo; echo $? >&2) | head -n 1")
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"74\n")


def test_no_process_is_left() -> None:
    with EngineProcess() as engine:
        engine.ask("ping")
        children = f"/proc/{engine.pid}/task/{engine.pid}/children"
        with open(children, encoding="ascii") as file:
            assert file.read() == ""
