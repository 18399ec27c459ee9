"""A deadline on everything; what is given up hurts neither the engine nor other requests."""

import asyncio
import time
from typing import Any

import pytest

from protocol.client.deadline import seconds_to_answer
from protocol.errors import DeadlineExceeded, EngineFault, ErrorCode, ProtocolViolation
from protocol.messages import Error
from protocol.requests import request as make
from tests.client.engine import go_answer, info, none, pair


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        ({"movetime": 500}, 10.5),
        ({"time": 60_000, "inc": 1000}, 70.0),
        ({"time": 60_000, "movetime": 2000}, 12.0),
        ({"nodes": 1}, 600.0),
        ({"depth": 5}, 600.0),
        ({"infinite": True}, None),
        ({"ponder": True, "movetime": 100}, None),
    ],
)
def test_every_search_has_a_deadline(arguments: dict[str, Any], seconds: float | None) -> None:
    assert seconds_to_answer(make("go", **arguments).args, 10.0, 600.0) == seconds


def test_prompt_verbs_and_perft_have_a_deadline() -> None:
    assert seconds_to_answer(make("ping").args, 10.0, 600.0) == 10.0
    assert seconds_to_answer(make("perft", depth=3).args, 10.0, 600.0) == 600.0


async def test_a_silent_engine_misses_the_deadline() -> None:
    async with pair() as (client, engine):
        engine.handlers["status"] = none
        began = time.monotonic()
        with pytest.raises(DeadlineExceeded, match=r"0\.1 s") as caught:
            await client.status(deadline=0.1)
        assert time.monotonic() - began < 1.0
        assert caught.value.request == "#1 status"
        assert caught.value.last_lines == ("> #1 status",)
        await client.ping()


async def test_a_late_answer_reaches_nobody() -> None:
    async with pair() as (client, engine):
        engine.handlers["cancel"] = none
        with pytest.raises(DeadlineExceeded):
            await client.go(depth=1, deadline=0.05)
        late = await engine.until("go")
        task = asyncio.create_task(client.go(depth=1))
        while len([one for one in engine.requests if one.verb == "go"]) < 2:
            await asyncio.sleep(0)
        await engine.send(info(late.id, 1), go_answer(late.id, "late"))
        await engine.send(go_answer(engine.requests[-1].id, "b2"))
        assert (await task).move == "b2"
        assert client.violations == 0


async def test_cancelling_the_wait_cancels_the_request() -> None:
    async with pair() as (client, engine):
        task = asyncio.create_task(client.go(infinite=True))
        request = await engine.until("go")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        cancel = await engine.until("cancel")
        assert cancel.args.request == request.id  # type: ignore[attr-defined]
        await client.ping()
        assert client.in_flight == 0


async def test_a_timeout_around_the_wait_cancels_the_request() -> None:
    async with pair() as (client, engine):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await client.go(infinite=True)
        await engine.until("cancel")


async def test_an_endless_search_must_show_signs_of_life() -> None:
    async with pair(deadline=0.15) as (client, engine), client.search(infinite=True) as search:
        request = await engine.until("go")
        for depth in range(4):
            await asyncio.sleep(0.08)
            await engine.send(info(request.id, depth))
        assert not search.done()
        began = time.monotonic()
        with pytest.raises(DeadlineExceeded, match="silent"):
            await search.answer()
        assert time.monotonic() - began < 1.0


async def test_a_stop_that_is_not_heard_misses_the_deadline() -> None:
    async with pair(deadline=0.1) as (client, engine):
        engine.handlers["stop"] = none
        async with client.search(infinite=True) as search:
            with pytest.raises(DeadlineExceeded):
                await search.stop()


async def test_an_engine_that_does_not_read_is_not_waited_for() -> None:
    async with pair() as (client, engine):
        engine.handlers["play"] = none

        async def never() -> bytes:
            await asyncio.sleep(60)
            return b""

        engine.transport.receive = never  # type: ignore[method-assign]
        moves = ["a1-a2"] * 5000
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(client.play(moves, deadline=0.2)) for _ in range(6)]
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(fault, EngineFault) for fault in done)
        await engine.transport.close()


async def test_only_nonsense_until_the_deadline_is_a_violation() -> None:
    async with pair() as (client, engine):
        task = asyncio.create_task(client.go(depth=1, deadline=0.2))
        await engine.until("go")
        await engine.say(b"bestmove e2e4\n")
        with pytest.raises(ProtocolViolation) as caught:
            await task
        assert any("bestmove" in line for line in caught.value.last_lines)


async def test_an_error_without_id_is_kept_as_a_complaint() -> None:
    async with pair() as (client, engine):
        await engine.send(Error(None, ErrorCode.BAD_REQUEST, "what?"))
        await client.ping()
        assert [complaint.message for complaint in client.complaints] == ["what?"]
