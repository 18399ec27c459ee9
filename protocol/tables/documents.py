"""What the tables publish as JSON and what their answers hold: states, events, notices, lobby, presence."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from protocol.answers import Answer
from protocol.values import MS, PLIES, Scalar

Seat = Literal["first", "second"]
Phase = Literal["opening", "playing", "offered", "over"]

Millis = Annotated[int, Meta(extra_json_schema=MS)]
UnixTime = Annotated[int, Meta(extra_json_schema=MS, description="when, since 1970, by the referee's watch")]
Id = Annotated[str, Meta(description="the table")]
Ended = Annotated[
    str,
    Meta(
        description="how it ended: `rule`, `time`, `resignation`, `agreement`, `disconnect`, `aborted`; "
        "only when over"
    ),
]
Winner = Annotated[str, Meta(description="seat of the winner; left out: a draw, or aborted")]


class ChallengeInfo(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """One open challenge."""

    challenge: Annotated[str, Meta(description="its id")]
    user: Annotated[str, Meta(description="who challenges")]
    to: Annotated[str, Meta(description="whom; left out: anybody")] | UnsetType = UNSET
    game: Annotated[str, Meta(description="the game")]
    options: Annotated[dict[str, Scalar], Meta(description="its options, all of them")]
    position: Annotated[str, Meta(description="where it begins; left out: at the start")] | UnsetType = UNSET
    time: Annotated[Millis, Meta(description="each player's clock")]
    inc: Annotated[Millis, Meta(description="what each move adds")]
    seat: Annotated[str, Meta(description="the challenger's: `first`, `second` or `random`")]
    rated: Annotated[bool, Meta(description="whether it will change ratings")]
    rating: Annotated[int, Meta(description="the challenger's in this game")]
    expires: Annotated[UnixTime, Meta(description="when it lapses")]


class TableInfo(Answer, frozen=True, kw_only=True):
    """One game in a list."""

    table: Id
    game: Annotated[str, Meta(description="the game")]
    players: Annotated[dict[Seat, str], Meta(description="seat -> user")]
    rated: Annotated[bool, Meta(description="whether it changes ratings")]
    ply: Annotated[int, Meta(extra_json_schema=PLIES, description="plies played")]
    ended: Ended | UnsetType = UNSET
    reason: Annotated[str, Meta(description="the rule or what happened")] | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET


class TableState(Answer, frozen=True, kw_only=True):
    """The whole of a table as it stands: enough to take part or to look on, whatever was missed."""

    table: Id
    seq: Annotated[int, Meta(description="number of the last event that is in it")]
    phase: Annotated[
        str, Meta(description="`opening` (not both have moved), `playing`, `offered` (draw), `over`")
    ]
    game: Annotated[str, Meta(description="the game")]
    options: Annotated[dict[str, Scalar], Meta(description="its options, all of them")]
    start: Annotated[str, Meta(description="position string it began with")]
    players: Annotated[dict[Seat, str], Meta(description="seat -> user")]
    seats: Annotated[dict[Seat, str], Meta(description="seat -> colour now")]
    connected: Annotated[dict[Seat, bool], Meta(description="seat -> whether the player is there")]
    rated: Annotated[bool, Meta(description="whether it changes ratings")]
    ratings: Annotated[dict[Seat, int], Meta(description="seat -> rating before the game")]
    time: Annotated[Millis, Meta(description="each player's clock at the start")]
    inc: Annotated[Millis, Meta(description="what each move adds")]
    clocks: Annotated[dict[Seat, int], Meta(description="seat -> ms left at `at`")]
    running: (
        Annotated[str, Meta(description="seat whose clock runs since `at`; left out: none does")] | UnsetType
    ) = UNSET
    until: (
        Annotated[Millis, Meta(description="ms from `at` until the next thing happens by itself")] | UnsetType
    ) = UNSET
    at: UnixTime
    moves: Annotated[list[str], Meta(description="the moves from the start")]
    position: Annotated[str, Meta(description="position string now")]
    ply: Annotated[int, Meta(extra_json_schema=PLIES, description="what `move` must name as `ply`")]
    turn: Annotated[str, Meta(description="colour to move")]
    mover: Annotated[str, Meta(description="seat to move; left out: over")] | UnsetType = UNSET
    offer: Annotated[str, Meta(description="seat that offers a draw")] | UnsetType = UNSET
    ended: Ended | UnsetType = UNSET
    reason: Annotated[str, Meta(description="the rule or what happened; only when over")] | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET


class Event(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened at a table. `seq` counts from 1 without gaps; a repeat has the same number."""

    table: Id
    seq: Annotated[int, Meta(description="its number at this table")]
    kind: Annotated[
        str,
        Meta(
            description="`started`, `moved`, `draw-offered`, `draw-declined`, `connected`, `disconnected` "
            "or `over`"
        ),
    ]
    at: UnixTime
    seat: Annotated[str, Meta(description="whose doing it is")] | UnsetType = UNSET
    move: Annotated[str, Meta(description="of `moved`: the move, canonical")] | UnsetType = UNSET
    ply: (
        Annotated[int, Meta(extra_json_schema=PLIES, description="of `moved`: the ply it was")] | UnsetType
    ) = UNSET
    used: Annotated[Millis, Meta(description="of `moved`: time the move took")] | UnsetType = UNSET
    clocks: Annotated[dict[Seat, int], Meta(description="of `moved`: ms left")] | UnsetType = UNSET
    position: Annotated[str, Meta(description="of `started`, `moved`: position string")] | UnsetType = UNSET
    grace: Annotated[Millis, Meta(description="of `disconnected`: time to come back")] | UnsetType = UNSET
    ended: Ended | UnsetType = UNSET
    reason: Annotated[str, Meta(description="of `over`: the rule or what happened")] | UnsetType = UNSET
    winner: Winner | UnsetType = UNSET


