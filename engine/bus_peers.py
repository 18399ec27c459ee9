"""The users of a shared engine: one peer each, which owns the user's sessions and settings."""

import functools
from collections import OrderedDict
from collections.abc import Callable

from engine.server import Engine
from engine.sessions import Peer
from protocol.bus.topics import Caller
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Error, Info, Ok, Request
from protocol.order import ORDER, Touches
from protocol.values import DEFAULT_SESSION

MAX_USERS = 1024
SESSIONS_PER_USER = 256

Deliver = Callable[[str, Info | Ok | Error], None]


class Peers:
    """Peers by user, the longest unheard first.

    - `deliver`: takes the user and each answer.
    - `users`: how many may be known; beyond it those who hold nothing make room.
    - `sessions`: how many one user may have open.
    """

    def __init__(
        self, engine: Engine, deliver: Deliver, *, users: int = MAX_USERS, sessions: int = SESSIONS_PER_USER
    ) -> None:
        self._engine = engine
        self._deliver = deliver
        self._users = users
        self._sessions = sessions
        self._peers: OrderedDict[str, Peer] = OrderedDict()

    def admit(self, request: Request, user: str) -> Peer:
        """Return the peer of a user whose request fits the user's share. Raises RequestError: busy."""
        peer = self._peers.get(user)
        if peer is None:
            self._make_room()
            peer = self._engine.join(functools.partial(self._deliver, user), remote=True)
            self._peers[user] = peer
        elif ORDER[request.verb].touches is Touches.MAKES_SESSION and len(peer.sessions) >= self._sessions:
            name = getattr(request.args, "session", None) or DEFAULT_SESSION
            if name not in peer.sessions:
                message = f"{user} has {self._sessions} sessions open: close one first"
                raise RequestError(ErrorCode.BUSY, message, "session")
        self._peers.move_to_end(user)
        return peer

    def _make_room(self) -> None:
        if len(self._peers) < self._users:
            return
        for user, peer in self._peers.items():
            if not peer.jobs and not peer.sessions:
                self._engine.leave(peer)
                del self._peers[user]
                return
        raise RequestError(ErrorCode.BUSY, f"{self._users} users have sessions here: try another engine")

    def close_private(self, caller: Caller) -> None:
        """Close the sessions named `<client>.…`: they were for that client alone."""
        peer = self._peers.get(caller.user)
        if peer is None:
            return
        for name in [name for name in peer.sessions if name.startswith(f"{caller.client}.")]:
            self._engine.searches.disown(peer, name)
            del peer.sessions[name]

    def wind_down(self) -> None:
        """End what would never end by itself."""
        for peer in self._peers.values():
            self._engine.wind_down(peer)

    def hurry(self) -> None:
        """End all work soon."""
        for peer in self._peers.values():
            self._engine.hurry(peer)
