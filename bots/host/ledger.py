"""The one ledger of slots: who plays where. A slot is taken before anything is promised, and freed once."""

from collections.abc import Mapping


class Ledger:
    """Slots of all bots of a host; a slot is known by bot and table (a challenge has its table's id).

    Changed only by the bots' control tasks, each of which runs in the host's loop and never waits in
    between: so what is free when it looks is free when it takes.
    """

    def __init__(self, total: int, slots: Mapping[str, int]) -> None:
        self._total = total
        self._slots = dict(slots)
        self._taken: dict[str, dict[str, str]] = {bot: {} for bot in slots}

    def free(self, bot: str) -> int:
        """Return how many more games a bot may begin now."""
        return max(0, min(self._slots[bot] - len(self._taken[bot]), self._total - self.taken))

    @property
    def taken(self) -> int:
        """Slots taken in all."""
        return sum(len(each) for each in self._taken.values())

    def of(self, bot: str) -> Mapping[str, str]:
        """Return a bot's slots: table -> opponent."""
        return self._taken[bot]

    def take(self, bot: str, table: str, opponent: str, *, owed: bool = False) -> bool:
        """Take a slot; False when none is free. `owed`: the game goes on already, and counts anyhow."""
        if table in self._taken[bot]:
            return True
        if not owed and not self.free(bot):
            return False
        self._taken[bot][table] = opponent
        return True

    def release(self, bot: str, table: str) -> None:
        """Free a slot; one that is free stays so."""
        self._taken[bot].pop(table, None)
