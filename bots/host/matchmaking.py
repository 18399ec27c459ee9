"""Whom to challenge next, without pestering anybody. Pure: times in ms, given by the caller."""

import random
from collections.abc import Sequence

from msgspec import Struct

from bots.host.config import Matchmaking
from bots.host.policy import suits
from engine import games
from protocol.tables.answers import BotInfo


class Proposal(Struct, frozen=True):
    """A challenge to make."""

    to: str
    game: str


class Matchmaker:
    """Chooses opponents for one bot. Whoever refused is left alone, twice as long each time."""

    def __init__(self, me: str, wishes: Matchmaking, seed: int | None = None) -> None:
        self._me = me
        self.wishes = wishes
        self.begun = 0
        self._random = random.Random(seed)
        self._last: int | None = None
        self._refused: dict[str, tuple[int, int]] = {}  # user -> times, until
        self._asked: dict[str, int] = {}

    def ready(self, now: int, running: int) -> bool:
        """Return whether another challenge may be made; `running`: own challenges and games from them."""
        wishes = self.wishes
        if running >= wishes.most or (wishes.limit and self.begun + running >= wishes.limit):
            return False
        return self._last is None or now - self._last >= wishes.every

    def propose(self, bots: Sequence[BotInfo], rating: dict[str, int], now: int) -> Proposal | None:
        """Return whom to challenge to what: the one not asked for longest; None: nobody suits now."""
        wishes = self.wishes
        found: list[Proposal] = []
        for bot in bots:
            if bot.user == self._me or (wishes.opponents and bot.user not in wishes.opponents):
                continue
            if self._refused.get(bot.user, (0, 0))[1] > now:
                continue
            found += [
                Proposal(bot.user, game)
                for game in wishes.games or games.names()
                if suits(
                    bot.offer,
                    game=game,
                    time=wishes.time,
                    inc=wishes.inc,
                    rated=wishes.rated,
                    rating=rating.get(game, 1500),
                )
            ]
        if not found:
            return None
        longest = min(self._asked.get(each.to, -1) for each in found)
        chosen = self._random.choice([each for each in found if self._asked.get(each.to, -1) == longest])
        self._last = now
        self._asked[chosen.to] = now
        return chosen

    def refused(self, user: str, now: int) -> None:
        """Note that somebody declined, or did not answer."""
        times = self._refused.get(user, (0, 0))[0] + 1
        pause = min(self.wishes.longest, self.wishes.backoff * 2 ** min(times - 1, 20))
        self._refused[user] = (times, now + pause)

    def accepted(self, user: str) -> None:
        """Note that a game began."""
        self.begun += 1
        self._refused.pop(user, None)
