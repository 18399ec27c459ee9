"""The referee's desk: all challenges and tables, and what each request does to them. No I/O.

`serve` looks and decides but changes nothing: it returns the answer and its effects. Whoever keeps the file
commits them, then calls `apply`, then publishes; so nothing is ever seen that a restart would not know.
"""

from collections.abc import Callable, Mapping

from msgspec import UNSET

from bots.tables import challenges, machine, table
from bots.tables.asked import Archive, Asked, Effects
from bots.tables.challenges import Challenge
from bots.tables.clock import SEATS
from bots.tables.lists import Lists
from bots.tables.machine import Step
from bots.tables.people import People
from bots.tables.rating import Rating, rated
from bots.tables.rules import Rules
from bots.tables.table import Boards, Now, Table
from engine import games
from protocol.answers import Answer, Empty
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Request
from protocol.tables import answers
from protocol.tables.arguments import ChallengeArgs, MoveArgs
from protocol.tables.documents import Notice, Seat, TableState

MOST_EVENTS = 100
"""Events in one answer of `sync`."""


class Desk:
    """See the module. `coin` decides who sits first where nobody chose."""

    def __init__(
        self,
        archive: Archive,
        people: People,
        rules: Rules,
        *,
        coin: Callable[[], bool],
        about: Mapping[str, str],
        door: str | None = None,
    ) -> None:
        self.tables: dict[str, Table] = {}
        self.challenges: dict[str, Challenge] = {}
        self.boards = Boards()
        self.people = people
        self.rules = rules
        self._archive = archive
        self._coin = coin
        self._door = door
        self.lists = Lists(self, archive, about)
        self._handlers: dict[str, Callable[[Asked, Effects], Answer]] = {
            "hello": self.lists.hello,
            "challenge": self._challenge,
            "withdraw": self._withdraw,
            "accept": self._accept,
            "decline": self._decline,
            "sync": self._sync,
            "move": self._move,
            "draw": self._draw,
            "resign": self._resign,
            "abort": self._abort,
            "record": self.lists.record,
            "mine": self.lists.mine,
            "lobby": lambda asked, _: self.lists.lobby(asked.now),
            "ratings": self.lists.ratings,
            "results": self.lists.results,
            "ping": lambda _asked, _effects: Empty(),
        }

    def serve(self, user: str, key: str, request: Request, now: Now) -> tuple[Answer, Effects]:
        """Decide on a request. Raises RequestError."""
        if user == self._door and request.verb not in {"hello", "guest", "ping"}:
            raise RequestError(ErrorCode.FORBIDDEN, "at the door there is only guest")
        effects = Effects()
        answer = self._handlers[request.verb](Asked(user, key, request, now), effects)
        return answer, effects

    def apply(self, effects: Effects) -> None:
        """Make committed effects the present."""
        for each in effects.opened:
            self.challenges[each.id] = each
        for name in effects.closed:
            self.challenges.pop(name, None)
        for step in effects.steps:
            self.tables[step.table.id] = step.table

    def forget(self, name: str) -> None:
        """Drop a finished table whose state is no longer published."""
        self.tables.pop(name, None)

    # What time and presence do.

    def due(self, now: Now) -> Effects:
        """Do what is due by time."""
        effects = Effects()
        for each in list(self.tables.values()):
            deadline = machine.deadline(each, self.rules)
            if deadline is not None and deadline <= now.watch:
                self._take(machine.tick(each, now, self.rules), effects, now)
        for challenge in list(self.challenges.values()):
            if challenge.expires <= now.watch:
                effects.closed.append(challenge.id)
                for user in filter(None, (challenge.user, challenge.to)):
                    notice = Notice(kind="withdrawn", at=now.wall, challenge=challenge.id, reason="it lapsed")
                    effects.notices.append((user, notice))
        return effects

    def next_due(self) -> int | None:
        """Return the watch reading at which `due` has something to do."""
        times = [each.expires for each in self.challenges.values()]
        deadlines = (machine.deadline(each, self.rules) for each in self.tables.values())
        times += [each for each in deadlines if each is not None]
        return min(times, default=None)

    def presence(self, user: str, now: Now) -> Effects:
        """Note at all tables of a user whether the user is there."""
        effects = Effects()
        here = user in self.people
        for each in self.tables.values():
            if each.ended is None and user in each.players.values():
                self._take(machine.presence(each, user, here, now, self.rules), effects, now)
        return effects

    def _take(self, step: Step, effects: Effects, now: Now) -> None:
        """Add what happened at a table, and what follows for ratings and its players."""
        if not step.events:
            return
        effects.steps.append(step)
        done, last = step.table, step.events[-1]
        if last.kind == "over":
            if done.rated and done.ended != "aborted":
                score = 0.5 if done.winner is None else float(done.winner == "first")
                first, second = (self._rating(done, seat, effects) for seat in SEATS)
                effects.ratings += rated(first, second, score)
            for user in done.players.values():
                notice = Notice(kind="over", at=now.wall, table=done.id, reason=done.reason)
                effects.notices.append((user, notice))
        elif last.kind == "moved":
            user = done.players[table.mover(self.boards.of(done))]
            effects.notices.append((user, Notice(kind="your-turn", at=now.wall, table=done.id)))

    def _rating(self, done: Table, seat: Seat, effects: Effects) -> Rating:
        """Return a player's rating, with what games that end in the same moment make of it."""
        user = done.players[seat]
        new = [each for each in effects.ratings if (each.user, each.game) == (user, done.game)]
        return new[-1] if new else self._archive.rating(user, done.game)

    # Challenges.

    def _here(self, user: str) -> None:
        if user not in self.people:
            topic = f"ugp/1/clients/{user}/CLIENT"
            raise RequestError(ErrorCode.FORBIDDEN, f"whoever plays shows presence on {topic} first")

    def _challenge(self, asked: Asked, effects: Effects) -> Answer:
        known = self.challenges.get(asked.key) or self.tables.get(asked.key)
        if known is not None:
            return answers.ChallengeAnswer(challenge=asked.key)  # asked before a restart of ours
        args: ChallengeArgs = asked.args
        rules = self.rules
        own = sum(each.user == asked.user for each in self.challenges.values())
        if own >= rules.user_challenges or len(self.challenges) >= rules.challenges:
            raise RequestError(ErrorCode.BUSY, f"as many challenges stand as may: {own} of yours")
        made = challenges.make(
            asked.key, asked.user, args, asked.request.options, now=asked.now, lapse=rules.lapse
        )
        self._here(asked.user)
        effects.opened.append(made)
        if made.to is not None:
            notice = Notice(
                kind="challenged",
                at=asked.now.wall,
                challenge=made.id,
                user=made.user,
                details=self.lists.challenge(made, asked.now),
            )
            effects.notices.append((made.to, notice))
        return answers.ChallengeAnswer(challenge=made.id)

    def _open(self, asked: Asked) -> Challenge:
        found = self.challenges.get(asked.args.challenge)
        if found is None or asked.user not in {found.user, found.to or asked.user}:
            raise RequestError(
                ErrorCode.UNKNOWN_SESSION, "no such challenge: taken, withdrawn or lapsed", "challenge"
            )
        return found

    def _withdraw(self, asked: Asked, effects: Effects) -> Answer:
        found = self._open(asked)
        if found.user != asked.user:
            raise RequestError(ErrorCode.FORBIDDEN, "it is not yours: decline it", "challenge")
        effects.closed.append(found.id)
        if found.to is not None:
            notice = Notice(kind="withdrawn", at=asked.now.wall, challenge=found.id, user=found.user)
            effects.notices.append((found.to, notice))
        return Empty()

    def _decline(self, asked: Asked, effects: Effects) -> Answer:
        found = self._open(asked)
        if found.to != asked.user:
            raise RequestError(ErrorCode.FORBIDDEN, "it was not made to you", "challenge")
        effects.closed.append(found.id)
        notice = Notice(
            kind="declined",
            at=asked.now.wall,
            challenge=found.id,
            user=asked.user,
            reason=asked.args.reason,
        )
        effects.notices.append((found.user, notice))
        return Empty()

    def _accept(self, asked: Asked, effects: Effects) -> Answer:
        now = asked.now
        known = self.tables.get(asked.args.challenge)
        if known is not None and asked.user in known.players.values():
            return answers.SyncAnswer(state=self.document(known, now), events=[])
        found = self._open(asked)
        if found.user == asked.user:
            raise RequestError(ErrorCode.FORBIDDEN, "it is your own", "challenge")
        if found.rated and asked.user.startswith(challenges.GUEST):
            raise RequestError(ErrorCode.FORBIDDEN, "guests play casual games", "challenge")
        self._here(asked.user)
        if found.user not in self.people:
            raise RequestError(ErrorCode.FORBIDDEN, f"{found.user} is gone", "challenge")
        self._room(asked.user, found.user)
        players = found.seats(asked.user, self._coin())
        ratings = {seat: self._archive.rating(user, found.game).shown for seat, user in players.items()}
        step = machine.begin(
            found.id,
            games.begin(found.game, found.options, found.position),
            players,
            time=found.time,
            inc=found.inc,
            rated=found.rated,
            ratings=ratings,
            now=now,
            rules=self.rules,
        )
        effects.closed.append(found.id)
        effects.steps.append(step)
        for user in players.values():
            notice = Notice(kind="started", at=now.wall, table=found.id, challenge=found.id, user=asked.user)
            effects.notices.append((user, notice))
        return answers.SyncAnswer(state=self.document(step.table, now), events=[])

    def _room(self, *users: str) -> None:
        running = [each for each in self.tables.values() if each.ended is None]
        if len(running) >= self.rules.tables:
            raise RequestError(ErrorCode.BUSY, f"{len(running)} games are under way: no more for now")
        for user in users:
            count = sum(user in each.players.values() for each in running)
            if count >= self.rules.user_tables:
                raise RequestError(ErrorCode.BUSY, f"{user} plays {count} games already", "challenge")

    # Tables.

    def document(self, found: Table, now: Now) -> TableState:
        """Return a table as it is published."""
        deadline = machine.deadline(found, self.rules)
        return table.document(found, self.boards.of(found), now, deadline)

    def _acted(self, step: Step, asked: Asked, effects: Effects) -> Answer:
        self._take(step, effects, asked.now)
        done = step.table
        ply = self.boards.of(done).ply
        return answers.StateAnswer(table=done.id, seq=done.seq, ply=ply, phase=done.phase)

    def _move(self, asked: Asked, effects: Effects) -> Answer:
        args: MoveArgs = asked.args
        found = self.lists.find(asked)
        state = self.boards.of(found)
        if machine.is_repeat(found, state, asked.user, args.ply, args.move):
            return answers.StateAnswer(table=found.id, seq=found.seq, ply=state.ply, phase=found.phase)
        if found.ended is None and asked.user in found.players.values() and args.ply != state.ply:
            raise RequestError(ErrorCode.BAD_ARGUMENT, f"the table is at ply {state.ply}", "ply")
        seat = machine.permit(found, state, asked.user, "move")
        assert seat is not None
        step = machine.move(found, state, seat, args.move, ply=args.ply, now=asked.now, rules=self.rules)
        return self._acted(step, asked, effects)

    def _draw(self, asked: Asked, effects: Effects) -> Answer:
        found = self.lists.find(asked)
        state = self.boards.of(found)
        seat = machine.permit(found, state, asked.user, f"draw {asked.args.what}")
        assert seat is not None
        if asked.args.what == "offer":
            step = machine.offer_draw(found, state, seat, asked.now, self.rules)
        elif asked.args.what == "accept":
            step = machine.accept_draw(found, seat, asked.now)
        else:
            step = machine.decline_draw(found, seat, asked.now)
        return self._acted(step, asked, effects)

    def _resign(self, asked: Asked, effects: Effects) -> Answer:
        found = self.lists.find(asked)
        seat = machine.permit(found, self.boards.of(found), asked.user, "resign")
        assert seat is not None
        return self._acted(machine.resign(found, seat, asked.now), asked, effects)

    def _abort(self, asked: Asked, effects: Effects) -> Answer:
        found = self.lists.find(asked)
        seat = machine.permit(found, self.boards.of(found), asked.user, "abort")
        assert seat is not None
        return self._acted(machine.abort(found, seat, asked.now), asked, effects)

    def _sync(self, asked: Asked, effects: Effects) -> Answer:
        found = self.lists.find(asked)
        since = asked.args.since
        events = [] if since is UNSET else self._archive.events(found.id, since, MOST_EVENTS)
        return answers.SyncAnswer(state=self.document(found, asked.now), events=events)
