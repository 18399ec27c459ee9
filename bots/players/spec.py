"""Players written down: one line for a command or a file.

    KIND[?key=value&key=value…][:TARGET]

    random?seed=7                    a built-in bot
    engine?level=4                   this project's engine, as a process of its own
    engine?nodes=20000&threads=1     with limits, and settings of the engine
    cmd?name=Other&movetime=500:./other-engine --quiet
                                     any other engine that speaks UGP, by its command line
    mqtt://host:1883/anna            the engine of that name on a broker (or mqtts://…, ws://…, wss://…)
    mqtt?nodes=500://host            any engine there that has time; user and password come from the
                                     environment, as do certificates

Keys: `name` (how it is shown), `seed`, limits (movetime nodes depth …), `level` (1 to 10, in place of
limits), `encoding` (text or msgpack; left out, msgpack for this project's engine, since it takes both sides
less time, and text for any other); any other is a setting that the engine is given with `set`.
A value may be percent-encoded.
"""

import shlex
from urllib.parse import unquote

from msgspec import Struct

from bots.players.base import Limits
from bots.players.levels import LEVELS
from protocol.errors import RequestError
from protocol.fields import read_integer
from protocol.requests import PLANS, build
from protocol.suggest import clip, did_you_mean
from protocol.values import Scalar

_LIMITS = Limits.__struct_fields__
_OURS = ("name", "seed", "level", "encoding")
_BUILT_IN = ("random", "greedy")
_TARGETED = {  # kind -> an example
    "cmd": "cmd:./my-engine --flag",
    "mqtt": "mqtt://localhost/engine-name",
    "mqtts": "mqtts://broker.example/engine-name",
    "ws": "ws://localhost:8083/engine-name",
    "wss": "wss://broker.example/engine-name",
}
BUS_KINDS = ("mqtt", "mqtts", "ws", "wss")
KINDS = (*_BUILT_IN, "engine", *_TARGETED)


class SpecError(ValueError):
    """A player is written down wrongly."""


class PlayerSpec(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player as data; `parse` reads the one-line form.

    `target` is the command line of `cmd`, or what follows `mqtt:`. `limits` go before those of a match.
    `directory` is where its process runs ("": where this program does, as where it is not there).
    """

    kind: str
    target: str = ""
    name: str = ""
    seed: int | None = None
    limits: Limits = Limits()
    settings: dict[str, Scalar] = {}
    encoding: str = "text"
    directory: str = ""

    @property
    def title(self) -> str:
        """The name to show: the given one, else one that tells this spec from others of its kind."""
        if self.name:
            return self.name
        if self.kind == "cmd":
            return shlex.split(self.target)[0].rsplit("/", 1)[-1]
        if self.kind in BUS_KINDS:
            host, _, engine = self.target.strip("/").partition("/")
            return engine or host
        extra = {**self.limits.given(), **self.settings}
        if self.seed is not None:
            extra["seed"] = self.seed
        said = ",".join(f"{key}={value}" for key, value in extra.items())
        return f"{self.kind}({said})" if said else self.kind


def parse(text: str) -> PlayerSpec:
    """Read a player's one-line form. Raises SpecError, which says what would have been right."""
    kind, query, target = _split(text)
    if kind in BUS_KINDS and ":" in target.strip("/").partition("/")[0].rpartition("@")[0]:
        # not even shown: what is written down of a player goes into files and reports
        raise SpecError(f"{kind}: no password in an address; the environment has it, see docs/bus.md")
    if kind not in KINDS:
        raise SpecError(f"{kind or text!r}: no such player; known are {', '.join(KINDS)}{_near(kind, KINDS)}")
    if kind in _TARGETED and not target:
        raise SpecError(f"{text}: what should be asked? Write for example {_TARGETED[kind]}")
    if kind not in _TARGETED and target:
        raise SpecError(f"{text}: {kind} takes nothing after ':'; options go as {kind}?key=value")
    if kind == "cmd":
        _check_command(target)
    if kind in BUS_KINDS and not (target.startswith("//") and target.strip("/")):
        raise SpecError(f"{text}: write for example {_TARGETED[kind]}")
    return _build(text, kind, target, _pairs(text, query))


def _split(text: str) -> tuple[str, str, str]:
    """Cut at the first ':'."""
    head, _, target = text.strip().partition(":")
    kind, _, query = head.partition("?")
    return kind, query, target.strip()


def _pairs(text: str, query: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals or not key:
            raise SpecError(f"{text}: {part!r} is not key=value")
        if key in pairs:
            raise SpecError(f"{text}: {key} stands there twice")
        pairs[key] = unquote(value)
    return pairs


def _build(text: str, kind: str, target: str, pairs: dict[str, str]) -> PlayerSpec:
    name = pairs.pop("name", "")
    encoding = pairs.pop("encoding", "msgpack" if kind == "engine" else "text")
    if encoding not in ("text", "msgpack"):
        raise SpecError(f"{text}: encoding is text or msgpack")
    limits = {key: _number(text, key, pairs.pop(key)) for key in _LIMITS if key in pairs}
    level = _number(text, "level", pairs.pop("level")) if "level" in pairs else None
    if level is not None and (limits or level not in LEVELS):
        raise SpecError(f"{text}: level is {min(LEVELS)} to {max(LEVELS)}, and stands in place of limits")
    if kind in _BUILT_IN:
        if (limits or level) and not name:
            raise SpecError(f"{text}: {kind} does not think, so limits mean nothing to it")
        for key in set(pairs) - {"seed"}:
            raise SpecError(
                f"{text}: {kind} has no {key}; it takes name and seed{_near(key, ('name', 'seed'))}"
            )
    seed = _number(text, "seed", pairs.pop("seed")) if "seed" in pairs else None
    return PlayerSpec(
        kind=kind,
        target=target,
        name=name,
        seed=seed,
        limits=LEVELS[level] if level is not None else Limits(**limits),
        settings=_settings(kind, pairs),
        encoding=encoding,
    )


def _settings(kind: str, pairs: dict[str, str]) -> dict[str, Scalar]:
    """Return what the engine is given with `set`, checked here: it would fail at the first game only."""
    settings = {key: _setting(value) for key, value in pairs.items()}
    if not settings:
        return settings
    known = tuple(name for name in PLANS["set"].fields if name != "session")
    for key in settings:
        if key not in known:
            near = _near(key, (*_LIMITS, *known, *_OURS))
            raise SpecError(f"{kind} takes no {clip(key)}{near}")
    try:
        build(PLANS, "set", None, settings)
    except RequestError as error:
        raise SpecError(error.message) from error
    return settings


def _setting(value: str) -> Scalar:
    number = read_integer(value)
    return value if number is None else number


def _number(text: str, key: str, value: str) -> int:
    number = read_integer(value)
    if number is None or number < 0:
        raise SpecError(f"{text}: {key} is a whole number, not {clip(value)!r}")
    return number


def _check_command(command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"cmd:{command}: {error}".lower()) from None
    if not words:
        raise SpecError("cmd: the command line is empty")


def _near(word: str, known: tuple[str, ...]) -> str:
    near = did_you_mean(word, known)
    return f"; did you mean {near}?" if near else ""
