"""Who is there, and which of them are bots: from the presence of clients."""

import msgspec
from msgspec import UNSET

from protocol.bus.presence import Roster, read_presence
from protocol.bus.topics import Caller
from protocol.tables.documents import BotOffer, Presence

_decoder = msgspec.json.Decoder(Presence)
MOST_BOTS = 1_000
MAX_PRESENCE = 2_048
"""Bytes of one presence: what bots say of themselves is in the lobby, which has to hold a hundred of them."""


class People:
    """Users are there as long as one of their clients is."""

    def __init__(self) -> None:
        self._roster = Roster()
        self._clients: dict[str, set[str]] = {}
        self.bots: dict[str, BotOffer] = {}

    def __contains__(self, user: object) -> bool:
        return user in self._clients

    def saw(self, caller: Caller, payload: bytes) -> str | None:
        """Read a presence; return the user whose being there changed, or None."""
        presence = read_presence(payload, _decoder, MAX_PRESENCE)
        if presence is None:
            return self._went(caller)
        self._roster.came(caller)
        if caller not in self._roster:
            return None  # beyond the bound nobody is noted
        if presence.bot is not UNSET and (caller.user in self.bots or len(self.bots) < MOST_BOTS):
            self.bots[caller.user] = presence.bot
        new = caller.user not in self._clients
        self._clients.setdefault(caller.user, set()).add(caller.client)
        return caller.user if new else None

    def _went(self, caller: Caller) -> str | None:
        self._roster.went(caller)
        return self._forget(caller)

    def _forget(self, caller: Caller) -> str | None:
        clients = self._clients.get(caller.user)
        if clients is None:
            return None
        clients.discard(caller.client)
        if clients:
            return None
        del self._clients[caller.user]
        self.bots.pop(caller.user, None)
        return caller.user

    def doubt(self) -> None:
        """Doubt everybody: our own connection was lost."""
        self._roster.mark()

    def sweep(self) -> list[str]:
        """Give up whoever did not speak since `doubt`; return the users that went."""
        return [user for caller in self._roster.sweep() if (user := self._forget(caller)) is not None]
