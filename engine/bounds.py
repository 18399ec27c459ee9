"""The process's bounds and their defaults, for the command line and the engine."""

import argparse
import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from protocol.settings import Settings
from protocol.values import MOST_MEMORY

DEFAULT_SEARCHES = 4
"""Searches and perfts at once."""

DEFAULT_SESSIONS = 4096
"""Sessions of all peers together."""

DEFAULT_MEMORY = Settings().memory
"""MiB of transposition table of each search at work."""


def most_memory() -> int:
    """Return how many MiB this machine, or the container we are in, has at all.

    A table beyond it would not be refused by the system but end the process when it is used.
    """
    most = MOST_MEMORY
    with contextlib.suppress(AttributeError, OSError, ValueError):  # no such figure on this system
        most = min(most, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20)
    with contextlib.suppress(OSError, ValueError):  # not in a container, or one without a bound
        most = min(most, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")) >> 20)
    return most


def most_threads() -> int:
    """Return how many threads this process can run at once.

    More would only wait for each other, and the one that watches clock and stop with them: 256 threads on two
    cores answer a stop after seconds.
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


def within(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of integers from low to high, for argparse."""

    def integer(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text}: must be {low} to {high}")
        return value

    return integer
