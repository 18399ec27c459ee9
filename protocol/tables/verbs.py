"""Every verb of the tables, its arguments and its answer."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import UNSET

from protocol.answers import Empty
from protocol.arguments import HelloArgs, NoArgs
from protocol.checks import CHECKS
from protocol.errors import ErrorCode, RequestError
from protocol.requests import Plans
from protocol.tables import answers, arguments
from protocol.verbs import Verb

_LIST = (
    Verb(
        name="hello",
        summary="who the referee is, what is played here and within which bounds",
        args=HelloArgs,
        answer=answers.HelloAnswer,
    ),
    Verb(
        name="challenge",
        summary="offer a game to one user or to anybody",
        args=arguments.ChallengeArgs,
        answer=answers.ChallengeAnswer,
        main="game",
        game_options=True,
    ),
    Verb(
        name="withdraw",
        summary="take one's challenge back",
        args=arguments.OneChallenge,
        main="challenge",
    ),
    Verb(
        name="accept",
        summary="accept a challenge: the game begins",
        args=arguments.OneChallenge,
        answer=answers.SyncAnswer,
        main="challenge",
    ),
    Verb(
        name="decline",
        summary="decline a challenge made to oneself",
        args=arguments.DeclineArgs,
        main="challenge",
    ),
    Verb(
        name="sync",
        summary="the table as it stands, and what was missed: on coming, on coming back, on a gap in `seq`",
        args=arguments.SyncArgs,
        answer=answers.SyncAnswer,
        main="table",
    ),
    Verb(
        name="move",
        summary="make a move",
        args=arguments.MoveArgs,
        answer=answers.StateAnswer,
        main="table",
    ),
    Verb(
        name="draw",
        summary="offer a draw, accept or decline one; a move of the other player declines, too",
        args=arguments.DrawArgs,
        answer=answers.StateAnswer,
        main="table",
    ),
    Verb(
        name="resign",
        summary="give the game up",
        args=arguments.OneTable,
        answer=answers.StateAnswer,
        main="table",
    ),
    Verb(
        name="abort",
        summary="end the game without a result, before both players have moved",
        args=arguments.OneTable,
        answer=answers.StateAnswer,
        main="table",
    ),
    Verb(
        name="record",
        summary="a game with all its moves and their times",
        args=arguments.OneTable,
        answer=answers.RecordAnswer,
        main="table",
    ),
    Verb(name="mine", summary="one's open challenges and games", args=NoArgs, answer=answers.MineAnswer),
    Verb(
        name="lobby",
        summary="open challenges, games under way and bots",
        args=NoArgs,
        answer=answers.LobbyAnswer,
    ),
    Verb(name="ratings", summary="ratings", args=arguments.RatingsArgs, answer=answers.RatingsAnswer),
    Verb(name="results", summary="finished games", args=arguments.ResultsArgs, answer=answers.ResultsAnswer),
    Verb(
        name="guest",
        summary="have a short-lived account made; the only verb for whoever logged in at the door",
        args=arguments.GuestArgs,
        answer=answers.GuestAnswer,
    ),
    Verb(name="ping", summary="a sign of life", args=NoArgs, answer=Empty),
)

VERBS: Mapping[str, Verb] = MappingProxyType({verb.name: verb for verb in _LIST})


def _challenge(args: arguments.ChallengeArgs) -> None:
    if args.rated and args.position is not UNSET:
        raise RequestError(
            ErrorCode.BAD_ARGUMENT, "a rated game begins at the start: leave position out", "rated"
        )


PLANS = Plans(VERBS, {"hello": CHECKS["hello"], "challenge": _challenge})
"""What the codecs need to read and write requests of the tables."""

CHANGING = frozenset(
    {"challenge", "withdraw", "accept", "decline", "move", "draw", "resign", "abort", "guest"}
)
"""Verbs that change something: their answers are kept for repeats."""
