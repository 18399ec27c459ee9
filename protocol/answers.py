"""The answer of every verb, and the `info` of `go`: fields, types and units, declared once.

A receiver ignores fields it does not know. A field with the value `UNSET` was not sent.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from protocol.values import MS, PLIES, Scalar

Hash = Annotated[
    str,
    Meta(
        description="16 hex digits; equal exactly when game, options, board, side and right to "
        "swap are equal, but for collisions"
    ),
]
Position = Annotated[str, Meta(description="position string")]
Turn = Annotated[str, Meta(description="colour to move, `black` or `white`")]
PlyNow = Annotated[int, Meta(extra_json_schema=PLIES, description="plies played since the start")]
Over = Annotated[bool, Meta(description="whether the game is finished")]
Result = Annotated[str, Meta(description="`black`, `white` or `draw`; only when over")]
Reason = Annotated[str, Meta(description="why it is over; only when over")]
Score = Annotated[
    str, Meta(description="for the player to move: `cp:N`, `win:N` or `loss:N` in plies, or `draw`")
]
Bound = Annotated[str, Meta(description="`lower` or `upper` where the score is inexact")]
Depth = Annotated[int, Meta(extra_json_schema=PLIES, description="depth finished")]
SelDepth = Annotated[int, Meta(extra_json_schema=PLIES, description="deepest line looked at")]
Nodes = Annotated[int, Meta(description="moves made")]
Nps = Annotated[int, Meta(description="nodes a second", extra_json_schema={"unit": "1/s"})]
Elapsed = Annotated[int, Meta(extra_json_schema=MS, description="time since the request's receipt")]
Line = Annotated[list[str], Meta(description="principal variation, from the root")]
Count = Annotated[int, Meta(description="how many")]


class Answer(Struct, frozen=True, kw_only=True):
    """The base of all answers; as it stands, the empty one."""


class Empty(Answer, frozen=True, kw_only=True):
    """An answer without fields."""


class OptionInfo(Answer, frozen=True, kw_only=True):
    """One game option, or one setting, as data."""

    type: Annotated[str, Meta(description="`integer`, `string` or `boolean`")]
    default: Annotated[Scalar, Meta(description="its value when not given")]
    min: Annotated[int, Meta(description="least value of an integer")] | UnsetType = UNSET
    max: Annotated[int, Meta(description="greatest value of an integer")] | UnsetType = UNSET
    values: Annotated[list[str], Meta(description="the values a string may have")] | UnsetType = UNSET
    unit: Annotated[str, Meta(description="its unit")] | UnsetType = UNSET
    value: Annotated[Scalar, Meta(description="its value now (settings only)")] | UnsetType = UNSET
    description: Annotated[str, Meta(description="what it does")] | UnsetType = UNSET


class HelloAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `hello`."""

    ugp: Annotated[int, Meta(description="the version spoken from here on")]
    name: Annotated[str, Meta(description="name of the engine")]
    version: Annotated[str, Meta(description="its version")]
    versions: Annotated[list[int], Meta(description="all versions of the protocol it speaks")]
    games: Annotated[dict[str, dict[str, OptionInfo]], Meta(description="game -> option -> what it takes")]
    encodings: Annotated[list[str], Meta(description="`text`, `msgpack`")]
    features: Annotated[list[str], Meta(description="optional parts it has")]
    limits: Annotated[
        dict[str, int], Meta(description="its bounds: `line` (bytes), `sessions`, `searches`, …")
    ]


class Cell(Answer, frozen=True, kw_only=True):
    """One cell of a board; y points up, the unit is the distance between neighbouring cells."""

    name: Annotated[str, Meta(description="its name in moves")]
    x: Annotated[float, Meta(description="centre")]
    y: Annotated[float, Meta(description="centre")]
    polygon: Annotated[list[list[float]], Meta(description="its corners, [x, y] each, in order")]


class Colour(Answer, frozen=True, kw_only=True):
    """One of the two colours."""

    name: Annotated[str, Meta(description="`black` or `white`")]
    letter: Annotated[str, Meta(description="its letter as side to move in position strings")]


class Piece(Answer, frozen=True, kw_only=True):
    """One kind of piece."""

    code: Annotated[str, Meta(description="its letter in position strings and in `cells` of `show`")]
    colour: Annotated[str, Meta(description="whose it is")]
    kind: Annotated[str, Meta(description="`man`, `single`, `stack`")]


class Label(Answer, frozen=True, kw_only=True):
    """A coordinate to write beside the board."""

    text: Annotated[str, Meta(description="what to write")]
    x: Annotated[float, Meta(description="its centre")]
    y: Annotated[float, Meta(description="its centre")]


class DescribeAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `describe`: the board as data."""

    game: Annotated[str, Meta(description="the game")]
    title: Annotated[str, Meta(description="its name for people")] | UnsetType = UNSET
    options: Annotated[dict[str, Scalar], Meta(description="all its options, as they are here")]
    cells: Annotated[list[Cell], Meta(description="all cells, in the order of the position string")]
    labels: Annotated[list[Label], Meta(description="coordinates to write beside the board")] | UnsetType = (
        UNSET
    )
    colours: Annotated[list[Colour], Meta(description="the colours; the one that moves first is first")]
    pieces: Annotated[list[Piece], Meta(description="the kinds of pieces")]


class NewAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `new`."""

    session: Annotated[str, Meta(description="the session")]
    game: Annotated[str, Meta(description="the game")]
    position: Position
    turn: Turn
    ply: PlyNow
    hash: Hash


class PositionAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `position`."""

    session: Annotated[str, Meta(description="the session")]
    game: Annotated[str, Meta(description="the game")]
    position: Position
    turn: Turn
    ply: PlyNow
    over: Over
    result: Result | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    hash: Hash


class PlayAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `play`."""

    moves: Annotated[list[str], Meta(description="the moves as played, in canonical form")]
    position: Position
    turn: Turn
    ply: PlyNow
    over: Over
    result: Result | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    hash: Hash


class UndoAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `undo`."""

    position: Position
    turn: Turn
    ply: PlyNow
    hash: Hash


class MoveDetail(Answer, frozen=True, kw_only=True):
    """One move of `moves detail`: how to click it and what it does. Fields that do not apply are left out."""

    move: Annotated[str, Meta(description="the move, canonical")]
    clicks: (
        Annotated[
            list[str], Meta(description="cells to click, in order: unique, never the beginning of another's")
        ]
        | UnsetType
    ) = UNSET
    label: (
        Annotated[str, Meta(description="in place of clicks: what a button says (pass, swap)")] | UnsetType
    ) = UNSET
    from_: Annotated[str, Meta(description="cell the piece leaves")] | UnsetType = field(
        default=UNSET, name="from"
    )
    to: Annotated[str, Meta(description="cell the piece comes to")] | UnsetType = UNSET
    captured: Annotated[list[str], Meta(description="cells whose enemy piece goes")] | UnsetType = UNSET
    placed: Annotated[list[str], Meta(description="cells that get a new piece")] | UnsetType = UNSET
    removed: Annotated[list[str], Meta(description="cells whose own piece goes")] | UnsetType = UNSET
    stacked: Annotated[list[str], Meta(description="cells that become a stack")] | UnsetType = UNSET


class MovesAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `moves`: empty when the game is over."""

    count: Count
    moves: Annotated[list[str | MoveDetail], Meta(description="the legal moves; with `detail` each as a map")]
    hash: Hash
    ply: PlyNow


class ShowAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `show`."""

    position: Position
    cells: Annotated[dict[str, str], Meta(description="cell -> piece, for every occupied cell")]
    text: Annotated[str, Meta(description="the board as lines of text for people")]


class StatusAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `status`."""

    over: Over
    result: Result | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    turn: Turn
    ply: PlyNow
    seats: Annotated[dict[str, str], Meta(description="seat (`first`, `second`) -> the colour it has now")]
    legal: Annotated[int, Meta(description="how many moves are legal")]
    hash: Hash
    game: Annotated[str, Meta(description="with history: the game")] | UnsetType = UNSET
    options: Annotated[dict[str, Scalar], Meta(description="with history: all game options")] | UnsetType = (
        UNSET
    )
    start: Annotated[str, Meta(description="with history: position string it began from")] | UnsetType = UNSET
    moves: Annotated[list[str], Meta(description="with history: moves since then")] | UnsetType = UNSET


class GoInfo(Answer, frozen=True, kw_only=True):
    """An `info` of `go`: one line of play at one depth."""

    depth: Depth
    seldepth: SelDepth | UnsetType = UNSET
    multipv: Annotated[int, Meta(description="rank of this line, 1 the best")] | UnsetType = UNSET
    score: Score
    bound: Bound | UnsetType = UNSET
    nodes: Nodes
    nps: Nps | UnsetType = UNSET
    elapsed: Elapsed | UnsetType = UNSET
    hashfull: (
        Annotated[int, Meta(description="table in use", extra_json_schema={"unit": "per mille"})] | UnsetType
    ) = UNSET
    pv: Line
    seq: Annotated[int, Meta(description="over MQTT: number of this info, from 1")] | UnsetType = UNSET


class GoAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `go`."""

    move: Annotated[str, Meta(description="the move to play")]
    ponder: Annotated[str, Meta(description="the reply it expects")] | UnsetType = UNSET
    score: Score
    bound: Bound | UnsetType = UNSET
    depth: Depth
    seldepth: SelDepth | UnsetType = UNSET
    nodes: Nodes
    nps: Nps | UnsetType = UNSET
    elapsed: Elapsed
    pv: Line
    hash: Hash
    ply: PlyNow


class CountAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `stop`, `cancel` and `ponderhit`: how many requests it reached."""

    count: Count


class OptionsAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `options`."""

    settings: Annotated[
        dict[str, OptionInfo], Meta(description="setting -> type, default, range and value now")
    ]


class SetAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `set`: what was set."""

    threads: Annotated[int, Meta(description="as set")] | UnsetType = UNSET
    memory: Annotated[int, Meta(description="as set")] | UnsetType = UNSET
    multipv: Annotated[int, Meta(description="as set")] | UnsetType = UNSET
    seed: Annotated[int, Meta(description="as set")] | UnsetType = UNSET
    info_interval: Annotated[int, Meta(description="as set")] | UnsetType = UNSET


class EvalAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `eval`."""

    score: Score
    terms: (
        Annotated[dict[str, Any], Meta(description="with detail: term -> its part of the score")] | UnsetType
    ) = UNSET
    hash: Hash | UnsetType = UNSET
    ply: PlyNow | UnsetType = UNSET


class PerftAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `perft`."""

    nodes: Annotated[int, Meta(description="leaves at that depth")]
    elapsed: Elapsed
