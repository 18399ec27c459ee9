"""Engines to test clients and tournaments on: a command line for each behaviour of the scripted engine."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

ENGINE = [sys.executable, "-m", "engine"]


def scripted(behaviour: str, *, ply: int = 0, delay: float = 1.0, seed: int = 0) -> list[str]:
    """Return the command of a scripted engine; see `python -m bots.conform.scripted --help`."""
    options = ["--ply", str(ply), "--delay", str(delay), "--seed", str(seed)]
    return [sys.executable, "-m", "bots.conform.scripted", behaviour, *options]


def running(pid: int) -> bool:
    """Say whether a process runs: a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def soon(holds: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Wait until `holds()`, `seconds` at most; return whether it does."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
