"""The arguments of the tables' verbs, declared as those of the engine's are."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from protocol.arguments import Arguments
from protocol.values import MS, GameName, Ply, PositionText

ID_PATTERN = r"^[a-z0-9]{1,32}$"
USER_PATTERN = r"^[A-Za-z0-9_.@-]{1,64}$"
SEAT_PATTERN = r"^(first|second|random)$"

TableId = Annotated[
    str, Meta(pattern=ID_PATTERN, description="the table; it has the id of the challenge it came from")
]
ChallengeId = Annotated[str, Meta(pattern=ID_PATTERN, description="the challenge")]
User = Annotated[str, Meta(pattern=USER_PATTERN)]
Time = Annotated[int, Meta(ge=1_000, le=86_400_000, extra_json_schema=MS)]
Increment = Annotated[int, Meta(ge=0, le=600_000, extra_json_schema=MS)]

DEFAULT_TIME = 300_000
DEFAULT_INC = 3_000


class ChallengeArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `challenge`; game options may follow."""

    game: Annotated[GameName, Meta(description="the game")]
    to: Annotated[User, Meta(description="whom; left out: whoever accepts first")] | UnsetType = UNSET
    position: (
        Annotated[PositionText, Meta(description="the position to begin from; left out: the start")]
        | UnsetType
    ) = UNSET
    time: Annotated[Time, Meta(description="each player's clock")] = DEFAULT_TIME
    inc: Annotated[Increment, Meta(description="what each move adds to it")] = DEFAULT_INC
    seat: Annotated[
        str,
        Meta(
            pattern=SEAT_PATTERN, description="the challenger's: `first` makes ply 0, `second`, or `random`"
        ),
    ] = "random"
    rated: Annotated[bool, Meta(description="whether it changes ratings (not with guests or `position`)")] = (
        False
    )


class OneChallenge(Arguments, frozen=True, kw_only=True):
    """Arguments of `accept` and `withdraw`."""

    challenge: ChallengeId


class DeclineArgs(OneChallenge, frozen=True, kw_only=True):
    """Arguments of `decline`."""

    reason: Annotated[str, Meta(max_length=200, min_length=0, description="why, for the challenger")] = ""


class OneTable(Arguments, frozen=True, kw_only=True):
    """Arguments of `resign` and `abort`."""

    table: TableId


class MoveArgs(OneTable, frozen=True, kw_only=True):
    """Arguments of `move`."""

    move: Annotated[str, Meta(min_length=1, max_length=64, description="the move")]
    ply: Annotated[
        Ply,
        Meta(description="the ply it is for: a repeat is answered as before, anything else is refused"),
    ]


class DrawArgs(OneTable, frozen=True, kw_only=True):
    """Arguments of `draw`."""

    what: Annotated[
        str, Meta(pattern=r"^(offer|accept|decline)$", description="`offer`, `accept` or `decline`")
    ] = "offer"


class SyncArgs(OneTable, frozen=True, kw_only=True):
    """Arguments of `sync`."""

    since: (
        Annotated[
            int,
            Meta(
                ge=0, le=1_000_000, description="also the events after this `seq`, as many as a message holds"
            ),
        ]
        | UnsetType
    ) = UNSET


class RatingsArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `ratings`."""

    game: Annotated[GameName, Meta(description="of this game only")] | UnsetType = UNSET
    user: Annotated[User, Meta(description="of this user only")] | UnsetType = UNSET


class ResultsArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `results`."""

    user: Annotated[User, Meta(description="games of this user only")] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=200, description="at most so many, the latest first")] = 20


class GuestArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `guest`."""

    name: (
        Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,24}$", description="a wish for the name")] | UnsetType
    ) = UNSET
