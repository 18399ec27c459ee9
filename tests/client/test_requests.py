"""Requests and answers: ids, order, both encodings, refusals."""

import asyncio

import pytest

from protocol import answers
from protocol.client.exchange import OPEN_LIMIT
from protocol.connection import Encoding
from protocol.errors import EngineRefused, ErrorCode, RequestError
from protocol.messages import Error, Ok, Reply, Request
from tests.client.engine import go_answer, info, pair

BOTH = pytest.mark.parametrize("encoding", list(Encoding))


@BOTH
async def test_a_request_gets_its_answer(encoding: Encoding) -> None:
    async with pair(encoding) as (client, engine):
        engine.handlers["perft"] = lambda request: [Ok(request.id, answers.PerftAnswer(nodes=36, elapsed=1))]
        assert (await client.perft(1, game="loa", size=6)).nodes == 36
        (request,) = engine.requests
        assert request.options == {"size": "6"}


@BOTH
async def test_answers_find_their_askers_in_any_order(encoding: Encoding) -> None:
    async with pair(encoding) as (client, engine):
        tasks = [asyncio.create_task(client.go(depth=1, session=f"s{number}")) for number in range(20)]
        while len(engine.requests) < 20:
            await asyncio.sleep(0)
        for request in reversed(engine.requests):
            await engine.send(go_answer(request.id, request.args.session))  # type: ignore[attr-defined]
        moves = [answer.move for answer in await asyncio.gather(*tasks)]
        assert moves == [f"s{number}" for number in range(20)]


async def test_a_refusal_keeps_what_the_engine_said() -> None:
    async with pair() as (client, engine):
        engine.handlers["play"] = lambda request: [
            Error(request.id, ErrorCode.ILLEGAL_MOVE, "no piece on b1", "moves", 1, False)
        ]
        with pytest.raises(EngineRefused, match="no piece on b1") as caught:
            await client.play(["a1-a2", "b1-b2"])
        assert (caught.value.code, caught.value.field, caught.value.index) == ("illegal-move", "moves", 1)
        assert caught.value.request == "#1 play a1-a2,b1-b2"
        await client.ping()


async def test_wrong_arguments_are_refused_before_anything_is_sent() -> None:
    async with pair() as (client, engine):
        with pytest.raises(RequestError, match="movetime") as caught:
            await client.go(movetme=100)
        assert not isinstance(caught.value, EngineRefused)
        assert engine.requests == []


async def test_infos_are_called_back_and_the_answer_returned() -> None:
    def search(request: Request) -> list[Reply]:
        return [info(request.id, 1), info(request.id, 2), go_answer(request.id)]

    async with pair() as (client, engine):
        engine.handlers["go"] = search
        depths: list[int] = []
        answer = await client.go(depth=2, on_info=lambda got: depths.append(got.depth))
        assert answer.move == "a1"
        assert depths == [1, 2]


async def test_an_error_in_the_callback_is_the_callers_own() -> None:
    async with pair() as (client, engine):
        engine.handlers["go"] = lambda request: [info(request.id, 1)]

        def fail(_: object) -> None:
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            await client.go(depth=2, on_info=fail)
        await engine.until("cancel")
        await client.ping()


async def test_too_many_open_requests_are_busy() -> None:
    async with pair() as (client, engine):
        engine.handlers["ping"] = lambda request: []
        tasks = [asyncio.create_task(client.ping()) for _ in range(OPEN_LIMIT)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as caught:
            await client.ping()
        assert caught.value.code is ErrorCode.BUSY
        assert caught.value.retry
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_unknown_fields_of_an_answer_are_ignored() -> None:
    async with pair() as (client, engine):
        engine.handlers["perft"] = lambda request: []
        task = asyncio.create_task(client.perft(1))
        request = await engine.until("perft")
        await engine.say(f'#{request.id} ok nodes=36 elapsed=1 speed=12 mood="good"\n'.encode())
        assert (await task).nodes == 36


async def test_the_transcript_keeps_the_last_messages_both_ways() -> None:
    async with pair(Encoding.MSGPACK, history=3) as (client, _):
        await client.ping()
        await client.ping()
        assert client.transcript.lines() == ["< #1 ok", "> #2 ping", "< #2 ok"]
        assert client.transcript.lines(1) == ["< #2 ok"]
