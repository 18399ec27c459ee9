"""The client and the real engine: all verbs, infos, many requests at once, a clean end."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol.client import Client
from protocol.errors import DeadlineExceeded, EngineGone, EngineRefused, ErrorCode
from tests.peers import ENGINE, running

pytestmark = pytest.mark.process


@pytest.fixture(params=["text", "msgpack"])
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    async with Client.start(ENGINE, encoding=request.param) as client:
        yield client


async def test_every_verb_has_its_typed_answer(engine: Client) -> None:
    assert engine.greeting is not None
    assert set(engine.greeting.games) >= {"lag", "loa", "lot"}
    board = await engine.describe("loa", size=6)
    assert len(board.cells) == 36
    assert (await engine.new("loa")).turn == "black"
    played = await engine.play("b1-b3")
    assert (played.moves, played.turn) == (["b1-b3"], "white")
    assert (await engine.moves()).count == (await engine.status()).legal
    assert (await engine.moves(detail=True)).count == (await engine.status()).legal
    assert (await engine.show()).cells["b3"] == "b"
    assert (await engine.undo()).ply == 0
    assert (await engine.status(history=True)).moves == []
    answer = await engine.go(depth=3)
    assert answer.ply == 0
    assert answer.move in (await engine.moves()).moves
    assert (await engine.position(played.position, game="loa", session="b")).ply == 1
    assert (await engine.set(multipv=2)).multipv == 2
    assert (await engine.options()).settings["multipv"].value == 2
    await engine.clear()
    assert (await engine.eval()).score
    assert (await engine.perft(1)).nodes == 36
    await engine.close_session("b")
    with pytest.raises(EngineRefused) as caught:
        await engine.status(session="b")
    assert caught.value.code is ErrorCode.UNKNOWN_SESSION
    assert (await engine.stop()).count == 0
    await engine.ping()


async def test_infos_stream_until_the_search_is_stopped(engine: Client) -> None:
    await engine.new("loa")
    async with engine.search(infinite=True, multipv=2, info_interval=50) as search:
        seen = 0
        async for info in search:
            assert info.pv
            seen += 1
            if seen == 6:
                break
        began = time.monotonic()
        answer = await search.stop()
        assert time.monotonic() - began < 1.0
    assert answer.move
    assert set(search.latest) == {1, 2}


async def test_an_engine_that_nobody_listens_to_sends_no_infos(engine: Client) -> None:
    await engine.search(listen=False, game="loa", depth=6).answer()
    assert not any(" info " in line for line in engine.transcript.lines())
    await engine.search(game="loa", depth=6).answer()
    assert any(" info " in line for line in engine.transcript.lines())


async def test_giving_up_leaves_the_engine_free_at_once(engine: Client) -> None:
    await engine.new("loa")
    for _ in range(10):
        with pytest.raises(DeadlineExceeded):
            await engine.go(infinite=True, deadline=0.02)
        assert (await engine.go(nodes=100)).move
    task = asyncio.create_task(engine.go(infinite=True))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await engine.go(nodes=100)).move


async def test_pondering_goes_on_after_the_hit(engine: Client) -> None:
    await engine.new("loa")
    async with engine.search(ponder=True, movetime=100) as search:
        await anext(search)
        await asyncio.sleep(0.3)
        assert not search.done()
        await search.ponderhit()
        assert (await asyncio.wait_for(search.answer(), 2)).move


async def test_many_games_at_once_in_one_engine(engine: Client) -> None:
    async def play(session: str) -> int:
        await engine.new("lag", session=session, size=4)
        for _ in range(10):
            moves = (await engine.moves(session=session)).moves
            await engine.play(str(moves[0]), session=session)
        return (await engine.status(session=session)).ply

    assert await asyncio.gather(*(play(f"s{number}") for number in range(50))) == [10] * 50


async def test_an_endless_search_that_has_nothing_left_to_find_is_not_called_silent() -> None:
    async with Client.start(ENGINE, deadline=1.5) as engine:
        # Black wins at once: the search is done in no time and must still show signs of life.
        line: dict[str, Any] = {"game": "lot", "pie": "off", "position": "www4/7/7/7/7/7/bbb4:b:6"}
        async with engine.search(infinite=True, **line) as search:
            await asyncio.sleep(4)
            assert not search.done()
            assert (await search.stop()).move


@pytest.mark.parametrize("encoding", ["text", "msgpack"])
async def test_the_engine_ends_when_its_client_closes(encoding: str) -> None:
    client = await Client.launch(ENGINE, encoding=encoding)
    pid = client.pid
    assert pid is not None
    await client.new("loa")
    task = asyncio.create_task(client.go(infinite=True))
    await asyncio.sleep(0.2)
    began = time.monotonic()
    await client.close()
    assert time.monotonic() - began < 2
    assert not running(pid)
    with pytest.raises((EngineRefused, EngineGone)):
        await task


async def test_settings_of_the_process_reach_it(tmp_path: object) -> None:
    script = "import os; print('#hello ok', os.environ['SHOWN'], os.getcwd(), flush=True); input()"
    async with Client.start(
        [sys.executable, "-c", script], cwd=str(tmp_path), env={"SHOWN": "seen"}, handshake=False
    ) as client:
        await asyncio.sleep(0.5)
        line = client.transcript.lines(1)
        assert line
        assert "seen" in line[0]
        assert str(tmp_path) in line[0]
