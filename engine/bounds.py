"""The process's bounds and their defaults, for the command line and the engine."""

import argparse
from collections.abc import Callable

from protocol.settings import Settings

DEFAULT_SEARCHES = 4
"""Searches and perfts at once."""

DEFAULT_SESSIONS = 4096
"""Sessions of all peers together."""

DEFAULT_MEMORY = Settings().memory
"""MiB of transposition table of each search at work."""


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
