"""Who is there: the retained JSON of engines and clients, and what is known from it."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from protocol.bus.topics import Caller

PresenceT = TypeVar("PresenceT")
State = Literal["ready", "draining", "offline"]
MAX_STATUS = 32_768  # bytes of a presence message that are read


class EngineStatus(msgspec.Struct, frozen=True, omit_defaults=False):
    """What an engine tells of itself on `ugp/1/<engine>/status`.

    Attributes:
        state: `ready` takes requests, `draining` finishes what it has, `offline` is gone.
        name: program name; version: its version.
        ugp: protocol versions.
        games: game -> options with type, default and range, as in `hello`.
        slots: searches that can run at once; free: of these, idle now.
        epoch: grows with each start of the engine: sessions of an older epoch are lost.

    """

    state: State
    name: str = ""
    version: str = ""
    ugp: tuple[int, ...] = (1,)
    games: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    slots: int = 0
    free: int = 0
    epoch: int = 0


class ClientPresence(msgspec.Struct, frozen=True):
    """What a client tells of itself on `ugp/1/clients/<user>/<client>`; gone is an empty message."""

    state: Literal["online"] = "online"


_engine_decoder = msgspec.json.Decoder(EngineStatus)
_client_decoder = msgspec.json.Decoder(ClientPresence)


def encode(presence: EngineStatus | ClientPresence) -> bytes:
    """Return the JSON of a presence."""
    return msgspec.json.encode(presence)


def read_presence(payload: bytes, decoder: msgspec.json.Decoder[PresenceT], most: int) -> PresenceT | None:
    """Read a presence; None when it is empty, of more than `most` bytes or nonsense: whose it is, is gone."""
    if not payload or len(payload) > most:
        return None
    try:
        return decoder.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        return None


def decode_engine(payload: bytes) -> EngineStatus | None:
    """Read an engine's presence."""
    return read_presence(payload, _engine_decoder, MAX_STATUS)


def client_is_present(payload: bytes) -> bool:
    """Read a client's presence: anything but a proper `online` means that it is gone."""
    return read_presence(payload, _client_decoder, MAX_STATUS) is not None


class Roster:
    """Which clients are present.

    What went while our own connection was down is found by `mark` when it went down and `sweep` some time
    after it came back: whoever did not speak up in between is gone. (Who is back before us speaks up while
    we come back, for what is retained comes with the subscriptions.)
    """

    def __init__(self, limit: int = 100_000) -> None:
        self._limit = limit
        self._present: set[Caller] = set()
        self._stale: set[Caller] = set()

    def __len__(self) -> int:
        return len(self._present)

    def __contains__(self, caller: object) -> bool:
        return caller in self._present

    def came(self, caller: Caller) -> None:
        """Note a client's presence; beyond the limit it is not noted."""
        self._stale.discard(caller)
        if len(self._present) < self._limit:
            self._present.add(caller)

    def went(self, caller: Caller) -> bool:
        """Note that a client is gone; return whether it was here."""
        self._stale.discard(caller)
        known = caller in self._present
        self._present.discard(caller)
        return known

    def mark(self) -> None:
        """Doubt everybody."""
        self._stale = set(self._present)

    def sweep(self) -> list[Caller]:
        """Give up those still in doubt and return them."""
        lost = sorted(self._stale)
        self._present -= self._stale
        self._stale = set()
        return lost
