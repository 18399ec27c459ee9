"""Faults of every kind, with real processes: each request is answered once, or fails clearly in time."""

import asyncio
import contextlib
import sys
import time
from collections import Counter

import pytest

from protocol.client import Client
from protocol.client.bus_connect import connect
from protocol.errors import EngineGone, EngineRefused, UgpError
from protocol.transports.broker import Mosquitto, free_port
from tests.process.broker import make_broker
from tests.process.bus_engine import BusEngine, Proxy

pytestmark = [pytest.mark.process, pytest.mark.timeout(120)]


async def searches_free(client: Client) -> None:
    """Wait until a search is taken."""
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(EngineRefused):
                await client.go(game="loa", movetime=1)
                return
            await asyncio.sleep(0.05)


async def test_a_killed_engine_is_replaced_by_another(broker: Mosquitto) -> None:
    first, second = BusEngine(broker.url, "a"), BusEngine(broker.url, "b")
    async with first, second, connect(broker.url, ["a", "b"], pool=True) as pool:
        async with connect(broker.url, "a"), connect(broker.url, "b"):
            pass
        asked = [asyncio.ensure_future(pool.go(game="loa", movetime=1500)) for _ in range(4)]
        await asyncio.sleep(0.5)
        await first.kill()
        assert all(answer.move for answer in await asyncio.gather(*asked))


async def test_a_killed_engine_alone_is_told_before_the_deadline(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a") as engine, connect(broker.url, "a") as client:
        asked = asyncio.ensure_future(client.go(game="loa", movetime=30_000))
        await asyncio.sleep(0.5)
        killed = time.monotonic()
        await engine.kill()
        with pytest.raises(EngineGone, match="off the bus"):
            await asked
        assert time.monotonic() - killed < 8


@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_the_broker_is_restarted_under_load(broker: Mosquitto, how: str) -> None:
    """Moves are counted by the engine itself: one lost or played twice would show in the ply."""
    async with BusEngine(broker.url, "a"), connect(broker.url, "a", deadline=20) as client:
        await client.new("lag", size=5)
        outcomes: Counter[str] = Counter()
        over = asyncio.Event()

        async def load(number: int) -> None:
            while not over.is_set():
                try:
                    await client.eval(game="loa")
                    outcomes["answered"] += 1
                except UgpError as fault:
                    outcomes[type(fault).__name__] += 1
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.001 * number)

        async def moves() -> int:
            played = 0
            while not over.is_set() and played < 60:
                answer = await client.play([str((await client.moves()).moves[0])])
                played += 1
                assert answer.ply == played
                if answer.over:
                    break
                await asyncio.sleep(0.05)
            return played

        tasks = [asyncio.ensure_future(load(number)) for number in range(8)]
        mover = asyncio.ensure_future(moves())
        for _ in range(3):
            await asyncio.sleep(0.7)
            await asyncio.to_thread(broker.kill if how == "kill" else broker.stop)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(broker.start)
        await asyncio.sleep(3)
        over.set()
        played = await mover
        await asyncio.gather(*tasks)
        assert (await client.status()).ply == played
        assert played > 5
        assert outcomes["answered"] > 50
        assert set(outcomes) <= {"answered", "EngineRefused"}, outcomes


async def test_a_client_that_vanishes_in_mid_search_frees_the_slot(broker: Mosquitto) -> None:
    async with (
        BusEngine(broker.url, "a", "--searches", "1"),
        connect(broker.url, "a", client="stays") as other,
    ):
        script = (
            "import asyncio\n"
            "from protocol.client.bus_connect import connect\n"
            "async def main():\n"
            f"    async with connect({broker.url!r}, 'a', client='goes') as c:\n"
            "        async with c.search(infinite=True, game='loa') as s:\n"
            "            async for info in s: print('searching', flush=True)\n"
            "asyncio.run(main())\n"
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert b"searching" in await asyncio.wait_for(process.stdout.readline(), 10)
        with pytest.raises(EngineRefused):
            await other.go(game="loa", depth=1)
        process.kill()
        await process.communicate()
        await searches_free(other)


async def test_a_partition_heals(broker: Mosquitto) -> None:
    """The line between engine and broker goes silent without a word, and comes back."""
    async with Proxy(broker.port).running() as proxy:
        engine = BusEngine(proxy.url, "far", "--keepalive", "1")
        async with engine, BusEngine(broker.url, "near"), connect(broker.url, pool=True, deadline=30) as pool:
            async with connect(broker.url, "far"), connect(broker.url, "near"):
                pass
            asked = [asyncio.ensure_future(pool.go(game="loa", movetime=1500)) for _ in range(6)]
            await asyncio.sleep(0.4)
            proxy.partition()
            assert all(answer.move for answer in await asyncio.gather(*asked))
            proxy.heal()
            async with connect(broker.url, "far", start_deadline=20) as client:
                await searches_free(client)


async def test_draining_on_sigterm(broker: Mosquitto) -> None:
    async with BusEngine(broker.url, "a") as engine, connect(broker.url, "a") as client:
        bounded = asyncio.ensure_future(client.go(game="loa", movetime=1500))
        endless = client.search(infinite=True, game="loa")
        async with endless:
            await asyncio.sleep(0.5)
            ended = asyncio.ensure_future(engine.terminate())
            assert (await bounded).move
            assert (await endless.answer()).move
            assert await ended == 0


async def test_a_second_engine_of_the_same_name_takes_over(broker: Mosquitto) -> None:
    older, newer = BusEngine(broker.url, "same"), BusEngine(broker.url, "same")
    async with older, connect(broker.url, "same"), newer:
        assert await asyncio.wait_for(older.process.wait(), 20) != 0
        await asyncio.sleep(1)  # the newer one may have been put out once more, and comes back
        async with connect(broker.url, "same", start_deadline=10) as client:
            await client.ping()
        assert await newer.terminate() == 0


async def test_the_embedded_broker_carries_a_game() -> None:
    make_broker("embedded")
    url = f"mqtt://127.0.0.1:{free_port()}"
    engine = BusEngine(url, "a", "--broker", "embedded")
    async with engine, connect(url, "a", start_deadline=20) as client:
        await client.new("loa")
        for _ in range(4):
            await client.play((await client.go(movetime=50)).move)
        assert (await client.status()).ply == 4
        assert await engine.terminate() == 0
