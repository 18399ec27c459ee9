"""How much one user may have under way at an engine."""

from collections import Counter

PER_USER = 256  # open requests
TOTAL = 4096


class Credit:
    """Counts open requests, by user and in all. Beyond the bound the answer is `busy`."""

    def __init__(self, *, per_user: int = PER_USER, total: int = TOTAL) -> None:
        self.per_user = per_user
        self.total = total
        self._open: Counter[str] = Counter()
        self.open = 0

    def take(self, user: str) -> bool:
        """Reserve one for `user`; False when there is none left."""
        if self._open[user] >= self.per_user or self.open >= self.total:
            if not self._open[user]:
                del self._open[user]
            return False
        self._open[user] += 1
        self.open += 1
        return True

    def give(self, user: str) -> None:
        """Return one that was taken."""
        self._open[user] -= 1
        self.open -= 1
        if not self._open[user]:
            del self._open[user]
