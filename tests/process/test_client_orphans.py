"""No orphans: however the client's process ends, its engines and their children end within five seconds."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.peers import running, scripted, soon

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]

RUNNER = textwrap.dedent(
    """
    import asyncio, sys, time
    from protocol.client import Client

    async def main(commands):
        clients = [await Client.launch(command) for command in commands]
        for client in clients:
            await client.ping()
            await client.go(game="lag", size=4, nodes=1)
        children = [client.stderr_tail.split()[1] for client in clients if client.stderr_tail]
        print(*(client.pid for client in clients), *children, flush=True)
        {then}

    asyncio.run(main({commands!r}))
    """
)


def run(then: str, commands: list[list[str]]) -> tuple["subprocess.Popen[str]", list[int]]:
    """Start a runner with engines; return it and the pids of the engines and of their children."""
    script = RUNNER.format(commands=commands, then=then)
    command = [sys.executable, "-c", script]
    runner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert runner.stdout is not None
    pids = [int(word) for word in runner.stdout.readline().split()]
    return runner, pids


def end(runner: "subprocess.Popen[str]") -> None:
    """Kill the runner if it still runs, and close its pipes."""
    runner.kill()
    runner.communicate()


STUBBORN = [scripted("forks"), scripted("ignores-quit"), scripted("honest")]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_engines_and_their_children_die_with_the_runner(number: signal.Signals) -> None:
    runner, pids = run("await asyncio.sleep(600)", STUBBORN)
    try:
        assert len(pids) == 4
        assert all(running(pid) for pid in pids)
        runner.send_signal(number)
        assert soon(lambda: not any(running(pid) for pid in pids), 5.0)
        runner.wait(5)
    finally:
        end(runner)


@pytest.mark.parametrize("then", ["return", "raise SystemExit(3)", "import os; os._exit(0)"])
def test_engines_that_nobody_closed_die_with_the_runner(then: str) -> None:
    runner, pids = run(then, STUBBORN)
    try:
        runner.wait(10)
        assert soon(lambda: not any(running(pid) for pid in pids), 5.0)
    finally:
        end(runner)


def guardians(of: int) -> list[int]:
    """Return the guardian processes that the process `of` has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if b"reaper.py" in command and parent == of:
                found.append(int(entry.name))
    return found


def test_one_guardian_serves_all_engines_and_ends_with_them() -> None:
    runner, _ = run("await asyncio.sleep(600)", STUBBORN)
    try:
        (guardian,) = guardians(runner.pid)
        runner.kill()
        assert soon(lambda: not running(guardian), 5.0)
    finally:
        end(runner)


def test_a_guardian_that_was_killed_is_replaced_with_the_next_engine() -> None:
    more = f"await Client.launch({scripted('ignores-quit')!r})"
    then = f"await asyncio.to_thread(sys.stdin.readline); {more}; print(flush=True); await asyncio.sleep(600)"
    runner, pids = run(then, STUBBORN)
    assert runner.stdin is not None
    assert runner.stdout is not None
    try:
        (first,) = guardians(runner.pid)
        os.kill(first, signal.SIGKILL)
        runner.stdin.write("go on\n")
        runner.stdin.flush()
        runner.stdout.readline()
        assert [first] != [pid for pid in guardians(runner.pid) if running(pid)]
        runner.kill()
        assert soon(lambda: not any(running(pid) for pid in pids), 5.0)
    finally:
        end(runner)
