"""Guests: accounts that the service has made and ends again."""

import re
import secrets
from typing import Protocol

from bots.tables.accounts import Accounts
from bots.tables.challenges import GUEST
from bots.tables.rules import Rules
from protocol.errors import ErrorCode, RequestError
from protocol.tables.answers import GuestAnswer

_UNFIT = re.compile(r"[^A-Za-z0-9_-]")


class Book(Protocol):
    """Where guests' accounts are remembered, so that a restart ends them too."""

    def guests(self) -> dict[str, int]:
        """Return user -> expiry in ms since 1970."""

    def add_guest(self, user: str, expires: int) -> None:
        """Remember one."""

    def drop_guest(self, user: str) -> None:
        """Forget one."""


class Guests:
    """Makes accounts within the bound of the rules and ends them when they expire.

    One that nobody has used ends sooner, so that whoever has many made keeps others out for that long only.
    After a restart all count as used.
    """

    def __init__(self, accounts: Accounts | None, book: Book, rules: Rules) -> None:
        self._accounts = accounts
        self._book = book
        self._rules = rules
        self._unused: dict[str, int] = {}  # user -> until when, in ms since 1970

    def used(self, user: str) -> None:
        """Note that a user has shown presence."""
        self._unused.pop(user, None)

    async def make(self, wish: str, wall: int) -> GuestAnswer:
        """Make an account. Raises RequestError: `forbidden` where none are taken, `busy` at the bound."""
        if self._accounts is None:
            raise RequestError(ErrorCode.FORBIDDEN, "this service takes no guests")
        if len(self._book.guests()) >= self._rules.guests:
            raise RequestError(ErrorCode.BUSY, f"{self._rules.guests} guests are here: no more for now")
        user = f"{GUEST}{_UNFIT.sub('', wish)[:24] or 'player'}-{secrets.token_hex(3)}"
        password = secrets.token_urlsafe(18)
        expires = wall + self._rules.guest_life
        self._book.add_guest(user, expires)  # first: what is made is never forgotten
        try:
            await self._accounts.create(user, password)
        except RequestError:
            self._book.drop_guest(user)
            raise
        self._unused[user] = wall + self._rules.guest_unused
        return GuestAnswer(user=user, password=password, expires=expires)

    async def end(self, wall: int) -> list[str]:
        """End the accounts that expired; return their users. One that cannot be ended is tried again."""
        found = self._book.guests().items()
        over = [user for user, expires in found if min(expires, self._unused.get(user, expires)) <= wall]
        for user in over if self._accounts is not None else ():
            assert self._accounts is not None
            await self._accounts.delete(user)
            self._book.drop_guest(user)
            self._unused.pop(user, None)
        return over