class Notice(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """What one user should know at once; what was missed is told by `mine`."""

    kind: Annotated[
        str,
        Meta(
            description="`challenged`, `declined`, `withdrawn` (by its challenger, or lapsed), `started`, "
            "`your-turn`, `over`"
        ),
    ]
    at: UnixTime
    challenge: Annotated[str, Meta(description="its id")] | UnsetType = UNSET
    details: Annotated[ChallengeInfo, Meta(description="of `challenged`: all of it")] | UnsetType = UNSET
    table: Id | UnsetType = UNSET
    user: Annotated[str, Meta(description="who did it")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="why")] | UnsetType = UNSET


class BotOffer(Answer, frozen=True, kw_only=True):
    """What a bot accepts: published in its presence, so that nobody asks in vain."""

    games: Annotated[list[str], Meta(description="games it plays")] = msgspec.field(default_factory=list)
    about: Annotated[str, Meta(description="what it is")] = ""
    time: Annotated[list[int], Meta(description="least and most clock, ms")] = msgspec.field(
        default_factory=list
    )
    inc: Annotated[list[int], Meta(description="least and most increment, ms")] = msgspec.field(
        default_factory=list
    )
    rated: Annotated[list[bool], Meta(description="rated, casual or both: `[true,false]`")] = msgspec.field(
        default_factory=list
    )
    opponents: Annotated[str, Meta(description="`all`, `people`, `bots` or `listed`")] = "all"
    rating: Annotated[list[int], Meta(description="least and most rating of opponents")] = msgspec.field(
        default_factory=list
    )
    slots: Annotated[int, Meta(description="games at once")] = 0
    free: Annotated[int, Meta(description="of these, free now; 0 also while it takes none")] = 0


class Presence(Answer, frozen=True, kw_only=True):
    """What a client tells of itself on `ugp/1/clients/USER/CLIENT`; gone is an empty message."""

    state: Annotated[Literal["online"], Meta(description="`online`")] = "online"
    bot: Annotated[BotOffer, Meta(description="of a bot: what it accepts")] | UnsetType = UNSET


SHAPES = (TableState, Event, Notice, ChallengeInfo, TableInfo, BotOffer, Presence)
"""What the tables publish and what stands inside answers, in the order of PROTOCOL.md."""
