"""What the async client costs: its round trips beside a bare asyncio line echo of the same run.

    taskset -c 0,1 python tests/benchmarks/bench_client.py [--rounds N]

Median of the rounds; for each also the processor time of the client's process. `go` is LAG size 4 with
nodes=1 and twelve moves to replay: what one ply of a fast tournament asks of an engine.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from protocol.client import Client

ENGINE = [sys.executable, "-m", "engine"]
ECHO = """
import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, sys.stdout)
    while line := await reader.readline():
        writer.write(line)
asyncio.run(main())
"""
WARM_UP = 100
IN_FLIGHT = 900

Measured = tuple[float, float]  # microseconds for one: on the clock, of the client's processor


async def one_by_one(ask: Callable[[], Awaitable[object]], count: int) -> Measured:
    """Measure `count` calls, each after the other; the median of the first, the mean of the second."""
    took = []
    for _ in range(WARM_UP):
        await ask()
    busy = time.process_time()
    for _ in range(count):
        began = time.perf_counter()
        await ask()
        took.append(time.perf_counter() - began)
    return statistics.median(took) * 1e6, (time.process_time() - busy) / count * 1e6


async def at_once(client: Client) -> Measured:
    """Measure requests sent without waiting for one another."""
    began, busy = time.perf_counter(), time.process_time()
    for _ in range(5):
        await asyncio.gather(*(client.ping() for _ in range(IN_FLIGHT)))
    count = 5 * IN_FLIGHT
    return (time.perf_counter() - began) / count * 1e6, (time.process_time() - busy) / count * 1e6


async def opening(client: Client) -> dict[str, Any]:
    """Return a LAG game of twelve moves as a context."""
    await client.new("lag", size=4)
    moves = []
    for _ in range(12):
        move = str((await client.moves()).moves[0])
        await client.play(move)
        moves.append(move)
    return {"game": "lag", "size": 4, "moves": moves}


async def measure(rounds: int) -> dict[str, list[Measured]]:
    """Measure everything `rounds` times, side by side."""
    found: dict[str, list[Measured]] = {}
    pipe = asyncio.subprocess.PIPE
    peer = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdin=pipe, stdout=pipe)
    assert peer.stdin is not None
    assert peer.stdout is not None
    write, read = peer.stdin.write, peer.stdout.readline

    async def echo() -> None:
        write(b"#123 ping\n")
        await read()

    async with Client.start(ENGINE) as text, Client.start(ENGINE, encoding="msgpack") as packed:
        context = await opening(text)
        for _ in range(rounds):
            results = {
                "echo": await one_by_one(echo, 1000),
                "ping, text": await one_by_one(text.ping, 1000),
                "ping, msgpack": await one_by_one(packed.ping, 1000),
                "go, text": await one_by_one(lambda: text.go(nodes=1, **context), 500),
                "go, msgpack": await one_by_one(lambda: packed.go(nodes=1, **context), 500),
                "pings at once": await at_once(text),
            }
            for name, result in results.items():
                found.setdefault(name, []).append(result)
    peer.kill()
    await peer.wait()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what the client costs.")
    parser.add_argument("--rounds", type=int, default=7)
    found = asyncio.run(measure(parser.parse_args().rounds))
    bare = statistics.median(wall for wall, _ in found["echo"])
    for name, results in found.items():
        wall = statistics.median(wall for wall, _ in results)
        busy = statistics.median(busy for _, busy in results)
        sys.stdout.write(
            f"{name:15} {wall:7.0f} us  {wall / bare:5.2f} of the echo   client {busy:5.0f} us\n"
        )


if __name__ == "__main__":
    main()
