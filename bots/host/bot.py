"""One bot at the tables: answers challenges, makes its own, and runs its games. One task decides."""

import asyncio
import contextlib
import time
from collections.abc import Callable

import structlog
from msgspec import UNSET

from bots.host.config import BotConfig
from bots.host.game import TableGame
from bots.host.ledger import Ledger
from bots.host.matchmaking import Matchmaker
from bots.host.metrics import Metrics
from bots.host.policy import offer, refusal
from bots.host.supervise import Stable
from bots.tables.client import TableClient, TablesRefused
from protocol.answers import Answer, Empty
from protocol.bus import BusError
from protocol.errors import DeadlineExceeded, UgpError
from protocol.tables import answers
from protocol.tables.documents import ChallengeInfo, Notice, Presence

RESYNC = 5.0  # s between two looks at what is ours; also after a restart of the referee
PATIENCE = 20_000  # ms after which a challenge of ours that is not answered is taken back
STEP = 0.25  # s between two looks at whether to challenge somebody
MOST_NOTICES = 1_000  # that wait to be handled; what is missed beyond it the next look at what is ours finds


class HostedBot:
    """See the module. `run` ends after `drain` when the last game is over, or soon after `hurry`."""

    def __init__(
        self, config: BotConfig, client: TableClient, stable: Stable, ledger: Ledger, metrics: Metrics
    ) -> None:
        self.config = config
        self.client = client
        self.stable = stable
        self.draining = False
        self.games: dict[str, TableGame] = {}
        self._ledger = ledger
        self._metrics = metrics
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._own: dict[str, tuple[str, int]] = {}  # challenges of ours: id -> opponent, when made
        self._begun: set[str] = set()  # tables that came of them and go on
        self._inbox: asyncio.Queue[Callable[[], object]] = asyncio.Queue()
        wishes = config.matchmaking
        self._matchmaker = Matchmaker(config.user, wishes) if wishes else None
        self._lobby: answers.LobbyAnswer | None = None
        self._shown = -1
        self._hurried = False
        self._log = structlog.get_logger("host").bind(bot=config.user)

    @property
    def user(self) -> str:
        """The bot's user."""
        return self.config.user

    async def run(self) -> None:
        """Be at the tables until drained."""
        feeds = [asyncio.create_task(self._notices()), asyncio.create_task(self._lobbies())]
        next_sync = 0.0
        try:
            while self.client.lost is None and not (self.draining and not self._tasks):
                now = time.monotonic()
                if now >= next_sync or self.client.restarted.is_set():
                    self.client.restarted.clear()
                    next_sync = now + RESYNC
                    await self._quietly(self._resync())
                await self._quietly(self._challenge())
                await self._show()
                try:
                    async with asyncio.timeout(STEP):
                        handle = await self._inbox.get()
                except TimeoutError:
                    continue
                result = handle()
                if asyncio.iscoroutine(result):
                    await self._quietly(result)
        finally:
            for task in (*feeds, *self._tasks.values()):
                task.cancel()
            await asyncio.gather(*feeds, *self._tasks.values(), return_exceptions=True)
            await self.stable.close()
            await self.client.close()

    def drain(self) -> None:
        """Begin nothing more; what goes on is finished."""
        self.draining = True
        self._inbox.put_nowait(self._withdraw_all)

    def hurry(self) -> None:
        """Give all games up now. Said again: no more than that."""
        if self._hurried:
            return
        self._hurried = True
        for game in self.games.values():
            self._inbox.put_nowait(game.give_up)

    async def _quietly(self, work: object) -> None:
        """Await something that may fail because of the referee or the bus: the next look mends it."""
        try:
            await work  # type: ignore[misc]
        except (UgpError, BusError) as fault:
            self._log.info("put off", reason=str(fault))

    async def _notices(self) -> None:
        async for notice in self.client.notices():
            handler = {
                "challenged": self._challenged,
                "started": self._started,
                "declined": self._declined,
                "withdrawn": self._withdrawn,
            }.get(notice.kind)
            if handler is not None and self._inbox.qsize() < MOST_NOTICES:
                self._inbox.put_nowait(lambda handler=handler, notice=notice: handler(notice))  # type: ignore[misc]

    async def _lobbies(self) -> None:
        async for lobby in self.client.lobby():
            self._lobby = lobby

    async def _show(self) -> None:
        """Tell in our presence what is free, when that changed."""
        free = 0 if self._closed() else self._ledger.free(self.user)
        if free != self._shown:
            self._shown = free
            with contextlib.suppress(BusError):
                await self.client.show(Presence(bot=offer(self.config, free)))
        self._metrics.bot(self.user, playing=len(self._tasks), engines=self.stable.alive)

    def _closed(self) -> bool:
        return self.draining or self.stable.breaker.is_open(time.monotonic())

    async def _ask(self, verb: str, answer: type[Answer], **arguments: object) -> Answer:
        return await self.client.request(verb, answer, **arguments)  # type: ignore[arg-type]

    # What is ours, as the referee sees it.

    async def _resync(self) -> None:
        mine = await self.client.request("mine", answers.MineAnswer)
        going = {each.table for each in mine.tables}
        for each in mine.tables:
            if each.table not in self._tasks:
                opponent = next((user for user in each.players.values() if user != self.user), self.user)
                self._play(each.table, opponent)
        standing = {each.challenge for each in mine.challenges}
        for name in self._ledger.of(self.user).keys() - self._tasks.keys() - self._own.keys() - standing:
            self._ledger.release(self.user, name)  # an acceptance that came to nothing
        for each_challenge in mine.challenges:
            if each_challenge.user != self.user:
                await self._consider(each_challenge)
        now = _ms()
        for name, (opponent, made) in list(self._own.items()):
            if name not in standing and name not in going and now - made > RESYNC * 1000:
                self._drop(name, opponent)
            elif name in standing and now - made > PATIENCE:
                await self._ask("withdraw", Empty, challenge=name)
                self._drop(name, opponent)

    def _drop(self, challenge: str, opponent: str) -> None:
        """Forget a challenge of ours that came to nothing."""
        self._own.pop(challenge, None)
        if challenge not in self._tasks:
            self._ledger.release(self.user, challenge)
        if self._matchmaker is not None:
            self._matchmaker.refused(opponent, _ms())

    # Challenges of others.

    async def _challenged(self, notice: Notice) -> None:
        if notice.details is not UNSET:
            await self._consider(notice.details)

    async def _consider(self, challenge: ChallengeInfo) -> None:
        if challenge.challenge in self._tasks:
            return  # heard of twice
        taken = self._ledger.of(self.user)
        if challenge.challenge in taken and not self._closed():
            await self._accept(challenge)  # the answer to our acceptance was missed
            return
        opponents = list(taken.values())
        is_bot = self._lobby is not None and any(bot.user == challenge.user for bot in self._lobby.bots)
        why = refusal(
            self.config,
            challenge,
            is_bot=is_bot,
            with_user=opponents.count(challenge.user),
            free=self._ledger.free(self.user),
        )
        if self._closed():
            why = "I am going away" if self.draining else "my engine fails; try again later"
        if why is None and self._ledger.take(self.user, challenge.challenge, challenge.user):
            await self._accept(challenge)
            return
        self._ledger.release(self.user, challenge.challenge)
        self._metrics.declined.labels(self.user).inc()
        with contextlib.suppress(TablesRefused):
            await self._ask("decline", Empty, challenge=challenge.challenge, reason=why or "no table is free")

    async def _accept(self, challenge: ChallengeInfo) -> None:
        """Accept; the slot is taken already, and given back if no game comes of it."""
        try:
            await self._ask("accept", answers.SyncAnswer, challenge=challenge.challenge)
        except DeadlineExceeded:
            return  # perhaps it was accepted: the next look at what is ours decides
        except TablesRefused as fault:
            self._ledger.release(self.user, challenge.challenge)
            self._log.info("not accepted", challenge=challenge.challenge, reason=str(fault))
            return
        self._play(challenge.challenge, challenge.user)

    # Challenges of ours.

    async def _challenge(self) -> None:
        maker = self._matchmaker
        if maker is None or self._lobby is None or self._closed() or not self._ledger.free(self.user):
            return
        now = _ms()
        if not maker.ready(now, len(self._own) + len(self._begun)):
            return
        ratings = next((bot.ratings for bot in self._lobby.bots if bot.user == self.user), {})
        proposal = maker.propose(self._lobby.bots, ratings, now)
        if proposal is None:
            return
        wishes = maker.wishes
        # The slot is taken under a name of its own until the referee has given the challenge its id.
        pending = f"pending-{now}"
        self._ledger.take(self.user, pending, proposal.to)
        try:
            made = await self.client.request(
                "challenge",
                answers.ChallengeAnswer,
                game=proposal.game,
                to=proposal.to,
                time=wishes.time,
                inc=wishes.inc,
                rated=wishes.rated,
            )
        finally:
            self._ledger.release(self.user, pending)
        self._own[made.challenge] = (proposal.to, now)
        self._ledger.take(self.user, made.challenge, proposal.to, owed=True)

    def _started(self, notice: Notice) -> None:
        table = "" if notice.table is UNSET else notice.table
        own = self._own.pop(table, None)
        if own is not None and self._matchmaker is not None:
            self._matchmaker.accepted(own[0])
            self._begun.add(table)
        if own is not None:
            self._play(table, own[0])

    def _declined(self, notice: Notice) -> None:
        self._metrics.refused.labels(self.user).inc()
        self._withdrawn(notice)

    def _withdrawn(self, notice: Notice) -> None:
        name = "" if notice.challenge is UNSET else notice.challenge
        if name in self._own:
            self._drop(name, self._own[name][0])
        elif name not in self._tasks:
            self._ledger.release(self.user, name)

    async def _withdraw_all(self) -> None:
        for name in list(self._own):
            with contextlib.suppress(TablesRefused):
                await self._ask("withdraw", Empty, challenge=name)
                del self._own[name]
                self._ledger.release(self.user, name)

    # Games.

    def _play(self, table: str, opponent: str) -> None:
        if table in self._tasks:
            return
        if self._own.pop(table, None) is not None and self._matchmaker is not None:
            self._matchmaker.accepted(opponent)  # its notice was missed
            self._begun.add(table)
        self._ledger.take(self.user, table, opponent, owed=True)
        self._metrics.started.labels(self.user).inc()
        game = TableGame(self.client, table, self.config, self.stable, on_fault=self._fault)
        self.games[table] = game
        task = asyncio.create_task(self._run_game(game), name=f"{self.user} at {table}")
        self._tasks[table] = task
        if self._hurried:
            self._inbox.put_nowait(game.give_up)

    async def _run_game(self, game: TableGame) -> None:
        try:
            last = await game.run()
            ended = "lost sight of" if last is None or last.ended is UNSET else last.ended
            self._metrics.finished.labels(self.user, ended).inc()
            self._log.info("game over", table=game.table, ended=ended)
        except (UgpError, BusError) as fault:
            self._fault(f"{game.table}: {fault!r}")
        finally:
            self._inbox.put_nowait(lambda: self._over(game.table))

    def _over(self, table: str) -> None:
        """Free the slot of a game that is over."""
        self._tasks.pop(table, None)
        self.games.pop(table, None)
        self._begun.discard(table)
        self._ledger.release(self.user, table)

    def _fault(self, what: str) -> None:
        self._metrics.faults.labels(self.user).inc()
        self._log.warning("a player failed", what=what)


def _ms() -> int:
    return time.monotonic_ns() // 1_000_000
