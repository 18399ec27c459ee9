"""What the desk tells without changing anything: the verbs that only look."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from bots.tables import challenges, table
from bots.tables.asked import Archive, Asked, Effects
from bots.tables.challenges import Challenge
from bots.tables.people import People
from bots.tables.rules import Rules
from bots.tables.table import Now, Table
from engine import games
from protocol.answers import Answer
from protocol.errors import ErrorCode, RequestError
from protocol.tables import answers
from protocol.tables.documents import ChallengeInfo

MOST_LISTED = 100
"""Challenges, games and bots in one state of the lobby."""
MAX_LOBBY = 160 * 1024
"""Bytes of one state of the lobby: a message holds it in every encoding. What makes it larger is cut."""


class Present(Protocol):
    """What there is now: the desk's part that is looked at."""

    tables: dict[str, Table]
    challenges: dict[str, Challenge]
    people: People
    rules: Rules


class Lists:
    """Answers from what there is now and from the file."""

    def __init__(self, desk: Present, archive: Archive, about: Mapping[str, str]) -> None:
        self._desk = desk
        self._archive = archive
        self._about = about

    def find(self, asked: Asked) -> Table:
        """Return the table that a request names. Raises RequestError (`unknown-session`)."""
        name: Any = asked.args.table
        found = self._desk.tables.get(name) or self._archive.table(name)
        if found is None:
            raise RequestError(ErrorCode.UNKNOWN_SESSION, "no such table", "table")
        return found

    def challenge(self, challenge: Challenge, now: Now) -> ChallengeInfo:
        """Return a challenge as it is shown."""
        rating = self._archive.rating(challenge.user, challenge.game)
        return challenges.info(challenge, rating.shown, now)

    def hello(self, asked: Asked, effects: Effects) -> Answer:
        """Serve `hello`."""
        bounds = {name: getattr(self._desk.rules, name) for name in Rules.__struct_fields__}
        return answers.HelloAnswer(
            ugp=1,
            name=self._about["name"],
            version=self._about["version"],
            user=asked.user,
            games={name: games.declared(name) for name in games.names()},
            limits=bounds,
        )

    def record(self, asked: Asked, effects: Effects) -> Answer:
        """Serve `record`."""
        found = self.find(asked)
        return answers.RecordAnswer(
            table=found.id,
            game=found.game,
            options=dict(found.options),
            start=found.start,
            players=dict(found.players),
            moves=list(found.moves),
            used=list(found.used),
            ended=found.ended or "",
            reason=found.reason,
            winner=found.winner or "",
        )

    def mine(self, asked: Asked, effects: Effects) -> Answer:
        """Serve `mine`."""
        return answers.MineAnswer(
            challenges=[
                self.challenge(each, asked.now)
                for each in self._desk.challenges.values()
                if asked.user in {each.user, each.to}
            ],
            tables=[
                table.info(each)
                for each in self._desk.tables.values()
                if each.ended is None and asked.user in each.players.values()
            ],
        )

    def lobby(self, now: Now) -> answers.LobbyAnswer:
        """Return what everybody may see, the latest first, cut to what a message holds."""
        most = MOST_LISTED
        while True:
            found = self._lobby(now, most)
            if most == 1 or len(msgspec.json.encode(found)) <= MAX_LOBBY:
                return found
            most //= 2

    def _lobby(self, now: Now, most: int) -> answers.LobbyAnswer:
        open_ones = [
            each
            for each in self._desk.challenges.values()
            if each.to is None and each.user in self._desk.people
        ]
        running = [each for each in self._desk.tables.values() if each.ended is None]
        bots = sorted(self._desk.people.bots.items())
        more = sum(max(0, len(each) - most) for each in (open_ones, running, bots))
        names = games.names()
        return answers.LobbyAnswer(
            challenges=[self.challenge(each, now) for each in open_ones[::-1][:most]],
            tables=[table.info(each) for each in running[::-1][:most]],
            bots=[
                answers.BotInfo(
                    user=user,
                    offer=offer,
                    ratings={game: self._archive.rating(user, game).shown for game in names},
                )
                for user, offer in bots[:most]
            ],
            more=more,
        )

    def ratings(self, asked: Asked, effects: Effects) -> Answer:
        """Serve `ratings`."""
        game = None if asked.args.game is UNSET else asked.args.game
        user = None if asked.args.user is UNSET else asked.args.user
        listed = [
            answers.RatingInfo(
                user=each.user, game=each.game, rating=each.shown, error=each.error, games=each.games
            )
            for each in self._archive.ratings(game, user)
        ]
        return answers.RatingsAnswer(ratings=listed)

    def results(self, asked: Asked, effects: Effects) -> Answer:
        """Serve `results`."""
        user = None if asked.args.user is UNSET else asked.args.user
        return answers.ResultsAnswer(
            tables=[table.info(each) for each in self._archive.results(user, asked.args.limit)]
        )
