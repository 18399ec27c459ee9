"""The README's examples run as they stand, and the files it points to exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
CONSOLE = [body for kind, body in BLOCKS if kind == "console"]
PYTHON = [body for kind, body in BLOCKS if kind == "python"]


def environment() -> dict[str, str]:
    scripts = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that it is said to print."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        else:
            found[-1][1].append(line)
    return found


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether lines were printed; `…` alone is any lines, within a line any text."""
    pattern = "".join(
        "(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: commands(block)[0][0].split()[0:3])
def test_an_example_prints_what_it_shows(block: str, tmp_path: Path) -> None:
    for command, shown in commands(block):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert matches(shown, done.stdout.decode().splitlines()), done.stdout.decode()


@pytest.mark.parametrize("block", PYTHON)
def test_a_program_runs(block: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", block],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"best:" in done.stdout


def test_there_are_examples() -> None:
    assert len(CONSOLE) >= 3
    assert PYTHON


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", TEXT))))
def test_what_it_points_to_exists(target: str) -> None:
    assert (ROOT / target).exists()
