"""Guests' accounts: made within bounds, ended in time, and never at the cost of the games."""

import asyncio
import os
import sys
from pathlib import Path
from typing import cast

import pytest

from bots.tables.accounts import DynamicSecurity, PasswordFile
from bots.tables.client import TablesRefused
from bots.tables.rules import Rules
from protocol.bus import Bus, PublishRefused
from protocol.errors import ErrorCode, RequestError
from protocol.tables import answers
from tests.tables.hall import Hall, hall
from tests.tables.test_game import begin


class Accounts:
    """A broker's logins; `delay` is how long it takes to end one, `faults` how often that fails."""

    def __init__(self, delay: float = 0.0, faults: int = 0) -> None:
        self.users: dict[str, str] = {}
        self.delay = delay
        self.faults = faults

    async def create(self, user: str, password: str) -> None:
        self.users[user] = password

    async def delete(self, user: str) -> None:
        await asyncio.sleep(self.delay)
        if self.faults:
            self.faults -= 1
            raise RequestError(ErrorCode.INTERNAL, "the broker does not answer")
        del self.users[user]


async def ended(accounts: Accounts, place: Hall) -> None:
    assert place.store is not None
    async with asyncio.timeout(10):
        while accounts.users or place.store.guests():
            await asyncio.sleep(0.05)


async def test_a_guest_comes_and_is_ended(tmp_path: Path) -> None:
    accounts = Accounts()
    rules = Rules(guest_life=300, guests=1)
    async with hall(tmp_path / "tables.db", accounts=accounts, rules=rules, door="door") as place:
        door = await place.player("door")
        made = await door.request("guest", answers.GuestAnswer, name="Zoe")
        assert made.user.startswith("guest-Zoe-")
        assert accounts.users == {made.user: made.password}
        with pytest.raises(TablesRefused) as refused:
            await door.request("guest", answers.GuestAnswer)
        assert refused.value.code is ErrorCode.BUSY
        with pytest.raises(TablesRefused, match="at the door"):
            await door.request("lobby", answers.LobbyAnswer)
        await ended(accounts, place)


async def test_an_account_that_nobody_uses_makes_room_sooner(tmp_path: Path) -> None:
    accounts = Accounts()
    rules = Rules(guest_unused=300)
    async with hall(tmp_path / "tables.db", accounts=accounts, rules=rules) as place:
        door = await place.player("door")
        idle = await door.request("guest", answers.GuestAnswer)
        used = await door.request("guest", answers.GuestAnswer)
        await (await place.player(used.user)).close()
        async with asyncio.timeout(10):
            while idle.user in accounts.users:
                await asyncio.sleep(0.05)
        await asyncio.sleep(1.2)  # one more look at all of them
        assert list(accounts.users) == [used.user]


async def test_a_plugin_that_may_not_be_heard_is_a_clear_error() -> None:
    class Deaf:
        async def subscribe(self, *_: object) -> None:
            raise PublishRefused("the broker refused the subscription", 0x87)

    with pytest.raises(RequestError, match="guest-zoe was not changed: the broker refused"):
        await DynamicSecurity(cast(Bus, Deaf())).delete("guest-zoe")


async def test_a_reload_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.tables.accounts.DEADLINE", 1.0)
    pid = tmp_path / "pid"
    reload = (
        sys.executable,
        "-c",
        f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)",
    )
    with pytest.raises(RequestError, match="the reload command hangs"):
        await PasswordFile(tmp_path / "passwords", reload).create("guest-zoe", "pw")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


async def test_an_account_outlives_a_restart_by_no_more_than_its_time(tmp_path: Path) -> None:
    accounts = Accounts()
    rules = Rules(guest_life=300)
    async with hall(tmp_path / "tables.db", accounts=accounts, rules=rules) as place:
        await (await place.player("door")).request("guest", answers.GuestAnswer)
        await place.stop()
        await asyncio.sleep(0.4)
        await place.start()
        await ended(accounts, place)


async def test_an_account_that_could_not_be_ended_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bots.tables.service.AGAIN", 0.1)
    accounts = Accounts(faults=2)
    async with hall(tmp_path / "tables.db", accounts=accounts, rules=Rules(guest_life=0)) as place:
        await (await place.player("door")).request("guest", answers.GuestAnswer)
        await ended(accounts, place)
        assert accounts.faults == 0


async def test_a_broker_that_is_slow_at_it_holds_up_no_game(tmp_path: Path) -> None:
    accounts = Accounts(delay=30)
    rules = Rules(guest_life=0, first_move=400)
    async with hall(tmp_path / "tables.db", accounts=accounts, rules=rules) as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        await ann.request("guest", answers.GuestAnswer)
        await asyncio.sleep(1.2)  # by now it is being ended
        table = await begin(ann, bob, "lot")
        async with asyncio.timeout(3):
            async for state in ann.follow(table):
                last = state
        assert (last.ended, last.reason) == ("aborted", "first did not move")
