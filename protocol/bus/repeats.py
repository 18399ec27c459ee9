"""A request that comes again is answered once and the same, until it expires.

A request is known by its Response Topic and Correlation Data. Memory is bounded: of a user who holds
too many answers, the oldest that changed nothing go first (asked again they are computed again);
when only answers that changed something are left, a new request is refused as `busy`.
"""

import heapq
from collections import OrderedDict
from dataclasses import dataclass, field

from protocol.bus.message import Message

Key = tuple[str, bytes]  # Response Topic, Correlation Data

PER_USER_ENTRIES = 16_384
PER_USER_BYTES = 16 << 20
TOTAL_BYTES = 256 << 20
ENTRY_BYTES = 768  # what an entry costs beside its answer


@dataclass(eq=False, slots=True)
class Entry:
    """One request that was seen: open while `answer` is None."""

    key: Key
    user: str
    expires: float
    changes: bool
    answer: Message | None = None
    cost: int = ENTRY_BYTES


@dataclass(slots=True)
class _Share:
    """What one user's requests take up."""

    entries: int = 0
    bytes: int = 0
    expendable: OrderedDict[Key, Entry] = field(default_factory=OrderedDict)


class Repeats:
    """The requests seen and their answers. Times are seconds of one monotonic clock, given by the caller."""

    def __init__(
        self,
        *,
        per_user_entries: int = PER_USER_ENTRIES,
        per_user_bytes: int = PER_USER_BYTES,
        total_bytes: int = TOTAL_BYTES,
    ) -> None:
        self._limits = per_user_entries, per_user_bytes, total_bytes
        self._entries: dict[Key, Entry] = {}
        self._shares: dict[str, _Share] = {}
        self._order: list[tuple[float, int, Entry]] = []
        self._serial = 0
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    def seen(self, key: Key, now: float) -> Entry | None:
        """Return the entry of a request that was seen and has not expired."""
        self._purge(now)
        return self._entries.get(key)

    def open(self, key: Key, user: str, *, expires: float, now: float, changes: bool) -> Entry | None:
        """Record a new request; None when the user's share is full of answers that must stay."""
        self._purge(now)
        share = self._shares.setdefault(user, _Share())
        entries, size, total = self._limits
        while share.entries >= entries or share.bytes >= size or self.bytes >= total:
            if not share.expendable:
                return None
            _, oldest = share.expendable.popitem(last=False)
            self._forget(oldest)
        entry = Entry(key, user, expires, changes)
        self._entries[key] = entry
        self._shares[user] = share
        share.entries += 1
        self._charge(share, entry.cost)
        self._serial += 1
        heapq.heappush(self._order, (expires, self._serial, entry))
        return entry

    def close(self, entry: Entry, answer: Message) -> None:
        """Record the final answer of an open request."""
        entry.answer = answer
        if self._entries.get(entry.key) is not entry:
            return
        share = self._shares[entry.user]
        grown = len(answer.payload)
        entry.cost += grown
        self._charge(share, grown)
        if not entry.changes:
            share.expendable[entry.key] = entry

    def _charge(self, share: _Share, size: int) -> None:
        share.bytes += size
        self.bytes += size

    def _forget(self, entry: Entry) -> None:
        if self._entries.get(entry.key) is not entry:
            return
        del self._entries[entry.key]
        share = self._shares[entry.user]
        share.entries -= 1
        self._charge(share, -entry.cost)
        share.expendable.pop(entry.key, None)
        if not share.entries:
            del self._shares[entry.user]

    def _purge(self, now: float) -> None:
        """Drop what expired; entries forgotten earlier leave the heap here, or when it outgrows them."""
        order = self._order
        while order and order[0][0] <= now:
            self._forget(heapq.heappop(order)[2])
        if len(order) > 2 * len(self._entries) + 1024:
            self._order = [each for each in order if self._entries.get(each[2].key) is each[2]]
            heapq.heapify(self._order)
