"""The engine on a bus: repeats, expiry, presence, reconnection, and the end."""

import asyncio
import json

import pytest

from engine.stdio import Exit
from protocol.bus import Down, Message, Up, topics
from protocol.bus.presence import EngineStatus, decode_engine
from protocol.bus.repeats import KEPT, LONGEST
from tests.bus.asker import Asker, Desk, desk


async def status_of(engine: Desk, wanted: str, watcher: Asker) -> EngineStatus:
    subscription = await watcher.bus.subscribe([topics.status("e")])
    async with asyncio.timeout(5):
        while True:
            status = decode_engine((await subscription.get()).payload)
            if status is not None and status.state == wanted:
                subscription.close()
                return status


async def test_a_repeat_is_answered_once_and_the_same() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.ask("new loa")
        await ann.send("play b1-b3", b"mine")
        first = await ann.final()
        await ann.send("play b1-b3", b"mine")
        again = await ann.final()
        assert again.payload == first.payload
        assert "ply=1" in await ann.ask("status")


async def test_a_repeat_of_a_running_search_does_not_search_twice() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        for _ in range(3):
            await ann.send("go game=loa movetime=200", b"mine")
        assert (await ann.final()).payload.startswith(b"ok move=")
        await ann.silent(0.3)
        assert engine.server.intake.counts["served"] == 1


async def test_a_refusal_is_repeated_too() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert "unknown-verb" in await ann.ask("frobnicate", correlation=b"a")
        assert "unknown-verb" in await ann.ask("ping", correlation=b"a")


async def test_after_its_expiry_a_repeat_is_a_new_request() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert "unknown-session" in await ann.ask("status", correlation=b"a", expiry=1)
        await ann.ask("new loa")
        await asyncio.sleep(1.05)
        assert "ply=0" in await ann.ask("status", correlation=b"a", expiry=1)


async def test_what_changes_something_must_expire_before_its_repeats_are_unknown() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        refusal = await ann.ask("new loa", expiry=LONGEST + 1)
        assert refusal.startswith("error code=bad-request field=expiry")
        assert "unknown-session" in await ann.ask("status")
        assert (await ann.ask("new loa", expiry=LONGEST)).startswith("ok session=main")
        assert "ply=0" in await ann.ask("status", expiry=86_400)


@pytest.mark.parametrize("body", ["go infinite game=loa", "ping", "frobnicate"])
async def test_no_answer_is_kept_for_a_day(body: str) -> None:
    async with desk(searches=1) as engine:
        ann = await engine.asker(present=True)
        for _ in range(2):
            await ann.send(body, b"long", expiry=86_400)
            await ann.send("stop request=long")
            answers = [await ann.final(), await ann.final()]
            answer = next(each for each in answers if each.correlation == b"long")
            assert answer.expiry is not None
            assert answer.expiry <= KEPT


async def test_a_search_ends_with_its_expiry() -> None:
    async with desk(searches=1) as engine:
        ann = await engine.asker()
        answer = await ann.ask("go game=loa movetime=60000", expiry=1)
        assert answer.startswith("error code=cancelled")
        assert (await ann.ask("go game=loa depth=1")).startswith("ok move=")


async def test_an_endless_search_needs_presence() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        assert (await ann.ask("go infinite game=loa")).startswith("error code=forbidden field=infinite")
        assert (await ann.ask("go ponder game=loa movetime=5")).startswith(
            "error code=forbidden field=ponder"
        )


async def test_a_client_that_vanishes_frees_its_slot() -> None:
    async with desk(searches=1) as engine:
        ann, bob = await engine.asker(present=True), await engine.asker(user="bob")
        await ann.send("go infinite game=loa")
        await asyncio.sleep(0.05)
        assert (await bob.ask("go game=loa depth=1")).startswith("error code=busy")
        engine.broker.cut("ann-c1")
        await asyncio.sleep(0.05)
        assert (await bob.ask("go game=loa depth=1")).startswith("ok move=")


async def test_a_client_that_vanishes_loses_its_private_sessions_only() -> None:
    async with desk() as engine:
        ann = await engine.asker(present=True)
        await ann.ask("new loa session=c1.main")
        await ann.ask("new loa session=shared")
        engine.broker.cut("ann-c1")
        await asyncio.sleep(0.1)
        other = await engine.asker("c2")
        assert "unknown-session" in await other.ask("status session=c1.main")
        assert "ply=0" in await other.ask("status session=shared")


