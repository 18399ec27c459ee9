"""What a host tells Prometheus, in a registry of its own."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest


class Metrics:
    """Counters and gauges by bot."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        name, by_bot = "trilogue_host", ("bot",)
        self.started = self._counter(f"{name}_games_started", "Games begun", by_bot)
        self.finished = self._counter(f"{name}_games_finished", "Games ended, by how", ("bot", "ended"))
        self.declined = self._counter(
            f"{name}_challenges_declined", "Challenges that the bot declined", by_bot
        )
        self.refused = self._counter(
            f"{name}_challenges_refused", "Own challenges that were declined", by_bot
        )
        self.faults = self._counter(f"{name}_player_faults", "Faults of players and engines", by_bot)
        self.lost = self._counter(
            f"{name}_lost", "Times that the broker threw the bot out, as for another host with it", by_bot
        )
        self._playing = Gauge(f"{name}_games", "Games under way", by_bot, registry=self._registry)
        self._engines = Gauge(f"{name}_players", "Players kept for games", by_bot, registry=self._registry)
        self._up = Gauge(f"{name}_up", "Whether the bot reaches the tables", by_bot, registry=self._registry)
        self._resting = Gauge(
            f"{name}_resting",
            "Whether the bot's engine is left alone for now",
            by_bot,
            registry=self._registry,
        )
        self._draining = Gauge(f"{name}_draining", "Whether the host drains", registry=self._registry)

    def _counter(self, name: str, what: str, labels: tuple[str, ...]) -> Counter:
        return Counter(name, what, labels, registry=self._registry)

    def bot(self, user: str, *, playing: int, engines: int) -> None:
        """Set what goes on at one bot."""
        self._playing.labels(user).set(playing)
        self._engines.labels(user).set(engines)

    def up(self, user: str, up: bool) -> None:
        """Set whether a bot reaches the tables."""
        self._up.labels(user).set(int(up))

    def resting(self, user: str, resting: bool) -> None:
        """Set whether a bot's engine is left alone, for it fails again and again."""
        self._resting.labels(user).set(int(resting))

    def draining(self) -> None:
        """Set that the host drains."""
        self._draining.set(1)

    def text(self) -> bytes:
        """Return all of it in Prometheus' text format."""
        return bytes(generate_latest(self._registry))
