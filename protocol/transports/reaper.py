"""The guardian process: waits for its parent to end, then kills what the parent left running.

Run as a script by `protocol.transports.guardian` with nothing but the standard library, so that it
starts in a few milliseconds and never needs the package. Its standard input is a pipe from the
parent that carries `+GROUP` and `-GROUP` lines (process groups to watch, to forget); the end of the
pipe is the end of the parent, however it came about. What is to be killed is found twice: by process
group, and on Linux by the tag in the environment, which also finds children that left the group.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

TAG = "TRILOGUE_OWNER"
# Engines see the end of their own input at the same time: leave them a moment to end by themselves.
STEPS = ((0.5, signal.SIGTERM), (0.7, signal.SIGKILL), (0.3, signal.SIGKILL), (0.5, signal.SIGKILL))


def tagged(tag: str) -> list[int]:
    """Return the processes that bear `TRILOGUE_OWNER=tag…` in their environment (Linux; elsewhere none)."""
    wanted = f"{TAG}={tag}".encode()
    found = []
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit() and int(name) != os.getpid():
                with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as environ:
                    if wanted in environ.read():
                        found.append(int(name))
    return found


def strike(tag: str, groups: Iterable[int], number: int) -> None:
    """Send signal `number` to the process `groups` and to every process with the tag."""
    for group in groups:
        with contextlib.suppress(OSError):
            os.killpg(group, number)
    for pid in tagged(tag):
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def watch() -> set[int]:
    """Read the parent's lines until the pipe ends; return the groups still to be killed."""
    groups: set[int] = set()
    for line in sys.stdin:
        change = groups.add if line.startswith("+") else groups.discard
        change(int(line[1:]))
    return groups


def main() -> None:
    """Wait for the end of the parent, then kill what it left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    tag = sys.argv[1]
    groups = watch()
    for pause, number in STEPS:
        if not groups and not tagged(tag):
            return
        time.sleep(pause)
        strike(tag, groups, number)


if __name__ == "__main__":
    main()
