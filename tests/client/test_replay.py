"""A conversation recorded, and played back without the engine."""

import asyncio

import msgspec
import pytest

from protocol.client import Client
from protocol.connection import Encoding
from protocol.errors import EngineFault, EngineGone, GoneKind
from protocol.transports.base import Fate
from protocol.transports.memory import memory_pair
from protocol.transports.replay import Record, Recorder, Replay
from tests.client.engine import FakeEngine, go_answer, info


async def talk(client: Client) -> list[str]:
    seen: list[str] = []
    answer = await client.go(game="lag", depth=2, on_info=lambda got: seen.append(got.score))
    await client.ping()
    return [*seen, answer.move]


async def recorded(encoding: Encoding) -> tuple[list[str], list[Record]]:
    here, there = memory_pair()
    engine = FakeEngine(there)
    engine.handlers["go"] = lambda request: [info(request.id, 1), go_answer(request.id, "b2")]
    serving = asyncio.create_task(engine.run())
    recorder = Recorder(here)
    client = Client.attach(recorder, encoding=encoding)
    await client.join(handshake=False)
    seen = await talk(client)
    await client.close()
    await serving
    return seen, recorder.records


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_the_same_calls_have_the_same_answers(encoding: Encoding) -> None:
    seen, records = await recorded(encoding)
    again = msgspec.json.decode(msgspec.json.encode(records), type=list[Record])
    client = Client.attach(Replay(again), encoding=encoding)
    await client.join(handshake=False)
    assert await talk(client) == seen == ["cp:0", "b2"]
    await client.close()


async def test_other_calls_are_told_where_they_depart() -> None:
    _, records = await recorded(Encoding.TEXT)
    client = Client.attach(Replay(records))
    await client.join(handshake=False)
    with pytest.raises(EngineFault, match="the recorded client sent"):
        await client.go(game="loa", depth=2)
    await client.close()


async def test_the_end_of_the_records_is_the_end_of_the_engine() -> None:
    client = Client.attach(Replay([Record(True, b"#1 ping\n")], Fate(3, "oh\n")))
    await client.join(handshake=False)
    with pytest.raises(EngineGone) as caught:
        await client.ping()
    assert (caught.value.kind, caught.value.exit_code) == (GoneKind.CRASH, 3)
    await client.close()


async def test_a_recorder_keeps_no_more_than_its_limit() -> None:
    here, there = memory_pair()
    recorder = Recorder(here, limit=10)
    for _ in range(5):
        await recorder.send(b"1234", 1.0)
    await there.send(b"answer")
    assert await recorder.receive() == b"answer"
    assert len(recorder.records) == 2
