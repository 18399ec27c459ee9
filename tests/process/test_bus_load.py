"""Many clients, and full load for long: by hand (`pytest -m slow`); see docs/evidence.md.

TRILOGUE_SOAK_SECONDS is how long the soak takes, 600 if unset.
"""

import asyncio
import contextlib
import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from protocol.client import Client
from protocol.client.bus_connect import connect, launch
from protocol.errors import EngineRefused, ErrorCode
from protocol.transports.broker import Mosquitto
from tests.process.bus_engine import BusEngine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

CLIENTS = 1000
SOAK = float(os.environ.get("TRILOGUE_SOAK_SECONDS", "600"))


def memory(pid: int | None) -> int:
    """Return the resident memory of a process in KiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


async def test_a_thousand_clients(broker: Mosquitto) -> None:
    """Each of its own user, all at once; every one gets its answers, and all are forgotten afterwards."""
    async with BusEngine(broker.url, "a") as engine, connect(broker.url, "a") as first:
        await first.ping()
        gate = asyncio.Semaphore(32)

        async def join(number: int) -> Client:
            async with gate:
                url = f"mqtt://user{number}@127.0.0.1:{broker.port}"
                return await launch(url, "a", start_deadline=60, deadline=60)

        clients = await asyncio.gather(*(join(number) for number in range(CLIENTS)))
        before = engine.memory()
        began = time.monotonic()
        for _ in range(3):
            await asyncio.gather(*(client.ping() for client in clients))
        pings = time.monotonic() - began
        await asyncio.gather(*(client.new("lot", size=6) for client in clients))
        plies = await asyncio.gather(*(client.play("d4") for client in clients))
        assert {answer.ply for answer in plies} == {1}
        print(
            f"{CLIENTS} clients: {3 * CLIENTS / pings:.0f} pings/s, engine {before} -> {engine.memory()} KiB"
        )
        await asyncio.gather(*(client.close() for client in clients))
        assert (await first.go(game="loa", depth=2)).move


async def load(client: Client, over: float, counts: Counter[str], seed: int) -> None:
    """Ask for everything, also for too much, until `over`."""
    dice = random.Random(seed)
    while time.monotonic() < over:
        try:
            match dice.randrange(6):
                case 0:
                    await client.new(dice.choice(["loa", "lag", "lot"]), session=f"s{dice.randrange(20)}")
                case 1:
                    await client.go(game="loa", movetime=20)
                case 2:
                    await client.moves(game="lot", detail=True)
                case 3:
                    async with client.search(game="lag", infinite=True):
                        await asyncio.sleep(0.01)
                case _:
                    await asyncio.gather(*(client.ping() for _ in range(16)))
            counts["served"] += 1
        except EngineRefused as refusal:
            counts[refusal.code] += 1
            if refusal.code is ErrorCode.BUSY:
                await asyncio.sleep(0.01)


async def test_memory_is_flat_under_full_load(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a", "--searches", "2") as engine, contextlib.AsyncExitStack() as stack:
        urls = [f"mqtt://user{number % 4}@127.0.0.1:{broker.port}" for number in range(8)]
        clients = [await stack.enter_async_context(connect(url, "a", deadline=30)) for url in urls]
        counts: Counter[str] = Counter()
        began = time.monotonic()
        over = began + SOAK
        tasks = [asyncio.ensure_future(load(each, over, counts, seed)) for seed, each in enumerate(clients)]
        seen: list[tuple[int, int]] = []
        while time.monotonic() < over:
            await asyncio.sleep(SOAK / 20)
            seen.append((engine.memory(), memory(broker.pid)))
        await asyncio.gather(*tasks)
        print(f"{SOAK:.0f} s: {dict(counts)}; engine and broker in KiB: {seen}")
        settled, last = seen[len(seen) // 3], seen[-1]
        assert set(counts) <= {"served", ErrorCode.BUSY, ErrorCode.CANCELLED}
        assert counts["served"] > 10 * SOAK
        assert last[0] < settled[0] * 1.10 + 2048, seen
        assert last[1] < settled[1] * 1.25 + 2048, seen
