"""A search under way: its infos, stopping it, giving it up."""

import asyncio

import pytest

from protocol import answers
from protocol.client.infos import InfoQueue
from protocol.errors import EngineGone, EngineRefused, ErrorCode
from protocol.messages import Ok, Reply, Request
from tests.client.engine import FakeEngine, go_answer, info, pair


def stopping(engine: FakeEngine) -> None:
    """Have the engine end its search when told to stop."""

    def stop(request: Request) -> list[Reply]:
        name = request.args.request  # type: ignore[attr-defined]
        return [go_answer(name), Ok(request.id, answers.CountAnswer(count=1))]

    engine.handlers["stop"] = stop


async def test_infos_come_while_the_search_goes_on() -> None:
    async with pair() as (client, engine):
        stopping(engine)
        depths: list[int] = []
        async with client.search(infinite=True) as search:
            request = await engine.until("go")
            await engine.send(info(request.id, 1), info(request.id, 2), info(request.id, 2, multipv=2))
            async for got in search:
                depths.append(got.depth)
                if len(depths) == 3:
                    break
            assert not search.done()
            assert {rank: got.depth for rank, got in search.latest.items()} == {1: 2, 2: 2}
            answer = await search.stop()
        assert depths == [1, 2, 2]
        assert answer.move == "a1"
        assert [request.verb for request in engine.requests] == ["go", "stop"]


async def test_iteration_ends_with_the_answer() -> None:
    async with pair() as (client, engine):
        engine.handlers["go"] = lambda request: [info(request.id, 1), go_answer(request.id, "b2")]
        search = client.search(depth=1)
        assert [got.depth async for got in search] == [1]
        assert (await search.answer()).move == "b2"
        assert (await search.answer()).move == "b2"


async def test_leaving_the_block_cancels_the_request_and_nothing_else() -> None:
    async with pair() as (client, engine):
        async with client.search(infinite=True) as search:
            pass
        cancel = await engine.until("cancel")
        assert cancel.args.request == search.id  # type: ignore[attr-defined]
        with pytest.raises(EngineRefused) as caught:
            await search.answer()
        assert caught.value.code is ErrorCode.CANCELLED
        await client.ping()


async def test_leaving_the_block_by_an_exception_cancels_too() -> None:
    async with pair() as (client, engine):
        with pytest.raises(KeyError):
            async with client.search(infinite=True):
                raise KeyError
        await engine.until("cancel")


async def test_cancel_says_whether_it_was_in_time() -> None:
    async with pair() as (client, engine):
        async with client.search(infinite=True) as search:
            await engine.until("go")
            assert await search.cancel()
            assert [got async for got in search] == []
            with pytest.raises(EngineRefused):
                await search.answer()
        engine.handlers["go"] = lambda request: [go_answer(request.id)]
        async with client.search(depth=1) as search:
            await search.answer()
            assert not await search.cancel()


async def test_a_search_whose_engine_goes_raises_in_its_reader() -> None:
    async with pair() as (client, engine), client.search(infinite=True) as search:
        await engine.until("go")
        await engine.transport.close()
        with pytest.raises(EngineGone):
            await anext(search)


async def test_ponderhit_sets_the_clock_going() -> None:
    async with pair(deadline=0.2) as (client, engine):
        engine.handlers["ponderhit"] = lambda request: [Ok(request.id, answers.CountAnswer(count=1))]
        async with client.search(ponder=True, movetime=100) as search:
            request = await engine.until("go")
            for _ in range(5):
                await asyncio.sleep(0.1)
                await engine.send(info(request.id, 1))
            assert not search.done()
            await search.ponderhit()
            hit = await engine.until("ponderhit")
            assert hit.args.request == search.id  # type: ignore[attr-defined]
            await engine.send(go_answer(request.id))
            assert (await search.answer()).move == "a1"


def test_the_queue_of_infos_keeps_the_newest_of_each_line() -> None:
    queue: InfoQueue[answers.GoInfo] = InfoQueue(bound=4)
    for depth in range(1, 100):
        for rank in (1, 2):
            queue.put(info("1", depth, rank).fields)  # type: ignore[arg-type]
    queue.end()

    async def drain() -> list[answers.GoInfo]:
        got = []
        while (one := await queue.get()) is not None:
            got.append(one)
        return got

    kept = asyncio.run(drain())
    assert len(kept) <= 4
    assert {(one.depth, one.multipv) for one in kept} >= {(99, 1), (99, 2)}
    assert queue.dropped == 198 - len(kept)
    assert queue.latest[2].depth == 99
