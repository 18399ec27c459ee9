"""Verbs about the process itself and what it plays."""

from functools import cache

import msgspec

from engine import games
from engine.sessions import Peer
from protocol.answers import DescribeAnswer, Empty, HelloAnswer, OptionInfo
from protocol.arguments import DescribeArgs, HelloArgs, NoArgs
from protocol.connection import Encoding
from protocol.messages import Request
from protocol.values import QUIET, VERSIONS

NAME = "trilogue"

FEATURES = [QUIET]
"""Optional parts of the protocol that this engine has."""


@cache
def engine_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version  # costs more than all else at start

    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0"


@cache
def _games() -> dict[str, dict[str, OptionInfo]]:
    return {name: msgspec.convert(games.declared(name), dict[str, OptionInfo]) for name in games.names()}


def hello(peer: Peer, args: HelloArgs, _request: Request) -> HelloAnswer:
    """Say who the engine is, what it plays and where its bounds are."""
    engine = peer.engine
    return HelloAnswer(
        ugp=args.ugp,
        name=NAME,
        version=engine_version(),
        versions=list(VERSIONS),
        games=_games(),
        encodings=[encoding.value for encoding in Encoding],
        features=FEATURES,
        limits={
            "line": engine.limits.line,
            "sessions": engine.max_sessions,
            "searches": engine.searches.bound,
            "requests": engine.limits.requests,
            "plies": games.MAX_PLIES,
        },
    )


def describe(_peer: Peer, args: DescribeArgs, request: Request) -> DescribeAnswer:
    """Describe a board as data."""
    return msgspec.convert(games.describe(args.game, request.options), DescribeAnswer)


def ping(_peer: Peer, _args: NoArgs, _request: Request) -> Empty:
    """Give a sign of life."""
    return Empty()
