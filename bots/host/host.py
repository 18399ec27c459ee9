"""All bots of a host: connections, signals, health, systemd, and an orderly end."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from bots.host.bot import HostedBot
from bots.host.breaker import Breaker
from bots.host.config import BotConfig, HostConfig, tls_files
from bots.host.http import Http
from bots.host.ledger import Ledger
from bots.host.metrics import Metrics
from bots.host.notify import Notify
from bots.host.policy import offer
from bots.host.supervise import Stable
from bots.players import make_player
from bots.tables.client import TableClient, connect
from protocol.errors import UgpError
from protocol.tables.documents import Presence

RETRY = (0.5, 60.0)  # s between attempts to reach the tables: at first, and at most
STEADY = 300.0  # s at the tables after which the next pause is short again: well over the longest pause
LAST_MOVES = 10.0  # s for games to be given up in a hurry
BEAT = 1.0  # s between two looks at the health of all bots

Connect = Callable[[BotConfig, Presence], Awaitable[TableClient]]


class Host:
    """Runs the bots of a configuration. `connect_bot` makes their connections (tests give their own)."""

    def __init__(
        self,
        config: HostConfig,
        base: Path,
        *,
        connect_bot: Connect | None = None,
        notify: Notify | None = None,
    ) -> None:
        self._config = config
        self._base = base
        self._connect = connect_bot or self._over_mqtt
        self._notify = notify or Notify()
        self.metrics = Metrics()
        self.ledger = Ledger(config.slots, {bot.user: bot.slots for bot in config.bot})
        self.bots: dict[str, HostedBot] = {}
        self._lost: dict[str, str] = {}  # user -> why its bot lost the tables for good, until it is back
        self.http = Http({"/health": self._health, "/ready": self._ready, "/metrics": self._metrics_page})
        self._draining = asyncio.Event()
        self._hurried = asyncio.Event()
        self._log = structlog.get_logger("host")

    async def _over_mqtt(self, bot: BotConfig, presence: Presence) -> TableClient:
        config = self._config
        return await connect(
            config.broker,
            config.service,
            user=bot.user,
            client=f"{bot.user}-bot",
            credentials=self._base / bot.credentials if bot.credentials else None,
            tls=tls_files(config, self._base),
            presence=presence,
        )

    async def run(self) -> None:
        """Keep all bots at the tables until `end`."""
        if self._config.http:
            await self.http.start(self._config.http)
        beat = asyncio.create_task(self._beat())
        try:
            await asyncio.gather(*(self._keep(bot) for bot in self._config.bot))
        finally:
            beat.cancel()
            await asyncio.gather(beat, return_exceptions=True)
            await self.http.close()

    def end(self) -> None:
        """Drain: finish the games, begin none. Called again: give them up."""
        if self._draining.is_set():
            self._hurried.set()
            for bot in self.bots.values():
                bot.hurry()
            return
        self._log.info("draining", games=self.ledger.taken)
        self._draining.set()
        self.metrics.draining()
        self._notify.tell("STOPPING=1", "STATUS=draining")
        for bot in self.bots.values():
            bot.drain()

    async def _keep(self, config: BotConfig) -> None:
        """Bring one bot to the tables, and again when it lost them for good."""
        pause = RETRY[0]
        stable = self._stable(config)
        while not self._draining.is_set():
            try:
                client = await self._connect(config, Presence(bot=offer(config, 0)))
            except UgpError as fault:
                self._log.warning("no tables yet", bot=config.user, reason=str(fault))
                pause = await self._pause(pause)
                continue
            began = time.monotonic()
            bot = HostedBot(config, client, stable, self.ledger, self.metrics)
            self.bots[config.user] = bot
            self._lost.pop(config.user, None)
            if self._draining.is_set():
                bot.drain()
            await self._run(bot)
            if client.lost is not None and not self._draining.is_set():
                self._lose(config, client.lost)
            if time.monotonic() - began > STEADY:
                pause = RETRY[0]
            # Lost for good so soon: another host may have logged in as this bot. Two that took turns would
            # throw each other out for ever, so each waits longer every time.
            pause = await self._pause(pause)

    def _lose(self, config: BotConfig, reason: str) -> None:
        self._lost[config.user] = reason
        self.metrics.lost.labels(config.user).inc()
        self._log.error(
            "the tables were lost; is another host running with the same bot?", bot=config.user, reason=reason
        )

    async def _pause(self, pause: float) -> float:
        """Wait before the next attempt, unless it is time to end; return the pause after that."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._draining.wait()
        return min(RETRY[1], pause * 2)

    async def _run(self, bot: HostedBot) -> None:
        work = asyncio.create_task(bot.run())
        limit = asyncio.create_task(self._limit())
        await asyncio.wait({work, limit}, return_when=asyncio.FIRST_COMPLETED)
        limit.cancel()
        if not work.done():
            work.cancel()
        await asyncio.gather(limit, return_exceptions=True)
        with contextlib.suppress(asyncio.CancelledError):
            await work

    async def _limit(self) -> None:
        """Return when games may take no longer."""
        await self._draining.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._config.drain or None):
                await self._hurried.wait()
        for bot in self.bots.values():
            bot.hurry()
        await asyncio.sleep(LAST_MOVES)

    def _stable(self, config: BotConfig) -> Stable:
        host = self._config
        breaker = Breaker(host.crashes, host.window, host.rest)
        log = self._log.bind(bot=config.user)

        def fault(what: str) -> None:
            self.metrics.faults.labels(config.user).inc()
            if breaker.is_open(time.monotonic()):
                log.error("an engine fails again and again; it is left alone", rest=host.rest, what=what)
            else:
                log.warning("an engine failed; it is started again", what=what)

        return Stable(lambda: make_player(config.spec), breaker, fault)

    async def _beat(self) -> None:
        """Tell systemd and Prometheus how it stands. A loop that hangs stops telling, and is restarted."""
        ready = False
        wait = min(BEAT, self._notify.watchdog or BEAT)
        while True:
            for config in self._config.bot:
                self.metrics.up(config.user, self._is_up(config.user))
                self.metrics.resting(config.user, self._is_resting(config.user))
            now_ready = all(self._is_up(config.user) for config in self._config.bot)
            if now_ready and not ready:
                self._notify.tell("READY=1", f"STATUS={len(self._config.bot)} bots at the tables")
                ready = True
            if self._notify.watchdog is not None:
                self._notify.tell("WATCHDOG=1")
            await asyncio.sleep(wait)

    def _is_up(self, user: str) -> bool:
        bot = self.bots.get(user)
        return bot is not None and bot.client.up

    def _is_resting(self, user: str) -> bool:
        bot = self.bots.get(user)
        return bot is not None and bot.stable.breaker.is_open(time.monotonic())

    def _health(self) -> tuple[int, str, bytes]:
        return 200, "text/plain", b"ok\n"

    def _ready(self) -> tuple[int, str, bytes]:
        lines = []
        fine = not self._draining.is_set()
        for config in self._config.bot:
            state = "up" if self._is_up(config.user) else "away"
            if state == "away" and config.user in self._lost:
                state = f"away: {self._lost[config.user]}"
            if self._is_resting(config.user):
                state = "resting: its engine fails"
            fine = fine and state == "up"
            games = len(self.ledger.of(config.user))
            lines.append(f"{config.user}: {state}, {games} of {config.slots} games\n")
        if self._draining.is_set():
            lines.append("draining\n")
        return (200 if fine else 503), "text/plain", "".join(lines).encode()

    def _metrics_page(self) -> tuple[int, str, bytes]:
        return 200, "text/plain; version=0.0.4; charset=utf-8", self.metrics.text()
