"""Search in nodes per second of processor time, beside perft of the same run, and how prompt its limits are.

    taskset -c 1 python tests/benchmarks/bench_search.py [--reference PROGRAM]

Every figure is the median of seven rounds; one thread, 64 MiB of table, cleared. The reference of the ratios
is this core's own bulk perft of LOA, or PROGRAM, called as `PROGRAM 5`, which prints `N leaves`.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import threading
import time

from engine import _core

ROUNDS = 7
NODES = 1_000_000


def search_speed(game: str) -> float:
    """Return millions of nodes per second of processor time."""
    searcher = _core.Searcher(64)
    begun = time.process_time()
    nodes = searcher.search(_core.State(game, {}), _core.SearchLimits(nodes=NODES))["nodes"]
    return float(nodes) / (time.process_time() - begun) / 1e6


def perft_speed(program: str | None) -> float:
    """Return millions of leaves per second of processor time."""
    if program is None:
        begun = time.process_time()
        leaves = _core.State("loa", {}).perft(5, _core.StopFlag()) or 0
        return leaves / (time.process_time() - begun) / 1e6
    before = os.times()
    out = subprocess.run([program, "5"], check=True, capture_output=True, text=True).stdout
    used = os.times().children_user - before.children_user
    return sum(int(count) for count in re.findall(r"(\d+) leaves", out)) / used / 1e6


def overrun(movetime: int) -> float:
    """Return by how many milliseconds a movetime was exceeded."""
    searcher, limits = _core.Searcher(64), _core.SearchLimits(movetime=movetime)
    begun = time.perf_counter()
    searcher.search(_core.State("loa", {}), limits)
    return (time.perf_counter() - begun) * 1000 - movetime


def stop_delay() -> float:
    """Return the milliseconds from stop to the answer of an endless search."""
    searcher, ended = _core.Searcher(64), [0.0]

    def job() -> None:
        searcher.search(_core.State("loa", {}), _core.SearchLimits(infinite=True))
        ended[0] = time.perf_counter()

    thread = threading.Thread(target=job)
    thread.start()
    time.sleep(0.1)
    told = time.perf_counter()
    searcher.stop()
    thread.join(10)
    return (ended[0] - told) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--reference", metavar="PROGRAM")
    reference = parser.parse_args().reference
    speeds: dict[str, list[float]] = {"lag": [], "loa": [], "lot": []}
    perft, late, stops = [], [], []
    for _ in range(ROUNDS):
        perft.append(perft_speed(reference))
        for game, found in speeds.items():
            found.append(search_speed(game))
        late.append(overrun(50))
        stops.append(stop_delay())
    for game, found in speeds.items():
        ratio = statistics.median(own / other for own, other in zip(found, perft, strict=True))
        sys.stdout.write(
            f"{game:4} {statistics.median(found):6.2f} M nodes/s, {ratio:.4f} of the reference\n"
        )
    sys.stdout.write(f"reference {statistics.median(perft):.0f} M leaves/s (LOA perft, bulk)\n")
    sys.stdout.write(f"movetime exceeded by {statistics.median(late):.1f} ms, {max(late):.1f} at most\n")
    sys.stdout.write(f"stop answered in {statistics.median(stops):.1f} ms, {max(stops):.1f} at most\n")


if __name__ == "__main__":
    main()
