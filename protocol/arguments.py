"""The arguments of every verb, declared once: name, type, unit, range, default, description.

Checks, error messages, the schema and the tables of PROTOCOL.md are all read from here. A field with the
value `UNSET` was not given.
"""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from protocol.values import (
    DEFAULT_SESSION,
    INT63,
    PLIES,
    GameName,
    InfoInterval,
    Memory,
    Milliseconds,
    MoveList,
    MoveTime,
    MultiPv,
    Ply,
    PositionText,
    RequestId,
    Seed,
    SessionName,
    Threads,
)

Session = Annotated[SessionName, Meta(description="the session")]

Increment = Annotated[Milliseconds, Meta(description="with `time`: its increment for each move")]
OpponentTime = Annotated[Milliseconds, Meta(description="with `time`: the opponent's clock")]
OpponentIncrement = Annotated[Milliseconds, Meta(description="with `time`: the opponent's increment")]
MovesToGo = Annotated[
    int, Meta(ge=1, le=1000, description="with `time`: own moves until the next time control")
]


class Arguments(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all arguments; as it stands, those of a verb without any."""


class NoArgs(Arguments, frozen=True, kw_only=True):
    """No arguments at all."""


class HelloArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `hello`."""

    ugp: Annotated[
        int, Meta(ge=1, le=1_000_000, description="the version of the protocol the client speaks")
    ] = 1


class DescribeArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `describe`; game options may follow."""

    game: Annotated[GameName, Meta(description="the game")]


class NewArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `new`; game options may follow."""

    game: Annotated[GameName, Meta(description="the game")]
    session: Session = DEFAULT_SESSION


class PositionArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `position`; game options may follow."""

    position: Annotated[PositionText, Meta(description="the position string to begin from")]
    game: (
        Annotated[GameName, Meta(description="the game; left out: that of the session, with its options")]
        | UnsetType
    ) = UNSET
    moves: Annotated[MoveList, Meta(description="moves played from it")] | UnsetType = UNSET
    session: Session = DEFAULT_SESSION


class PlayArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `play`."""

    moves: Annotated[MoveList, Meta(min_length=1, description="the moves, in order; all or none are played")]
    ply: (
        Annotated[
            Ply, Meta(description="the ply the session must be at, so that a repeat is not played twice")
        ]
        | UnsetType
    ) = UNSET
    session: Session = DEFAULT_SESSION


class UndoArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `undo`."""

    count: Annotated[
        int, Meta(ge=1, le=100_000, extra_json_schema=PLIES, description="how many plies to take back")
    ] = 1
    session: Session = DEFAULT_SESSION


class SessionArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `close`."""

    session: Session = DEFAULT_SESSION


class Context(Arguments, frozen=True, kw_only=True):
    """What a reading verb looks at: a session, or a game of its own (then game options may follow)."""

    session: (
        Annotated[SessionName, Meta(description="the session to look at; left out, without `game`: `main`")]
        | UnsetType
    ) = UNSET
    game: (
        Annotated[
            GameName, Meta(description="the game; then no session is touched and game options may follow")
        ]
        | UnsetType
    ) = UNSET
    position: (
        Annotated[PositionText, Meta(description="with `game`: the position string; left out: the start")]
        | UnsetType
    ) = UNSET
    moves: (
        Annotated[MoveList, Meta(description="with `game`: moves played from the position")] | UnsetType
    ) = UNSET


class MovesArgs(Context, frozen=True, kw_only=True):
    """Arguments of `moves`."""

    detail: Annotated[bool, Meta(description="each move with its clicks and the cells it changes")] = False


class ShowArgs(Context, frozen=True, kw_only=True):
    """Arguments of `show`."""


class StatusArgs(Context, frozen=True, kw_only=True):
    """Arguments of `status`."""

    history: Annotated[bool, Meta(description="also game, options, start and moves: enough to resume")] = (
        False
    )


class EvalArgs(Context, frozen=True, kw_only=True):
    """Arguments of `eval`."""

    detail: Annotated[bool, Meta(description="also the terms of the score")] = False


class PerftArgs(Context, frozen=True, kw_only=True):
    """Arguments of `perft`."""

    depth: Annotated[
        int, Meta(ge=0, le=64, extra_json_schema=PLIES, description="how deep to count the leaves")
    ]


class GoArgs(Context, frozen=True, kw_only=True):
    """Arguments of `go`. At least one limit must be given; the first one reached ends the search."""

    movetime: Annotated[MoveTime, Meta(description="limit: time for this move")] | UnsetType = UNSET
    depth: (
        Annotated[
            int,
            Meta(ge=1, le=127, extra_json_schema=PLIES, description="limit: depth of iterative deepening"),
        ]
        | UnsetType
    ) = UNSET
    nodes: Annotated[int, Meta(ge=1, le=INT63, description="limit: nodes, each a move made")] | UnsetType = (
        UNSET
    )
    infinite: Annotated[bool, Meta(description="search until `stop` or `cancel`")] = False
    ponder: Annotated[bool, Meta(description="the root is predicted; limits run from `ponderhit`")] = False
    time: Annotated[Milliseconds, Meta(description="limit: clock of the player to move")] | UnsetType = UNSET
    inc: Increment | UnsetType = UNSET
    opptime: OpponentTime | UnsetType = UNSET
    oppinc: OpponentIncrement | UnsetType = UNSET
    movestogo: MovesToGo | UnsetType = UNSET
    searchmoves: (
        Annotated[MoveList, Meta(min_length=1, description="look at these moves only")] | UnsetType
    ) = UNSET
    multipv: (
        Annotated[MultiPv, Meta(description="how many best lines to report; left out: the setting")]
        | UnsetType
    ) = UNSET
    info_interval: (
        Annotated[
            InfoInterval, Meta(description="longest time between two info events; left out: the setting")
        ]
        | UnsetType
    ) = UNSET
    quiet: Annotated[bool, Meta(description="no info events; where `features` has `quiet`")] = False


class AddressArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `stop`: which searches are meant."""

    request: (
        Annotated[RequestId, Meta(description="the id of the `go`; left out: whatever the session searches")]
        | UnsetType
    ) = UNSET
    session: (
        Annotated[SessionName, Meta(description="without `request`: the session; left out: `main`")]
        | UnsetType
    ) = UNSET


class PonderhitArgs(AddressArgs, frozen=True, kw_only=True):
    """Arguments of `ponderhit`: which search, and the clocks as they stand now."""

    time: Annotated[Milliseconds, Meta(description="new clock of the player to move")] | UnsetType = UNSET
    inc: Increment | UnsetType = UNSET
    opptime: OpponentTime | UnsetType = UNSET
    oppinc: OpponentIncrement | UnsetType = UNSET
    movestogo: MovesToGo | UnsetType = UNSET


class CancelArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `cancel`."""

    request: Annotated[RequestId, Meta(description="the id of the request to end")]


class OptionsArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `options`."""

    session: (
        Annotated[
            SessionName, Meta(description="show the values of this session; left out: the connection's")
        ]
        | UnsetType
    ) = UNSET


class SetArgs(Arguments, frozen=True, kw_only=True):
    """Arguments of `set`: at least one setting. The settings' defaults are in `protocol.settings`."""

    threads: (
        Annotated[Threads, Meta(description="threads of one search; never more run than there are cores")]
        | UnsetType
    ) = UNSET
    memory: (
        Annotated[Memory, Meta(description="table of each search slot; the process's, never a session's")]
        | UnsetType
    ) = UNSET
    multipv: Annotated[MultiPv, Meta(description="how many best lines `go` reports")] | UnsetType = UNSET
    seed: Annotated[Seed, Meta(description="seed of whatever a search leaves to chance")] | UnsetType = UNSET
    info_interval: (
        Annotated[InfoInterval, Meta(description="longest time between two info events")] | UnsetType
    ) = UNSET
    session: (
        Annotated[SessionName, Meta(description="set for this session; left out: the connection's defaults")]
        | UnsetType
    ) = UNSET
