"""From a player written down to the player."""

import os
import shlex
from collections.abc import Callable

from bots.players.base import Player
from bots.players.spec import PlayerSpec, parse
from protocol.values import Scalar


def make_player(spec: PlayerSpec | str) -> Player:
    """Make the player of a spec (or of its one-line form); nothing is started yet. Raises SpecError."""
    if isinstance(spec, str):
        spec = parse(spec)
    return MAKERS[spec.kind](spec)


def _random(spec: PlayerSpec) -> Player:
    from bots.players.random_moves import RandomPlayer

    return RandomPlayer(spec.title, spec.seed)


def _greedy(spec: PlayerSpec) -> Player:
    from bots.players.greedy import GreedyPlayer

    return GreedyPlayer(spec.title, spec.seed)


def _process(spec: PlayerSpec) -> Player:
    from bots.arguments import OWN_ENGINE
    from bots.players.engine import EnginePlayer

    return EnginePlayer.process(
        shlex.split(spec.target) if spec.target else OWN_ENGINE,
        name=spec.title,
        encoding=spec.encoding,
        directory=spec.directory if os.path.isdir(spec.directory) else None,
        settings=_settings(spec),
        limits=spec.limits,
    )


def _bus(spec: PlayerSpec) -> Player:
    from bots.players.engine import EnginePlayer
    from protocol.client import Client
    from protocol.client.bus_connect import launch

    host, _, engine = spec.target.strip("/").partition("/")

    async def bring_up() -> Client:
        url = f"{spec.kind}://{host}"
        return await launch(url, engine or None, pool=not engine, encoding=spec.encoding)

    return EnginePlayer(spec.title, bring_up, settings=_settings(spec), limits=spec.limits)


def _settings(spec: PlayerSpec) -> dict[str, Scalar]:
    return {**spec.settings, **({"seed": spec.seed} if spec.seed is not None else {})}


MAKERS: dict[str, Callable[[PlayerSpec], Player]] = {
    "random": _random,
    "greedy": _greedy,
    "engine": _process,
    "cmd": _process,
    "mqtt": _bus,
    "mqtts": _bus,
    "ws": _bus,
    "wss": _bus,
}
"""One entry for each kind of `bots.players.spec.KINDS`."""
