"""Ping through the engine on the bus beside a bare aiomqtt echo: `python -m tests.benchmarks.bench_bus`.

Client, engine and mosquitto are separate processes on loopback, QoS 1 throughout. Each round measures both,
in turn first; what is told is the median of the rounds and their ratio.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from protocol.client.bus_connect import connect
from protocol.transports.broker import Mosquitto, running
from tests.benchmarks import bus_echo
from tests.benchmarks.bus_echo import Result

SLOW = 0.020  # s
NAME = "bench"


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    made = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE)
    try:
        yield made
    finally:
        made.kill()
        made.communicate()


async def measure_ours(port: int, flights: int, count: int) -> Result:
    """Make `count` pings by the client of the engine, `flights` at a time."""
    took: list[float] = []
    async with connect(f"mqtt://127.0.0.1:{port}", NAME, encoding="text") as client:

        async def ask(times: int) -> None:
            for _ in range(times):
                began = time.perf_counter()
                await client.ping()
                took.append(time.perf_counter() - began)

        await ask(100)  # warm
        took.clear()
        began = time.perf_counter()
        await asyncio.gather(*(ask(count // flights) for _ in range(flights)))
        return took, len(took) / (time.perf_counter() - began)


def compare(port: int, flights: int, count: int, rounds: int) -> None:
    kinds: dict[str, Callable[[int, int, int], Awaitable[Result]]] = {
        "bare echo": bus_echo.measure,
        "engine": measure_ours,
    }
    found: dict[str, list[Result]] = {kind: [] for kind in kinds}
    for turn in range(rounds):
        for kind in sorted(kinds, reverse=bool(turn % 2)):
            found[kind].append(asyncio.run(kinds[kind](port, flights, count)))  # type: ignore[arg-type]
    medians, rates = {}, {}
    for kind, results in found.items():
        medians[kind] = statistics.median(statistics.median(took) for took, _ in results)
        rates[kind] = statistics.median(rate for _, rate in results)
        every = sorted(time for took, _ in results for time in took)
        slow = sum(each > SLOW for each in every)
        print(
            f"{kind:>10} x{flights:<3} p50 {medians[kind] * 1e6:7.0f} us"
            f"  p99 {every[len(every) * 99 // 100] * 1e6:7.0f} us"
            f"  {rates[kind]:6.0f}/s  over 20 ms: {slow} of {len(every)}"
        )
    print(
        f"     ratio x{flights:<3} p50 {medians['engine'] / medians['bare echo']:.2f}"
        f"  throughput {rates['engine'] / rates['bare echo']:.2f}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--count", type=int, default=2000, help="round trips a round")
    args = parser.parse_args()
    with running(Mosquitto()) as broker:
        port = str(broker.port)
        responder = process("-m", "tests.benchmarks.bus_echo", port)
        engine = process("-m", "engine", "--mqtt", broker.url, "--name", NAME)
        with responder as echo, engine:
            assert echo.stdout is not None
            echo.stdout.readline()
            print(
                f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {args.rounds} rounds of {args.count}"
            )
            compare(broker.port, 1, args.count, args.rounds)
            compare(broker.port, 64, args.count * 2, args.rounds)


if __name__ == "__main__":
    main()
