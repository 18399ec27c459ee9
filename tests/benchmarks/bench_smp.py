"""What a second thread gains in search, beside what it gains in a loop that touches registers alone.

    taskset -c 0,1 python tests/benchmarks/bench_smp.py

The loop is compiled at each run; it needs `c++` on the path. Rounds of both alternate; medians of seven. A
machine that is busy, or whose cores share a physical one, lowers both gains, their ratio less.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from engine import _core

ROUNDS = 7
MILLISECONDS = 700
LOOP = """
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
int main(int, char** argv) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(std::atoi(argv[2]));
    std::vector<std::uint64_t> turns(static_cast<std::size_t>(std::atoi(argv[1])) * 16);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < turns.size(); t += 16)
        threads.emplace_back([&, t] {
            std::uint64_t x = t + 1, n = 0;
            while (std::chrono::steady_clock::now() < end) {
                for (int i = 0; i < 100000; ++i) x ^= x << 13, x ^= x >> 7, x ^= x << 17;
                n += 100000 + (x == 0);
            }
            turns[t] = n;
        });
    std::uint64_t sum = 0;
    for (auto& thread : threads) thread.join();
    for (std::uint64_t n : turns) sum += n;
    std::printf("%llu\\n", static_cast<unsigned long long>(sum));
}
"""


def build(folder: Path) -> str:
    """Compile the loop and return its path."""
    source, program = folder / "loop.cpp", folder / "loop"
    source.write_text(LOOP)
    subprocess.run(["c++", "-O2", "-std=c++17", "-pthread", str(source), "-o", str(program)], check=True)
    return str(program)


def loop_speed(program: str, threads: int) -> float:
    """Return the turns of all threads."""
    run = subprocess.run(
        [program, str(threads), str(MILLISECONDS)], check=True, capture_output=True, text=True
    )
    return float(run.stdout)


def search_speed(threads: int) -> float:
    """Return nodes per second of all threads."""
    limits = _core.SearchLimits(movetime=MILLISECONDS, threads=threads)
    return float(_core.Searcher(64).search(_core.State("loa", {}), limits)["nps"])


def main() -> None:
    """Measure and print."""
    loops, searches = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for _ in range(ROUNDS):
            loops.append(loop_speed(program, 2) / loop_speed(program, 1))
            searches.append(search_speed(2) / search_speed(1))
    loop, search = statistics.median(loops), statistics.median(searches)
    sys.stdout.write(
        f"two threads gain {loop:.2f} in registers, {search:.2f} in search: {search / loop:.2f}\n"
    )


if __name__ == "__main__":
    main()
