"""bots.toml: which bots, where, what they accept, whom they challenge. Read by `bots.config`."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bots.config import ConfigError, load
from bots.config.lines import Lines
from bots.players import SpecError, parse
from bots.players.spec import PlayerSpec
from engine import games
from protocol.bus import BusError
from protocol.bus.topics import LEVEL, RESERVED_USERS
from protocol.suggest import did_you_mean
from protocol.tables.arguments import Increment, Time
from protocol.tables.topics import service_name
from protocol.transports.mqtt_settings import TlsFiles, from_url

Millis = Annotated[int, Meta(ge=0, le=86_400_000)]
Count = Annotated[int, Meta(ge=1, le=1_000)]
Kind = Literal["rated", "casual", "both"]


class Policy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a bot accepts. Times in ms; an empty list is no restriction.

    games -- by name; time, inc -- least and most; rated -- which kinds
    opponents -- people, bots or all; only, block -- users
    rating -- least and most of the opponent's rating
    per_user -- games at once with one user
    """

    games: tuple[str, ...] = ()
    time: tuple[Millis, Millis] = (1_000, 86_400_000)
    inc: tuple[Millis, Millis] = (0, 600_000)
    rated: Kind = "both"
    opponents: Literal["all", "people", "bots"] = "all"
    only: tuple[str, ...] = ()
    block: tuple[str, ...] = ()
    rating: tuple[int, int] = (-10_000, 10_000)
    per_user: Count = 1_000


class Matchmaking(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom a bot challenges by itself. Times in ms.

    every -- between two challenges; most -- own challenges and games from them at once
    limit -- games in all that it begins so; 0: no end
    games, time, inc, rated -- what it proposes; games empty: any that both play
    opponents -- users; empty: any bot that is there
    backoff, longest -- pause after a refusal, doubled with each further one, and its most
    """

    every: Millis = 30_000
    most: Count = 1
    limit: Annotated[int, Meta(ge=0)] = 0
    games: tuple[str, ...] = ()
    time: Time = 60_000
    inc: Increment = 1_000
    rated: bool = True
    opponents: tuple[str, ...] = ()
    backoff: Annotated[int, Meta(ge=100, le=86_400_000)] = 60_000
    longest: Millis = 3_600_000


class BotConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bot.

    user -- its login, or its name where the broker has no logins
    player -- what plays, in the one-line form of `bots.players.spec`
    credentials -- file of two lines, user and password; relative to bots.toml
    slots -- games at once; overhead -- ms of each move kept for the way
    draws -- whether it agrees to a draw when it does not think itself better
    """

    user: str
    player: str
    about: Annotated[str, Meta(max_length=200)] = ""
    credentials: str = ""
    slots: Count = 1
    overhead: Annotated[int, Meta(ge=0, le=10_000)] = 50
    draws: bool = True
    accept: Policy = Policy()
    matchmaking: Matchmaking | None = None

    @property
    def spec(self) -> PlayerSpec:
        """What plays."""
        return parse(self.player)


class HostConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file.

    broker -- URL; service -- name of the tables; ca, cert, key -- PEM files
    slots -- games at once of all bots together
    http -- loopback port of health and metrics; 0: none
    drain -- s that games may still take after a request to end; 0: as long as they take
    crashes, window -- an engine that fails so often within so many s is given up for `rest` s
    """

    bot: tuple[BotConfig, ...]
    broker: str = "mqtt://localhost"
    service: str = "main"
    ca: str = ""
    cert: str = ""
    key: str = ""
    slots: Count = 64
    http: Annotated[int, Meta(ge=0, le=65_535)] = 0
    drain: Annotated[int, Meta(ge=0)] = 0
    crashes: Count = 5
    window: Annotated[int, Meta(ge=1)] = 60
    rest: Annotated[int, Meta(ge=1)] = 300


def read(path: Path, *, files: bool = False) -> HostConfig:
    """Read and check bots.toml, with `files` also those that it names.

    Raises ConfigError, which names file, line and key.
    """
    config = load(path, HostConfig)
    wrong = chain(problems(config), file_problems(config, path.parent) if files else ())
    found = next(wrong, None)
    if found is not None:
        where, problem = found
        line = Lines(path.read_text(encoding="utf-8")).of(where)
        dotted = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
        raise ConfigError(str(path), line, dotted.lstrip("."), problem)
    return config


Where = tuple[str | int, ...]


def problems(config: HostConfig) -> Iterator[tuple[Where, str]]:
    """Yield what the types do not say: the path of a key, and what is wrong with it."""
    yield from _broker_problems(config)
    if not config.bot:
        yield ("bot",), "no bot: write at least one [[bot]]"
    seen: set[str] = set()
    for number, bot in enumerate(config.bot):
        if not LEVEL.fullmatch(bot.user) or bot.user in RESERVED_USERS:
            yield ("bot", number, "user"), f"{bot.user!r} can't be a user's name"
        if bot.user in seen:
            yield ("bot", number, "user"), f"{bot.user} stands there twice"
        seen.add(bot.user)
        yield from _bot_problems(("bot", number), bot)


def _broker_problems(config: HostConfig) -> Iterator[tuple[Where, str]]:
    try:
        from_url(config.broker, "host", environment={})
    except BusError as fault:
        yield ("broker",), str(fault)
    try:
        service_name(config.service)
    except BusError as fault:
        yield ("service",), str(fault)


def tls_files(config: HostConfig, base: Path) -> TlsFiles | None:
    """Return the certificates that a host is given; None: none are."""
    files = [base / name if name else None for name in (config.ca, config.cert, config.key)]
    return TlsFiles(*files) if any(files) else None


def file_problems(config: HostConfig, base: Path) -> Iterator[tuple[Where, str]]:
    """Yield what is wrong with the certificates and logins; `base` is what their paths are relative to."""
    try:
        from_url(config.broker, "host", tls=tls_files(config, base), environment={})
    except BusError as fault:
        named = [name for name in ("ca", "cert", "key") if getattr(config, name)]
        absent = [name for name in named if not (base / getattr(config, name)).is_file()]
        wrong = [*absent, *named, "broker"][0]
        yield (wrong,), str(fault)
    for number, bot in enumerate(config.bot):
        try:
            login = base / bot.credentials if bot.credentials else None
            from_url(config.broker, "host", credentials=login, environment={})
        except BusError as fault:
            yield ("bot", number, "credentials"), str(fault)


def _bot_problems(where: Where, bot: BotConfig) -> Iterator[tuple[Where, str]]:
    try:
        _ = bot.spec
    except SpecError as error:
        yield (*where, "player"), str(error)
    accept = bot.accept
    whom: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        ("accept", "only", accept.only),
        ("accept", "block", accept.block),
        ("matchmaking", "opponents", getattr(bot.matchmaking, "opponents", ())),
    )
    for part, name, users in whom:
        for user in users:
            if not LEVEL.fullmatch(user):
                yield (*where, part, name), f"{user!r} can't be a user's name"
    for name, (low, high) in (("time", accept.time), ("inc", accept.inc), ("rating", accept.rating)):
        if low > high:
            yield (*where, "accept", name), "the least is more than the most"
    known = games.names()
    for part, wanted in (("accept", accept.games), ("matchmaking", getattr(bot.matchmaking, "games", ()))):
        for name in wanted:
            if name not in known:
                near = did_you_mean(name, known)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(known)}"
                yield (*where, part, "games"), f"{name}: no such game; {hint}"
