"""A player that plays any legal move: the least that an opponent can be, and a yardstick."""

from collections.abc import Callable

from bots.players.base import Choice, Limits, Turn
from bots.players.seeded import Seeded
from protocol.answers import GoInfo


class RandomPlayer(Seeded):
    """Each legal move is equally likely."""

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        """Choose by chance; limits do not matter."""
        return Choice(move=self.random.choice(view.legal))
