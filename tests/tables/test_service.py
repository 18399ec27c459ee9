"""The service over a bus in memory: restarts, presence, repeats, bounds."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bots.tables.client import TablesRefused
from bots.tables.rules import Rules
from protocol.answers import Empty
from protocol.bus import Down, Message, Up
from protocol.bus import topics as bus_topics
from protocol.bus.memory import MemoryBus
from protocol.errors import ErrorCode
from protocol.tables import answers, topics
from protocol.tables.documents import BotOffer, Presence
from tests.tables.hall import hall
from tests.tables.test_game import begin, play_out


async def test_a_restart_in_mid_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lag", size=4)
        playing = asyncio.gather(play_out(ann, table), play_out(bob, table))
        for _ in range(3):
            await asyncio.sleep(0.05)
            await place.stop()
            await asyncio.sleep(0.05)
            await place.start()
        last, _ = await asyncio.wait_for(playing, 30)
        assert last.ended == "rule"
        assert all(last.connected.values())


async def test_open_challenges_survive_and_lapse(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db", rules=Rules(lapse=700)) as place:
        ann = await place.player("ann")
        made = await ann.request("challenge", answers.ChallengeAnswer, game="loa")
        await place.stop()
        await place.start()
        mine = await ann.request("mine", answers.MineAnswer)
        assert [each.challenge for each in mine.challenges] == [made.challenge]
        await asyncio.sleep(1.0)
        assert not (await ann.request("mine", answers.MineAnswer)).challenges


async def test_a_repeat_is_done_once_also_by_the_next_referee(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        bus = await MemoryBus(place.broker, "raw", user="ann").start()
        where = bus_topics.Caller("ann", "raw")
        answer = bus_topics.answer(topics.address("main"), where)
        heard = await bus.subscribe([answer])
        topic = bus_topics.request(topics.address("main"), "ann")
        same = Message(topic, b"challenge loa", 1, expiry=60, response_topic=answer, correlation=b"one")
        got = []
        for restart in (False, True, True):
            await bus.publish(same)
            got.append((await asyncio.wait_for(heard.get(), 5)).payload)
            if restart:
                await place.stop()
                await place.start()
        assert len(set(got)) == 1
        assert len((await ann.request("mine", answers.MineAnswer)).challenges) == 1
        await bus.close()


@pytest.mark.parametrize(
    ("rules", "verb", "arguments"),
    [
        ({"user_challenges": 1}, "challenge", {"game": "loa"}),
        ({"challenges": 1}, "challenge", {"game": "loa"}),
    ],
)
async def test_bounds_are_busy(
    tmp_path: Path, rules: dict[str, int], verb: str, arguments: dict[str, Any]
) -> None:
    async with hall(tmp_path / "tables.db", rules=Rules(**rules)) as place:
        ann = await place.player("ann")
        await ann.request(verb, answers.ChallengeAnswer, **arguments)
        with pytest.raises(TablesRefused) as refused:
            await ann.request(verb, answers.ChallengeAnswer, **arguments)
        assert (refused.value.code, refused.value.retry) == (ErrorCode.BUSY, True)


async def test_games_and_requests_are_bounded(tmp_path: Path) -> None:
    rules = Rules(user_tables=1, rate=1, burst=30)
    async with hall(tmp_path / "tables.db", rules=rules) as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        await begin(ann, bob, "loa")
        made = await ann.request("challenge", answers.ChallengeAnswer, game="loa", to="bob")
        with pytest.raises(TablesRefused) as refused:
            await bob.request("accept", answers.SyncAnswer, challenge=made.challenge)
        assert refused.value.code is ErrorCode.BUSY
        pings = asyncio.gather(*(ann.request("ping", Empty) for _ in range(40)))
        with pytest.raises(TablesRefused) as refused:
            await pings
        assert refused.value.code is ErrorCode.BUSY
        await bob.request("ping", Empty)


async def test_a_challenge_is_for_whom_it_is_for(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob, eve = await place.player("ann"), await place.player("bob"), await place.player("eve")
        made = (await ann.request("challenge", answers.ChallengeAnswer, game="lot", to="bob")).challenge
        cases: list[tuple[Any, str, ErrorCode]] = [
            (eve, "accept", ErrorCode.UNKNOWN_SESSION),
            (eve, "decline", ErrorCode.UNKNOWN_SESSION),
            (ann, "accept", ErrorCode.FORBIDDEN),
            (ann, "decline", ErrorCode.FORBIDDEN),
            (bob, "withdraw", ErrorCode.FORBIDDEN),
        ]
        for client, verb, code in cases:
            with pytest.raises(TablesRefused) as refused:
                await client.request(verb, Empty, challenge=made)
            assert refused.value.code is code
        assert not (await eve.request("lobby", answers.LobbyAnswer)).challenges
        await ann.request("withdraw", Empty, challenge=made)
        open_one = (await ann.request("challenge", answers.ChallengeAnswer, game="lot")).challenge
        lobby = await eve.request("lobby", answers.LobbyAnswer)
        assert [each.challenge for each in lobby.challenges] == [open_one]
        await ann.close()
        await asyncio.sleep(0.1)
        assert not (await eve.request("lobby", answers.LobbyAnswer)).challenges
        with pytest.raises(TablesRefused) as refused:
            await eve.request("accept", answers.SyncAnswer, challenge=open_one)
        assert refused.value.message == "ann is gone"


async def test_presence_goes_and_comes(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db", rules=Rules(grace=60_000)) as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lot")
        place.broker.cut(bob.caller.client)
        await asyncio.sleep(0.2)
        state = (await ann.sync(table)).state
        assert state.connected == {"first": True, "second": True}, "a broken connection mends itself"
        kinds = [event.kind for event in (await ann.sync(table, since=0)).events]
        assert kinds == ["started", "disconnected", "connected"]
        await bob.close()
        await asyncio.sleep(0.1)
        assert (await ann.sync(table)).state.connected == {"first": True, "second": False}


async def test_games_that_end_in_the_same_moment_are_all_rated(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db", rules=Rules(grace=300)) as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        for _ in range(3):
            table = await begin(ann, bob, "lot", rated=True, seat="first")
            for player, move, ply in ((ann, "d4", 0), (bob, "e4", 1)):
                await player.request("move", answers.StateAnswer, table=table, move=move, ply=ply)
        await ann.close()
        async with asyncio.timeout(5):
            while (await bob.request("mine", answers.MineAnswer)).tables:
                await asyncio.sleep(0.05)
        listed = (await bob.request("ratings", answers.RatingsAnswer, game="lot")).ratings
        assert [(each.user, each.games) for each in listed] == [("bob", 3), ("ann", 3)]


async def test_the_broker_forgets_everything(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lot")
        place.broker.stop(forget=True)
        await asyncio.sleep(0.1)
        place.broker.start()
        await asyncio.sleep(0.6)
        assert place.service is not None
        assert place.service.watch.running
        state = (await ann.sync(table)).state
        assert state.phase == "opening"
        assert all(state.connected.values())
        bus = await MemoryBus(place.broker, "fresh", user="eve").start()
        kept = await bus.subscribe([topics.state("main", table), topics.lobby("main"), topics.status("main")])
        assert {(await asyncio.wait_for(kept.get(), 5)).topic for _ in range(3)} == set(kept.filters)
        await bus.close()


async def test_who_is_back_before_the_referee_is_not_taken_for_gone(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lot")
        service = place.service
        assert service is not None
        service._changed(Down("the broker went"))
        for player in (ann, bob):  # as what is retained comes: with the subscriptions, before Up is told
            service._serve(Message(bus_topics.client(player.caller), b'{"state":"online"}', 1, retain=True))
        service._changed(Up(resumed=False, times=2))
        await asyncio.sleep(0.5)
        assert [event.kind for event in (await ann.sync(table, since=0)).events] == ["started"]
        service._changed(Down("the broker went"))
        service._serve(Message(bus_topics.client(ann.caller), b'{"state":"online"}', 1, retain=True))
        service._changed(Up(resumed=False, times=3))
        await asyncio.sleep(0.5)
        assert (await ann.sync(table)).state.connected == {"first": True, "second": False}


async def test_a_fault_of_ours_is_internal_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        assert place.store is not None

        def broken(*_: object) -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(place.store, "commit", broken)
            with pytest.raises(TablesRefused) as refused:
                await ann.request("challenge", answers.ChallengeAnswer, game="loa")
        assert refused.value.code is ErrorCode.INTERNAL
        assert not (await ann.request("mine", answers.MineAnswer)).challenges
        await ann.request("challenge", answers.ChallengeAnswer, game="loa")


async def test_the_lobby_fits_in_a_message_whatever_bots_say_of_themselves(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        eve = await place.player("eve")
        for number in range(100):
            boaster = await place.player(f"bot{number}")
            about = "\N{CROWN}" * (440 if number else 4_000)
            await boaster.show(Presence(bot=BotOffer(about=about, games=["lot"], free=1)))
        await asyncio.sleep(0.3)
        assert place.service is not None
        assert len(place.service.people.bots) == 99, "what is longer than a presence may be counts as none"
        found = await eve.request("lobby", answers.LobbyAnswer)
        assert len(found.bots) == 50
        assert found.more == 49
        async with asyncio.timeout(5):
            async for lobby in eve.lobby():
                if lobby.more == 49:
                    break


async def test_what_the_broker_refuses_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        await asyncio.sleep(0.3)
        place.broker._allow = lambda _user, action, topic: action == "read" or "/game/" not in topic
        await begin(ann, bob, "lot")
        await asyncio.sleep(0.3)
    told = capsys.readouterr()
    assert (told.out + told.err).count("not published; see the access rules") == 1
