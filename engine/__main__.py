"""The program `trilogue`, also `python -m engine`: argv to a transport, and the process's exit status."""

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the rest is imported where it is used, after `main` has taken care of interrupts
    import argparse
    from collections.abc import Callable, Sequence

DESCRIPTION = """\
An engine for LAG, Lines of Action and LOT. Speaks UGP/1 (see PROTOCOL.md) on stdin and stdout,
as lines of text or as msgpack, whichever the first byte is; with --mqtt to many users on a bus.
Try typing: new loa, then go movetime=1000
"""


def parse(argv: "Sequence[str] | None" = None) -> "argparse.Namespace":
    """Read the command line; ends the process with status 2 and a plain message when it is wrong."""
    import argparse

    from engine import bus_arguments
    from engine.bounds import DEFAULT_MEMORY, DEFAULT_SEARCHES, DEFAULT_SESSIONS, most_memory, within
    from engine.logs import Level

    parser = argparse.ArgumentParser(
        prog="trilogue", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="store_true", help="print the version and end")
    parser.add_argument(
        "--demo", nargs="?", const="loa", metavar="GAME", help="think about a real position, and end"
    )
    parser.add_argument(
        "--searches",
        type=within(1, 64),
        default=DEFAULT_SEARCHES,
        metavar="N",
        help="searches at once (default %(default)s); a request beyond is busy",
    )
    parser.add_argument(
        "--sessions",
        type=within(1, 1_000_000),
        default=DEFAULT_SESSIONS,
        metavar="N",
        help="open sessions (default %(default)s)",
    )
    parser.add_argument(
        "--memory",
        type=within(1, most_memory()),
        default=DEFAULT_MEMORY,
        metavar="MIB",
        help="table of each search at work (default %(default)s)",
    )
    parser.add_argument(
        "--log-level",
        choices=[level.name for level in Level],
        default=Level.warning.name,
        help="what goes to stderr (default %(default)s)",
    )
    parser.add_argument("--log-json", action="store_true", help="log one JSON object a line")
    bus_arguments.add(parser)
    args = parser.parse_args(argv)
    bus_arguments.check(parser, args)
    return args


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the program; return its exit status."""
    # until there is a loop to end in order, an interrupt ends the process without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()  # what is imported stays: to search it for garbage would take a fifth of the start
    try:
        work = _load(parse(argv))
    finally:
        gc.freeze()
        gc.enable()
    return work()


def _load(args: "argparse.Namespace") -> "Callable[[], int]":
    """Import what the arguments ask for; return it, ready to run."""
    if args.version:
        return lambda: _tell(_version)
    if args.demo is not None:
        from engine.demo import demo

        return lambda: _tell(lambda: demo(args.demo))
    from engine.logs import Level, Log
    from engine.process import run

    log = Log(Level[args.log_level], json=args.log_json)
    return lambda: run(args, log)


def _version() -> int:
    from engine.commands.about import engine_version

    sys.stdout.write(f"trilogue {engine_version()}\n")
    return 0


def _tell(people: "Callable[[], int]") -> int:
    """Write for people; return the exit status. That nobody reads, or no longer, is no fault of ours."""
    from engine.stdio import Exit

    if sys.stdout is None:
        return Exit.BROKEN
    try:
        status = people()
        sys.stdout.flush()
    except OSError:
        # what is still in the buffer would fail once more at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.BROKEN
    return status


if __name__ == "__main__":
    sys.exit(main())
