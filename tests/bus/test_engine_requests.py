"""The engine on a bus: what it serves, to whom, and what it does not."""

import asyncio
import json
from typing import Any

import msgpack
import pytest

from protocol.bus import Message
from tests.bus.asker import desk


async def test_a_text_request_is_answered_under_its_correlation() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("new loa", b"\x00any bytes\xff")
        answer = await ann.final()
        assert answer.payload.startswith(b"ok session=main game=loa")
        assert answer.correlation == b"\x00any bytes\xff"
        assert answer.content_type == "text/plain"
        assert answer.qos == 1
        assert answer.expiry is not None
        assert 28 <= answer.expiry <= 30


async def test_msgpack_by_content_type_or_by_first_byte() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        for label in ("application/vnd.msgpack", None):
            await ann.send(msgpack.packb({"do": "ping"}), content_type=label)
            answer = await ann.final()
            assert msgpack.unpackb(answer.payload) == {"ok": {}}
            assert answer.content_type == "application/vnd.msgpack"


async def test_sessions_belong_to_a_user_over_all_his_clients() -> None:
    async with desk() as engine:
        desktop, phone = await engine.asker("desktop"), await engine.asker("phone")
        stranger = await engine.asker("desktop", "bob")
        await desktop.ask("new loa")
        assert "ply=0" in await phone.ask("status")
        assert "unknown-session" in await stranger.ask("status")


async def test_settings_belong_to_a_user() -> None:
    async with desk() as engine:
        ann, bob = await engine.asker(), await engine.asker(user="bob")
        await ann.ask("set multipv=3")
        values = [json.loads((await who.ask("options")).removeprefix("ok settings=")) for who in (ann, bob)]
        assert [each["multipv"]["value"] for each in values] == [3, 1]


@pytest.mark.parametrize("verb", ["quit", "clear", "set memory=64"])
async def test_what_would_hurt_others_is_forbidden(verb: str) -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert "code=forbidden" in await ann.ask(verb)
        assert await ann.ask("ping") == "ok"


async def test_a_request_without_expiry_is_refused() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        answer = await ann.ask("ping", expiry=None)
        assert answer.startswith("error code=bad-request field=expiry")


@pytest.mark.parametrize("correlation", [None, b"x" * 65])
async def test_correlation_data_must_be_there_and_short(correlation: bytes | None) -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("ping", correlation)
        answer = await ann.final()
        assert answer.payload.startswith(b"error code=bad-request field=id")
        assert answer.correlation is None


@pytest.mark.parametrize(
    "changes",
    [
        {"response_topic": None},
        {"response_topic": "ugp/1/e/rsp/bob/c1"},
        {"response_topic": "ugp/1/e/req/ann"},
        {"response_topic": "ugp/1/e/rsp/ann/c1/more"},
        {"response_topic": "ugp/1/e/rsp/ann/"},
        {"response_topic": "ugp/1/other/rsp/ann/c1"},
        {"expiry": 0},
    ],
)
async def test_what_is_not_ours_to_answer_is_dropped(changes: dict[str, Any]) -> None:
    async with desk() as engine:
        ann, bob = await engine.asker(), await engine.asker(user="bob")
        await ann.send("ping", **changes)
        await ann.silent()
        await bob.silent(0)
        assert sum(engine.server.intake.counts.values()) == 1
        assert engine.server.intake.counts["served"] == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe",
        b"\x81",
        b"\x81\xa2do\xc0",
        b"ping\nping",
        b"\xdf\xff\xff\xff\xff",
        b"go depth=1 x" * 9,
    ],
)
async def test_malformed_requests_get_one_clear_error(body: bytes) -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send(body)
        answer = await ann.final()
        assert b"error" in answer.payload
        assert await ann.ask("ping") == "ok"
        await ann.silent(0.02)


async def test_a_wrong_content_type_is_refused() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert "bad-request" in await ann.ask("ping", content_type="application/json")


async def test_too_large_a_request_is_refused() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert "too-large" in await ann.ask("position position=" + "x" * 70_000)


async def test_too_large_an_answer_is_an_error() -> None:
    async with desk() as engine:
        engine.broker.max_size = 2000
        ann = await engine.asker()
        assert "too-large" in await ann.ask("moves detail game=loa")
        assert await ann.ask("ping") == "ok"


async def test_infos_are_numbered_thinned_and_capped() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("go game=loa movetime=600 multipv=4 info_interval=50")
        infos: list[Message] = []
        while not (message := await ann.next()).qos:
            infos.append(message)
        assert message.payload.startswith(b"ok move=")
        numbers = [
            int(dict(p.split("=", 1) for p in each.payload.decode().split()[1:])["seq"]) for each in infos
        ]
        assert numbers == list(range(1, len(numbers) + 1))
        assert 4 <= len(infos) <= 4 * 14


async def test_stop_and_cancel_name_a_request_by_its_correlation() -> None:
    async with desk() as engine:
        ann = await engine.asker(present=True)
        for correlation, name in ((b"plain", "plain"), (b"\x00\xff", "x.00ff")):
            await ann.send("go infinite game=loa", correlation)
            await asyncio.sleep(0.05)
            await ann.send(f"stop request={name}", b"stop " + correlation)
            finals = [await ann.final(), await ann.final()]
            assert [each.correlation for each in finals] == [correlation, b"stop " + correlation]
            assert finals[0].payload.startswith(b"ok move=")
            assert finals[1].payload == b"ok count=1"


async def test_a_retained_request_is_not_for_whoever_comes_later() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("ping", retain=True)
        assert (await ann.final()).payload == b"ok"
        await engine.start(epoch=2)
        await ann.silent()
        assert engine.server.intake.counts == {"retained": 1}


async def test_two_clients_of_a_user_may_use_the_same_correlation() -> None:
    async with desk() as engine:
        one, two = await engine.asker("one", present=True), await engine.asker("two", present=True)
        await one.send("go infinite game=loa", b"1")
        await two.send("go infinite game=lag", b"1")
        await asyncio.sleep(0.05)
        await two.send("cancel request=1", b"2")
        assert (await two.final()).payload.startswith(b"error code=cancelled")
        assert (await two.final()).payload == b"ok count=1"
        await one.send("stop request=1", b"3")
        assert (await one.final()).payload.startswith(b"ok move=")


async def test_credit_beyond_is_busy_at_once() -> None:
    async with desk(per_user=1, searches=4) as engine:
        ann, bob = await engine.asker(), await engine.asker(user="bob")
        await ann.send("go game=loa movetime=300")
        answer = await ann.ask("ping")
        assert answer.startswith("error code=busy")
        assert "retry=true" in answer
        assert await bob.ask("ping") == "ok"
        assert (await ann.final()).payload.startswith(b"ok move=")
        assert await ann.ask("ping") == "ok"
