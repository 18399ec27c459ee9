"""Perft in leaves per second of processor time, beside a reference program of the same run.

    taskset -c 1 python tests/benchmarks/bench_perft.py [--reference PROGRAM]

Each figure is the median of seven rounds. LOA counts the last ply in bulk; LAG and LOT play every leaf. The
reference, if any, is called as `PROGRAM 5` and prints `depth 5: N leaves, X M/s` for LOA in its last line;
the rounds of both alternate.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time

from engine import _core

DEPTHS = {"lag": 6, "loa": 5, "lot": 4}
ROUNDS = 7


def own_speed(game: str) -> float:
    """Return millions of leaves per second of processor time."""
    state = _core.State(game, {})
    begun = time.process_time()
    leaves = state.perft(DEPTHS[game], _core.StopFlag()) or 0
    return leaves / (time.process_time() - begun) / 1e6


def reference_speed(program: str) -> float:
    """Return the same of the reference, by the time its process took."""
    before = os.times()
    out = subprocess.run([program, str(DEPTHS["loa"])], check=True, capture_output=True, text=True).stdout
    after = os.times()
    leaves = sum(int(count) for count in re.findall(r"(\d+) leaves", out))
    return leaves / (after.children_user - before.children_user) / 1e6


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--reference", metavar="PROGRAM")
    reference = parser.parse_args().reference
    speeds: dict[str, list[float]] = {name: [] for name in [*DEPTHS, "reference"]}
    for _ in range(ROUNDS):
        if reference:
            speeds["reference"].append(reference_speed(reference))
        for game in DEPTHS:
            speeds[game].append(own_speed(game))
    for name, rounds in speeds.items():
        if rounds:
            sys.stdout.write(f"{name:10} {statistics.median(rounds):7.1f} M leaves/s\n")
    if reference:
        ratios = [own / other for own, other in zip(speeds["loa"], speeds["reference"], strict=True)]
        sys.stdout.write(f"loa / reference: {statistics.median(ratios):.2f}\n")


if __name__ == "__main__":
    main()
