"""The pool: requests find an engine with time, and another when that one fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engine.bus import BusServer
from engine.bus_status import will_of
from engine.server import Engine
from engine.stdio import Exit
from protocol.bus import Caller
from protocol.bus.memory import MemoryBroker, MemoryBus
from protocol.client import Client
from protocol.client.bus_connect import over
from protocol.client.bus_mailbox import presence_will
from protocol.errors import DeadlineExceeded, EngineRefused, ErrorCode


class Field:
    """A broker and several engines on it."""

    def __init__(self) -> None:
        self.broker = MemoryBroker()
        self.engines: dict[str, Engine] = {}
        self.servers: dict[str, BusServer] = {}
        self.tasks: dict[str, asyncio.Task[Exit]] = {}

    async def start(self, name: str, *, epoch: int = 1, searches: int = 1) -> None:
        bus = await MemoryBus(
            self.broker, f"trilogue-{name}", user="engine", will=will_of(name, epoch)
        ).start()
        loop = asyncio.get_running_loop()
        self.engines[name] = Engine(loop.call_soon_threadsafe, searches=searches, memory=1)
        self.servers[name] = BusServer(self.engines[name], bus, name, epoch=epoch)
        self.tasks[name] = loop.create_task(self.servers[name].run())
        await asyncio.sleep(0.01)

    async def kill(self, name: str) -> None:
        """End an engine as SIGKILL would: only its Last Will remains."""
        task = self.tasks.pop(name)
        self.broker.cut(f"trilogue-{name}")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    def served(self, name: str) -> int:
        return self.servers[name].intake.counts["served"]

    @asynccontextmanager
    async def pool(self, name: str = "p1", **settings: Any) -> AsyncIterator[Client]:
        caller = Caller("ann", name)
        bus = await MemoryBus(self.broker, f"ann-{name}", user="ann", will=presence_will(caller)).start()
        async with await over(bus, caller, pool=True, silence=0.2, **settings) as client:
            yield client


@asynccontextmanager
async def field(*names: str, **settings: Any) -> AsyncIterator[Field]:
    made = Field()
    for name in names:
        await made.start(name, **settings)
    try:
        yield made
    finally:
        for name, task in made.tasks.items():
            made.servers[name].end(Exit.INTERRUPTED)
            made.servers[name].end(Exit.INTERRUPTED)
            async with asyncio.timeout(10):
                await task
        for engine in made.engines.values():
            engine.close()


async def test_searches_spread_over_engines_with_free_slots() -> None:
    async with field("a", "b", "c") as made, made.pool() as pool:
        await asyncio.gather(*(pool.go(game="loa", movetime=200) for _ in range(3)))
        assert all(made.served(name) >= 1 for name in "abc")


async def test_more_searches_than_slots_wait_their_turn() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        answers = await asyncio.gather(*(pool.go(game="loa", movetime=100, deadline=10) for _ in range(8)))
        assert all(answer.move for answer in answers)


async def test_a_killed_engine_is_replaced_in_mid_search() -> None:
    async with field("a", "b", searches=2) as made, made.pool() as pool:
        asked = [asyncio.ensure_future(pool.go(game="loa", movetime=400)) for _ in range(2)]
        await asyncio.sleep(0.1)
        await made.kill("a")
        assert all(answer.move for answer in await asyncio.gather(*asked))


async def test_a_session_moves_with_its_game_and_settings() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        await pool.set(multipv=2)
        await pool.new("lot", size=6)
        await pool.set(info_interval=50, session="main")
        await pool.play(["d4", "c3"])
        await pool.undo()
        before = await pool.status(history=True)
        home = next(name for name in "ab" if any(peer.sessions for peer in made.engines[name].peers))
        await made.kill(home)
        after = await pool.status(history=True)
        assert after == before
        assert after.moves == ["d4"]
        assert (await pool.play("c3")).ply == 2
        values = (await pool.options(session="main")).settings
        assert values["multipv"].value == 2
        assert values["info_interval"].value == 50
        assert (await pool.new("loa")).session == "main"


async def test_a_pipeline_in_a_session_keeps_its_order_over_a_death() -> None:
    async with field("a", "b", searches=2) as made, made.pool() as pool:
        await pool.new("loa")
        home = next(name for name in "ab" if any(peer.sessions for peer in made.engines[name].peers))
        search = asyncio.ensure_future(pool.go(movetime=300))
        await asyncio.sleep(0.05)
        await made.kill(home)
        moves = [asyncio.ensure_future(pool.play(move)) for move in ("b1-b3", "a3xc1", "f1-f3")]
        assert [(await each).ply for each in moves] == [1, 2, 3]
        assert (await search).ply == 0


async def test_a_search_of_a_session_moves_when_its_engine_is_full() -> None:
    async with field("a", "b") as made, made.pool() as pool, made.pool("p2") as other:
        await pool.new("loa")
        home = next(name for name in "ab" if any(peer.sessions for peer in made.engines[name].peers))
        async with hogging(made, home):
            assert (await pool.go(movetime=50, deadline=5)).move
        assert (await other.ping()) is not None


@asynccontextmanager
async def hogging(made: Field, name: str) -> AsyncIterator[None]:
    caller = Caller("hog", "h")
    bus = await MemoryBus(made.broker, "hog-h", user="hog", will=presence_will(caller)).start()
    async with await over(bus, caller, name) as client, client.search(infinite=True, game="loa"):
        await asyncio.sleep(0.3)
        yield


async def test_stop_and_cancel_find_their_request() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        first = pool.search(infinite=True, game="loa")
        second = pool.search(infinite=True, game="lag")
        async with first, second:
            await asyncio.sleep(0.1)
            assert (await second.stop()).move
            assert await first.cancel()
        await pool.new("lot")
        async with pool.search(infinite=True) as search:
            await asyncio.sleep(0.05)
            assert (await pool.stop()).count == 1
            assert (await search.answer()).move
        assert (await pool.stop()).count == 0
        assert sum(made.engines[name].searches.free for name in "ab") == 2


async def test_stop_of_a_search_that_moved() -> None:
    async with field("a", "b") as made, made.pool() as pool, pool.search(infinite=True, game="loa") as search:
        await asyncio.sleep(0.1)
        busy = next(name for name in "ab" if not made.engines[name].searches.free)
        await made.kill(busy)
        await asyncio.sleep(0.1)
        assert (await search.stop()).move


async def test_a_silent_engine_is_given_up() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        asked = asyncio.ensure_future(pool.go(game="loa", movetime=300, deadline=8))
        await asyncio.sleep(0.1)
        busy = next(name for name in "ab" if not made.engines[name].searches.free)
        other = "b" if busy == "a" else "a"
        made.broker.mute(f"trilogue-{busy}")
        assert (await asked).move
        assert made.served(other) >= 1


async def test_a_draining_engine_gets_nothing_new() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        await pool.new("loa")
        home = next(name for name in "ab" if any(peer.sessions for peer in made.engines[name].peers))
        made.servers[home].end(Exit.TERMINATED)
        task = made.tasks.pop(home)
        await asyncio.sleep(0.05)
        before = made.servers[home].intake.counts.total()
        for _ in range(5):
            assert (await pool.go(depth=1)).move
        assert (await pool.status()).ply == 0
        assert made.servers[home].intake.counts.total() == before
        async with asyncio.timeout(10):
            await task


async def test_without_an_engine_a_clear_error_comes_before_the_deadline() -> None:
    async with field("a") as made, made.pool() as pool:
        await made.kill("a")
        began = asyncio.get_running_loop().time()
        with pytest.raises(EngineRefused, match="no engine could take it in time") as caught:
            await pool.go(game="loa", depth=3, deadline=1.0)
        assert caught.value.code is ErrorCode.BUSY
        assert asyncio.get_running_loop().time() - began < 1.0


async def test_an_engine_that_comes_late_is_used() -> None:
    async with field("a") as made, made.pool() as pool:
        await made.kill("a")
        asked = asyncio.ensure_future(pool.go(game="loa", depth=2, deadline=5))
        await asyncio.sleep(0.2)
        await made.start("late")
        assert (await asked).move


async def test_refusals_of_the_request_itself_are_not_retried() -> None:
    async with field("a", "b") as made, made.pool() as pool:
        with pytest.raises(EngineRefused) as caught:
            await pool.go(game="chess", depth=1)
        assert caught.value.code is ErrorCode.UNKNOWN_GAME
        with pytest.raises(EngineRefused) as caught:
            await pool.status(session="never")
        assert caught.value.code is ErrorCode.UNKNOWN_SESSION
        assert "never" in caught.value.message


async def test_pools_of_one_user_do_not_share_sessions() -> None:
    async with field("a") as made, made.pool("p1") as one, made.pool("p2") as two:
        await one.new("loa")
        await two.new("lot")
        await one.play("b1-b3")
        assert (await two.status()).ply == 0


async def test_a_broker_restart_under_load_loses_and_doubles_nothing() -> None:
    async with field("a", "b", searches=2) as made, made.pool() as pool:
        await pool.new("loa")
        asked = [asyncio.ensure_future(pool.go(game="lag", movetime=50 + 10 * n)) for n in range(12)]
        moves = [asyncio.ensure_future(pool.play(move)) for move in ("b1-b3", "a3xc1", "f1-f3")]
        await asyncio.sleep(0.1)
        made.broker.stop()
        await asyncio.sleep(0.1)
        made.broker.start()
        assert all(answer.move for answer in await asyncio.gather(*asked))
        assert [(await each).ply for each in moves] == [1, 2, 3]


async def test_deadline_exceeded_when_the_whole_bus_is_away() -> None:
    async with field("a") as made, made.pool() as pool:
        made.broker.stop()
        await asyncio.sleep(0.05)
        with pytest.raises((DeadlineExceeded, EngineRefused)):
            await pool.ping(deadline=0.4)
        made.broker.start()
