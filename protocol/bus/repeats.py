"""A request that comes again is answered once and the same.

A request is known by its Response Topic and Correlation Data: from its arrival until it expires, and
`KEPT` after its answer at most if it changed nothing. Memory is bounded for each user and in all, and
by far less than a day's requests take: of answers that changed nothing the oldest are given up (asked
again they are computed again); when there is no room for one that will change something, it is refused
as `busy`. What changes something must expire within `LONGEST`, so that its bound is soon free again.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass, field

from protocol.bus.message import Message
from protocol.errors import ErrorCode, RequestError

Key = tuple[str, bytes]  # Response Topic, Correlation Data

KEPT = 120.0  # s
LONGEST = 300  # s
ENTRY_BYTES = 1024  # what an entry costs beside its answer


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is remembered.

    Attributes:
        entries, size: requests that change something, and bytes of them with their answers, of one user.
        total: bytes of these, of all users.
        passing, passing_total: bytes of answers that changed nothing, of one user and of all.
        kept: s after which such an answer is given up.

    """

    entries: int = 16_384
    size: int = 16 << 20
    total: int = 64 << 20
    passing: int = 2 << 20
    passing_total: int = 16 << 20
    kept: float = KEPT


@dataclass(eq=False, slots=True)
class Entry:
    """One request that was seen: open while `answer` is None.

    `expires` is when its asker gives up, `until` when it is forgotten.
    """

    key: Key
    user: str
    expires: float
    changes: bool
    until: float
    answer: Message | None = None
    cost: int = ENTRY_BYTES


@dataclass(slots=True)
class _Share:
    """What one user's requests take up: those that change something, and answers that changed nothing."""

    entries: int = 0
    size: int = 0
    passing: OrderedDict[Key, Entry] = field(default_factory=OrderedDict)  # oldest answer first
    passing_size: int = 0


class Repeats:
    """The requests seen and their answers. Times are seconds of one monotonic clock, given by the caller.

    Open requests that change nothing are not counted here: their number has its bound elsewhere (credit).
    """

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()
        self._entries: dict[Key, Entry] = {}
        self._shares: dict[str, _Share] = {}
        self._passing: OrderedDict[Key, Entry] = OrderedDict()
        self._due: dict[int, set[Entry]] = {}  # by the second in which they are forgotten
        self._swept = -math.inf
        self._size = self._passing_size = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes(self) -> int:
        """How much memory is in use, about."""
        return self._size + self._passing_size

    def seen(self, key: Key, now: float) -> Entry | None:
        """Return the entry of a request that was seen and is still known."""
        self._sweep(now)
        entry = self._entries.get(key)
        if entry is not None and entry.until <= now:
            self._forget(entry)
            return None
        return entry

    def open(self, key: Key, user: str, *, expires: float, now: float, changes: bool) -> Entry | None:
        """Record a request that is not `seen`; None if it changes something and there is no room for it."""
        self._sweep(now)
        share = self._shares.get(user) or _Share()
        most = self._bounds
        if changes:
            full = share.entries >= most.entries or share.size >= most.size
            if full or self._size >= most.total:
                return None
            self._shares[user] = share
            share.entries += 1
        entry = Entry(key, user, expires, changes, expires)
        self._entries[key] = entry
        self._due.setdefault(math.ceil(expires), set()).add(entry)
        self._charge(entry, ENTRY_BYTES)
        return entry

    def close(self, entry: Entry, answer: Message, now: float) -> None:
        """Record the final answer of an open request."""
        if self._entries.get(entry.key) is not entry:
            return  # it expired first
        entry.answer = answer
        entry.cost += len(answer.payload)
        if entry.changes:
            self._charge(entry, len(answer.payload))
            return
        self._unschedule(entry)
        entry.until = min(entry.expires, now + self._bounds.kept)
        self._due.setdefault(math.ceil(entry.until), set()).add(entry)
        share = self._shares.setdefault(entry.user, _Share())
        share.passing[entry.key] = self._passing[entry.key] = entry
        share.passing_size += entry.cost
        self._passing_size += entry.cost
        while share.passing_size > self._bounds.passing:
            self._forget(next(iter(share.passing.values())))
        while self._passing_size > self._bounds.passing_total:
            self._forget(next(iter(self._passing.values())))

    def _charge(self, entry: Entry, size: int) -> None:
        if entry.changes:
            self._shares[entry.user].size += size
            self._size += size

    def _unschedule(self, entry: Entry) -> None:
        due = math.ceil(entry.until)
        entries = self._due.get(due)
        if entries is not None:
            entries.discard(entry)
            if not entries:
                del self._due[due]

    def _forget(self, entry: Entry) -> None:
        del self._entries[entry.key]
        self._unschedule(entry)
        share = self._shares.get(entry.user)
        if share is None:
            return  # it was open, and all that its user has
        if entry.changes:
            share.entries -= 1
            self._charge(entry, -entry.cost)
        elif share.passing.pop(entry.key, None) is not None:
            del self._passing[entry.key]
            share.passing_size -= entry.cost
            self._passing_size -= entry.cost
        if not share.entries and not share.passing:
            del self._shares[entry.user]

    def _sweep(self, now: float) -> None:
        """Forget what is due; looks once a second."""
        second = math.floor(now)
        if second <= self._swept:
            return
        self._swept = second
        for due in [each for each in self._due if each <= second]:
            for entry in self._due.pop(due):
                self._forget(entry)


def check_expiry(expiry: float, *, changes: bool) -> None:
    """Refuse a request that would have to be known for too long. Raises RequestError."""
    if changes and expiry > LONGEST:
        text = f"what changes something must expire within {LONGEST} s, for so long its repeats are known"
        raise RequestError(ErrorCode.BAD_REQUEST, text, "expiry")
