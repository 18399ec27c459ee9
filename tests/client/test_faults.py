"""What an engine may do wrong, each with its own exception; nothing hangs."""

import asyncio

import pytest

from protocol.client.exchange import VIOLATION_LIMIT
from protocol.connection import Encoding
from protocol.errors import EngineGone, GoneKind, ProtocolViolation
from tests.client.engine import go_answer, none, pair


async def test_an_unreadable_answer_fails_its_own_request_at_once() -> None:
    async with pair() as (client, engine):
        engine.handlers["ping"] = none
        other = asyncio.create_task(client.ping())
        task = asyncio.create_task(client.go(depth=1))
        request = await engine.until("go")
        await engine.say(f"#{request.id} ok depth=deep\n".encode())
        with pytest.raises(ProtocolViolation):
            await task
        ping = await engine.until("ping")
        await engine.say(f"#{ping.id} ok\n".encode())
        await other
        assert client.violations == 1


@pytest.mark.parametrize(
    "noise",
    [
        b"hello there\n",
        b"#1 ok\n",
        b"\xff\xfe\n",
        b"#zz ok move=a1\n",
        b"\x00\n",
        b"#%% ok\n",
        b"error\n",
        b"=\n",
    ],
)
async def test_noise_is_recorded_and_answers_still_come(noise: bytes) -> None:
    async with pair() as (client, engine):
        engine.handlers["go"] = none
        await client.ping()
        task = asyncio.create_task(client.go(depth=1))
        request = await engine.until("go")
        await engine.say(noise)
        await engine.send(go_answer(request.id))
        assert (await task).move == "a1"
        assert client.violations == 1


async def test_too_much_noise_is_not_listened_to() -> None:
    async with pair() as (client, engine):
        task = asyncio.create_task(client.go(depth=1))
        await engine.until("go")
        for _ in range(VIOLATION_LIMIT + 1):
            await engine.say(b"noise\n")
        with pytest.raises(ProtocolViolation, match="not listening"):
            await task
        assert not client.alive
        with pytest.raises(ProtocolViolation):
            await client.ping()


async def test_lost_framing_ends_the_conversation() -> None:
    async with pair(Encoding.MSGPACK) as (client, engine):
        task = asyncio.create_task(client.go(depth=1))
        await engine.until("go")
        await engine.say(b"\xc1\xc1\xc1")
        with pytest.raises(ProtocolViolation):
            await task
        assert not client.alive


@pytest.mark.parametrize(
    ("exit_code", "kind", "said"),
    [
        (None, GoneKind.DISCONNECT, "closed its output"),
        (0, GoneKind.EXIT, "ended"),
        (3, GoneKind.CRASH, "exit code 3"),
        (-6, GoneKind.CRASH, "signal 6"),
    ],
)
async def test_how_an_engine_went_is_told(exit_code: int | None, kind: GoneKind, said: str) -> None:
    async with pair() as (client, engine):
        engine.handlers["ping"] = none
        client._link._transport.end(exit_code, "last words\n")  # type: ignore[attr-defined]
        task = asyncio.create_task(client.ping())
        await engine.until("ping")
        await engine.say(b"#1 o")
        await engine.transport.close()
        with pytest.raises(EngineGone, match=said) as caught:
            await task
        assert (caught.value.kind, caught.value.exit_code) == (kind, exit_code)
        assert caught.value.stderr_tail == "last words\n"
        assert caught.value.last_lines[0] == "> #1 ping"
        assert "inside a line" in caught.value.last_lines[1]
        assert "last words" in "".join(caught.value.__notes__)


async def test_all_who_wait_learn_of_the_end_and_later_ones_too() -> None:
    async with pair() as (client, engine):
        tasks = [asyncio.create_task(client.go(depth=1, session=f"s{number}")) for number in range(5)]
        await engine.until("go")
        await engine.transport.close()
        faults = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(fault) for fault in faults] == [EngineGone] * 5
        assert len({fault.request for fault in faults if isinstance(fault, EngineGone)}) == 5
        assert all(len(fault.__notes__) == 1 for fault in faults if isinstance(fault, EngineGone))
        with pytest.raises(EngineGone):
            await client.ping()


async def test_a_closed_client_says_so() -> None:
    async with pair() as (client, engine):
        engine.handlers["ping"] = none
        task = asyncio.create_task(client.ping())
        await engine.until("ping")
        await client.close()
        await client.close()
        with pytest.raises(EngineGone) as caught:
            await task
        assert caught.value.kind is GoneKind.CLOSED
        with pytest.raises(EngineGone):
            await client.ping()
