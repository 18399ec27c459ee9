"""A person's way to a table, over a bus in memory."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bots.errors import CommandError
from bots.play.screen import Screen
from bots.tables import sit
from bots.tables.client import TableClient, TablesRefused
from bots.tables.sit import Seeks, play
from protocol.answers import Empty
from protocol.bus import BusError
from protocol.tables import answers
from tests.tables.hall import Hall, hall
from tests.tables.test_game import begin


def seeks(**wishes: Any) -> Seeks:
    nothing: Mapping[str, Any] = {"game": None, "to": None, "accept": None, "table": None, "options": {}}
    return Seeks(**{**nothing, "time": 60_000, "inc": 0, "seat": "first", "rated": False, **wishes})


async def seeking(place: Hall, monkeypatch: pytest.MonkeyPatch) -> tuple[asyncio.Task[str], TableClient, str]:
    """Have ann challenge bob while no notice arrives; return her search, bob, and the challenge."""
    monkeypatch.setattr(sit, "LOOK", 0.2)
    monkeypatch.setattr("bots.tables.publisher.Publisher.tell", lambda *_: None)
    ann, bob = await place.player("ann"), await place.player("bob")
    finding = asyncio.create_task(sit._find_table(ann, seeks(game="lot", to="bob"), Screen.standard()))
    async with asyncio.timeout(5):
        while not (open_ones := (await bob.request("mine", answers.MineAnswer)).challenges):
            await asyncio.sleep(0.02)
    return finding, bob, open_ones[0].challenge


async def test_a_game_that_began_unheard_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall(tmp_path / "tables.db") as place:
        finding, bob, name = await seeking(place, monkeypatch)
        await bob.request("accept", answers.SyncAnswer, challenge=name)
        assert await asyncio.wait_for(finding, 5) == name


async def test_a_challenge_that_lapsed_unheard_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "tables.db") as place:
        finding, bob, name = await seeking(place, monkeypatch)
        await bob.request("decline", Empty, challenge=name)
        with pytest.raises(CommandError, match="stands no more"):
            await asyncio.wait_for(finding, 5)


async def test_only_a_player_sits_at_a_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob, eve = [await place.player(user) for user in ("ann", "bob", "eve")]
        table = await begin(ann, bob, "lot")
        with pytest.raises(CommandError, match=f"eve does not play at {table}; trilogue-bots watch {table}"):
            await play(eve, seeks(table=table))
        with pytest.raises(TablesRefused, match="no such table"):
            await play(eve, seeks(table="none"))
        with pytest.raises(BusError, match="table 'a/#'"):
            await anext(eve.follow("a/#"))


async def test_a_refused_challenge_leaves_nothing_behind(tmp_path: Path) -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with hall(tmp_path / "tables.db") as place:
        ann = await place.player("ann")
        with pytest.raises(TablesRefused, match="to must be somebody else"):
            await play(ann, seeks(game="lot", to="ann"))
        with pytest.raises(Exception, match="seat must be first, second or random"):
            await play(ann, seeks(game="lot", seat="left"))
    import gc

    gc.collect()
    await asyncio.sleep(0)
    assert not complaints


async def test_watching_outlasts_a_referee_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.tables.client.QUIET", 0.1)
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lot", seat="first")
        states = bob.follow(table)
        await anext(states)
        real = bob.sync
        monkeypatch.setattr(
            bob, "sync", lambda name: bob.request("sync", answers.SyncAnswer, deadline=0.1, table=name)
        )
        await place.stop()
        later = asyncio.ensure_future(anext(states))
        await asyncio.sleep(0.6)
        assert not later.done()
        monkeypatch.setattr(bob, "sync", real)
        await place.start()
        await ann.request("move", answers.StateAnswer, table=table, move="d4", ply=0)
        assert (await asyncio.wait_for(later, 5)).ply == 1