async def test_presence_tells_games_slots_and_state() -> None:
    async with desk(searches=2) as engine:
        ann = await engine.asker()
        status = await status_of(engine, "ready", ann)
        assert (status.name, status.slots, status.free) == ("trilogue", 2, 2)
        assert status.games["loa"]["size"]["default"] == 8
        await ann.send("go game=loa movetime=500")
        await asyncio.sleep(0.35)
        assert (await status_of(engine, "ready", ann)).free == 1
        await ann.final()
        await asyncio.sleep(0.35)
        assert (await status_of(engine, "ready", ann)).free == 2


async def test_a_killed_engine_is_offline() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        watch = await ann.bus.subscribe([topics.status("e")])
        engine.broker.cut("trilogue-e")
        states: list[str] = []
        async with asyncio.timeout(5):
            while states[-2:] != ["offline", "ready"]:
                states.append(json.loads((await watch.get()).payload)["state"])


async def test_an_answer_that_a_lost_connection_held_back_comes_later() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("go game=loa movetime=300", b"mine")
        await asyncio.sleep(0.05)
        engine.broker.stop()
        await asyncio.sleep(0.5)
        engine.broker.start()
        assert (await ann.final()).correlation == b"mine"
        await ann.silent(0.2)


async def test_a_client_that_does_not_come_back_with_the_broker_is_gone() -> None:
    async with desk(searches=1, sweep=0.2) as engine:
        ann, bob = await engine.asker(present=True), await engine.asker(user="bob", present=True)
        await ann.send("go infinite game=loa")
        await asyncio.sleep(0.05)
        ann.bus.will = None
        engine.broker.stop()
        await ann.bus.close()
        engine.broker.start()
        await asyncio.sleep(0.5)
        assert (await bob.ask("go game=loa depth=1")).startswith("ok move=")


async def test_who_is_back_before_the_engine_is_not_taken_for_gone() -> None:
    async with desk(searches=1, sweep=0.2) as engine:
        ann = await engine.asker(present=True)
        await ann.send("go game=loa movetime=700", b"mine")
        await asyncio.sleep(0.05)
        engine.server._changed(Down("the broker went"))
        await ann.bus.announce(Message(topics.client(ann.caller), b'{"state":"online"}'))
        await asyncio.sleep(0.05)  # as what is retained comes: with the subscriptions, before Up is told
        engine.server._changed(Up(resumed=False, times=2))
        assert (await ann.final()).payload.startswith(b"ok move=")


async def test_draining_finishes_refuses_and_says_so() -> None:
    async with desk(searches=2) as engine:
        ann = await engine.asker(present=True)
        await ann.send("go game=loa movetime=400", b"bounded")
        await ann.send("go infinite game=loa", b"endless")
        await asyncio.sleep(0.05)
        engine.server.end(Exit.TERMINATED)
        await status_of(engine, "draining", ann)
        await ann.send("ping", b"late")
        finals = {}
        for _ in range(3):
            message = await ann.final()
            finals[message.correlation] = message.payload
        assert finals[b"bounded"].startswith(b"ok move=")
        assert finals[b"endless"].startswith(b"ok move=")
        assert finals[b"late"].startswith(b"error code=shutting-down")
        await status_of(engine, "offline", ann)
        assert await engine.task is Exit.OK


async def test_a_drain_in_haste_answers_everything() -> None:
    async with desk() as engine:
        ann = await engine.asker()
        await ann.send("go game=loa movetime=9000")
        await asyncio.sleep(0.05)
        engine.server.end(Exit.TERMINATED)
        await asyncio.sleep(0.05)
        engine.server.end(Exit.TERMINATED)
        assert (await ann.final()).payload.startswith(b"error code=shutting-down")
        assert await engine.task is Exit.TERMINATED


async def test_a_second_engine_of_the_name_ends_the_first() -> None:
    async with desk() as engine:
        first = engine.task
        await engine.start(epoch=2)
        async with asyncio.timeout(5):
            assert await first is Exit.BROKEN
        ann = await engine.asker()
        assert await ann.ask("ping") == "ok"
