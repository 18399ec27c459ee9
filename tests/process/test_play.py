"""The terminal player with real engines, in a pipe and on a terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.process
PLAY = (sys.executable, "-m", "bots", "play")
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")


def piped(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PLAY, *arguments], input=script, capture_output=True, text=True, timeout=60, check=False
    )


class Terminal:
    """A player at a terminal of its own: what is typed, and what is seen."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.seen = ""
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        environment.pop("NO_COLOR", None)
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.chdir(cwd)
            os.execvpe(PLAY[0], [*PLAY, *arguments], environment)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, pattern: str, seconds: float = 30.0) -> None:
        """Wait until something new that matches is seen."""
        start, end = len(self.seen), time.monotonic() + seconds
        while not re.search(pattern, ESCAPES.sub("", self.seen[start:]), re.DOTALL):
            assert time.monotonic() < end, f"no {pattern} in: {self.seen[start:]}"
            ready, _, _ = select.select([self._fd], [], [], 0.1)
            if ready:
                self.seen += os.read(self._fd, 65536).decode(errors="replace")

    def end(self, seconds: float = 20.0) -> int:
        """Wait for the end; return the exit code."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self._fd], [], [], 0.05)
            try:
                self.seen += os.read(self._fd, 65536).decode(errors="replace") if ready else ""
            except OSError:
                break
        pid, status = os.waitpid(self._pid, os.WNOHANG)
        while pid == 0 and time.monotonic() < end:
            time.sleep(0.05)
            pid, status = os.waitpid(self._pid, os.WNOHANG)
        assert pid, "it has not ended"
        self._pid = 0
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._fd)


def test_a_game_by_script(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = piped(f"moves b1\nb1-b3\nhint\nsave {path}\nquit\n", "loa", "--nodes", "500")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "b1-b3  b1-h1  b1-d3" in done.stdout
    assert re.search(
        r"engine \(white\) plays \w\d[-x]\w\d  \([+-]\d\.\d\d, depth \d+, \d+ nodes", done.stdout
    )
    again = piped("history\n", "--load", str(path))
    assert again.returncode == 0
    assert "1. b1-b3  2. " in again.stdout


@pytest.mark.parametrize("game", ["lag", "loa", "lot"])
def test_a_game_to_its_end(game: str) -> None:
    done = piped(
        "", game, "--watch", "--opponent", "engine", "--against", "random", "--nodes", "200", "--no-thinking"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The game is over." in done.stdout
    assert "random" in done.stdout


def test_thinking_is_shown_while_watching() -> None:
    done = piped("", "loa", "--watch", "--plies", "1", "--nodes", "5000")
    assert done.returncode == 0
    assert "  depth       score   nodes     time  line" in done.stdout
    assert done.stdout.count("engine (black) plays") == 1


def test_the_swap() -> None:
    done = piped("swap\nboard\n", "lot", "--side", "second", "--opponent", "random?seed=4")
    assert "Colours have changed hands" in done.stdout
    assert "You: black" in done.stdout


def test_another_engine_by_its_command_line() -> None:
    done = piped(
        "",
        "loa",
        "--watch",
        "--plies",
        "2",
        "--opponent",
        f"cmd?name=other&nodes=50:{sys.executable} -m engine",
    )
    assert "other (white) plays" in done.stdout


def test_an_engine_that_dies_is_one_line() -> None:
    done = piped("", "loa", "--opponent", "cmd:false")
    assert done.returncode == 3
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


def test_nobody_reads() -> None:
    done = subprocess.run(
        f"{' '.join(PLAY)} loa --watch --nodes 10 | head -n 2",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert "Lines of Action" in done.stdout


def test_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("loa", "--nodes", "500", cwd=tmp_path)
    try:
        terminal.wait_for(r"black> ")
        assert "\x1b[" in terminal.seen
        terminal.type("b1b\t\n")
        terminal.wait_for(r"plays \w\d.*black> $")
        terminal.type("\x04")
        terminal.wait_for(r"Save the game as loa-\d+-\d+\.json\?")
        terminal.type("mine.json\n")
        assert terminal.end() == 0
        assert (tmp_path / "mine.json").exists()
    finally:
        terminal.close()


def test_ctrl_c_has_an_engine_move_and_then_leaves(tmp_path: Path) -> None:
    terminal = Terminal("loa", "--movetime", "60000", cwd=tmp_path)
    try:
        terminal.wait_for(r"black> ")
        terminal.type("b1-b3\n")
        terminal.wait_for(r"\d+/\d+ ")
        terminal.type("\x03")
        terminal.wait_for(r"plays \w\d.*black> $", seconds=10)
        time.sleep(0.5)  # line editing misses a Ctrl-C that comes within the prompt's first instant
        terminal.type("\x03")
        terminal.wait_for(r"Save the game")
        time.sleep(0.5)
        terminal.type("\x03")
        assert terminal.end() == 0
        assert list(tmp_path.iterdir()) == []
    finally:
        terminal.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_engine_is_left_behind(number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*PLAY, "loa", "--watch", "--movetime", "60000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    with process.stdout as out:
        while b"depth" not in out.readline():
            pass
        engines = descendants(process.pid)
        assert len(engines) >= 3
        process.send_signal(number)
        process.wait(timeout=10)
    end = time.monotonic() + 5
    while (left := [pid for pid in engines if alive(pid)]) and time.monotonic() < end:
        time.sleep(0.05)
    assert left == []


def descendants(pid: int) -> list[int]:
    """All processes below one, by /proc."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
    found, seen = [pid], set()
    while found:
        here = found.pop()
        below = [child for child, parent in parents.items() if parent == here and child not in seen]
        seen.update(below)
        found += below
    return sorted(seen)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
