"""The engines that a pool sees, and which of them to ask. Pure: times are given by the caller, in seconds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from protocol.bus.presence import EngineStatus

MAX_ORPHANS = 64


@dataclass(eq=False, slots=True)
class Known:
    """One engine, as its presence and our dealings with it tell.

    Attributes:
        work: our searches there that are not answered.
        sent: of these, sent since it last told how many slots are free.
        avoid: until when not to ask it anything.
        busy: until when not to ask it for work.
        heard: when it last answered anything.
        probe: since when it owes us a sign of life; None: it does not.
        orphans: searches given up there, to be cancelled when it is back.

    """

    name: str
    status: EngineStatus
    work: int = 0
    sent: int = 0
    avoid: float = 0.0
    busy: float = 0.0
    heard: float = 0.0
    probe: float | None = None
    orphans: list[str] = field(default_factory=list)

    def free(self, now: float) -> int:
        """Return how many slots should be free, as far as we can tell."""
        return 0 if self.busy > now else min(self.status.free - self.sent, self.status.slots - self.work)

    def ready(self, now: float) -> bool:
        """Return whether it can be asked."""
        return self.status.state == "ready" and self.avoid <= now

    def give_up(self, wire: str) -> None:
        """Remember a search that nobody waits for any more."""
        self.orphans = [*self.orphans[-MAX_ORPHANS + 1 :], wire]


class Engines:
    """All engines of a bus, or only some, by name."""

    def __init__(self, only: Iterable[str] | None = None) -> None:
        self._only = None if only is None else frozenset(only)
        self._known: dict[str, Known] = {}

    def __iter__(self) -> Iterator[Known]:
        return iter(list(self._known.values()))

    def get(self, name: str | None) -> Known | None:
        """Return what is known of an engine."""
        return self._known.get(name) if name is not None else None

    def update(self, name: str, status: EngineStatus) -> tuple[Known, bool] | None:
        """Take note of a presence.

        Returns the engine and whether all that it had of ours is lost; None for an engine of no concern.
        """
        if self._only is not None and name not in self._only:
            return None
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = Known(name, status)
            return known, False
        before, known.status = known.status, status
        known.sent = 0
        known.busy = 0.0
        if status.epoch != before.epoch:
            known.avoid = 0.0
            known.orphans = []
        return known, status.state == "offline" or status.epoch != before.epoch

    def choose(self, now: float, *, work: bool, game: str | None = None) -> Known | None:
        """Return the engine to ask: for work the freest with a slot, else the least busy with ours."""
        ready = [each for each in self._known.values() if each.ready(now)]
        if game is not None:
            ready = [each for each in ready if game in each.status.games] or ready
        if work:
            free = [each for each in ready if each.free(now) > 0]
            return max(free, key=lambda each: each.free(now), default=None)
        return min(ready, key=lambda each: each.work, default=None)

    def summary(self, now: float) -> str:
        """Say how it stands, for an error."""
        if not self._known:
            return "there is no engine on the bus"
        ready = [each for each in self._known.values() if each.ready(now)]
        free = sum(max(0, each.free(now)) for each in ready)
        return f"engines: {len(self._known)} known, {len(ready)} ready; free searches: {free}"
