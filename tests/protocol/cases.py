"""One table of messages as values, as text and as msgpack maps: here the requests.

It drives the tests of both codecs in both roles; the answers are in `cases_boards` and `cases_searches`.
"""

from typing import Any, NamedTuple

from protocol.arguments import (
    AddressArgs,
    CancelArgs,
    DescribeArgs,
    EvalArgs,
    GoArgs,
    HelloArgs,
    MovesArgs,
    NewArgs,
    NoArgs,
    OptionsArgs,
    PerftArgs,
    PlayArgs,
    PonderhitArgs,
    PositionArgs,
    SessionArgs,
    SetArgs,
    ShowArgs,
    StatusArgs,
    UndoArgs,
)
from protocol.messages import Reply, Request

HASH = "9f3c0e5512ab77d1"
LOA = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0"
LOT = "7/7/7/7/7/7/7:b:0"


class RequestCase(NamedTuple):
    """A request and its two canonical forms."""

    message: Request
    text: str
    map: dict[str, Any]


class ReplyCase(NamedTuple):
    """An answer to the request of the given verb, and its two canonical forms."""

    verb: str
    message: Reply
    text: str
    map: dict[str, Any]


REQUESTS = [
    RequestCase(Request("hello", "hello", HelloArgs()), "#hello hello", {"id": "hello", "do": "hello"}),
    RequestCase(
        Request("1", "describe", DescribeArgs(game="lot"), {"size": "6", "pie": "off"}),
        "#1 describe lot size=6 pie=off",
        {"id": "1", "do": "describe", "game": "lot", "size": "6", "pie": "off"},
    ),
    RequestCase(
        Request("2", "new", NewArgs(game="loa")), "#2 new loa", {"id": "2", "do": "new", "game": "loa"}
    ),
    RequestCase(
        Request("a.b-c_D", "new", NewArgs(game="loa", session="b"), {"repetition": "off"}),
        "#a.b-c_D new loa session=b repetition=off",
        {"id": "a.b-c_D", "do": "new", "game": "loa", "session": "b", "repetition": "off"},
    ),
    RequestCase(
        Request("3", "position", PositionArgs(position=LOT, game="lot", moves=["d4", "swap"]), {"pie": "on"}),
        f"#3 position {LOT} game=lot moves=d4,swap pie=on",
        {"id": "3", "do": "position", "position": LOT, "game": "lot", "moves": ["d4", "swap"], "pie": "on"},
    ),
    RequestCase(
        Request("4", "play", PlayArgs(moves=["b1-b3"])),
        "#4 play b1-b3",
        {"id": "4", "do": "play", "moves": ["b1-b3"]},
    ),
    RequestCase(
        Request("4", "play", PlayArgs(moves=["d4:b2-d4^c3", "a1"], ply=0, session="x")),
        "#4 play d4:b2-d4^c3,a1 ply=0 session=x",
        {"id": "4", "do": "play", "moves": ["d4:b2-d4^c3", "a1"], "ply": 0, "session": "x"},
    ),
    RequestCase(
        Request("4", "play", PlayArgs(moves=["", "a b", "c,d", "e=f", '"', "[", "zürich", "\x7f\x00"])),
        '#4 play ["","a b","c,d","e=f","\\"","[","zürich","\x7f\\u0000"]',
        {"id": "4", "do": "play", "moves": ["", "a b", "c,d", "e=f", '"', "[", "zürich", "\x7f\x00"]},
    ),
    RequestCase(
        Request("4", "play", PlayArgs(moves=["e=f"])),
        '#4 play ["e=f"]',
        {"id": "4", "do": "play", "moves": ["e=f"]},
    ),
    RequestCase(Request("5", "undo", UndoArgs()), "#5 undo", {"id": "5", "do": "undo"}),
    RequestCase(Request("5", "undo", UndoArgs(count=2)), "#5 undo 2", {"id": "5", "do": "undo", "count": 2}),
    RequestCase(Request("6", "close", SessionArgs()), "#6 close", {"id": "6", "do": "close"}),
    RequestCase(
        Request("6", "close", SessionArgs(session="b")),
        "#6 close b",
        {"id": "6", "do": "close", "session": "b"},
    ),
    RequestCase(
        Request("7", "moves", MovesArgs(detail=True)),
        "#7 moves detail",
        {"id": "7", "do": "moves", "detail": True},
    ),
    RequestCase(
        Request("7", "moves", MovesArgs(game="lot", position=LOT, moves=[]), {"pie": ""}),
        f'#7 moves game=lot position={LOT} moves=[] pie=""',
        {"id": "7", "do": "moves", "game": "lot", "position": LOT, "moves": [], "pie": ""},
    ),
    RequestCase(
        Request("8", "show", ShowArgs(session="main")),
        "#8 show session=main",
        {"id": "8", "do": "show", "session": "main"},
    ),
    RequestCase(
        Request("9", "status", StatusArgs(history=True)),
        "#9 status history",
        {"id": "9", "do": "status", "history": True},
    ),
    RequestCase(
        Request("10", "go", GoArgs(movetime=500, multipv=2)),
        "#10 go movetime=500 multipv=2",
        {"id": "10", "do": "go", "movetime": 500, "multipv": 2},
    ),
    RequestCase(
        Request("10", "go", GoArgs(infinite=True, searchmoves=["b1-b3", "c1xa3"], info_interval=50)),
        "#10 go infinite searchmoves=b1-b3,c1xa3 info_interval=50",
        {"id": "10", "do": "go", "infinite": True, "searchmoves": ["b1-b3", "c1xa3"], "info_interval": 50},
    ),
    RequestCase(
        Request(
            "10",
            "go",
            GoArgs(
                game="lag",
                depth=3,
                nodes=2**63 - 1,
                ponder=True,
                time=0,
                inc=1,
                opptime=2,
                oppinc=3,
                movestogo=4,
            ),
            {"size": "4"},
        ),
        "#10 go game=lag depth=3 nodes=9223372036854775807 ponder time=0 inc=1 opptime=2 oppinc=3 "
        "movestogo=4 size=4",
        {
            "id": "10",
            "do": "go",
            "game": "lag",
            "depth": 3,
            "nodes": 2**63 - 1,
            "ponder": True,
            "time": 0,
            "inc": 1,
            "opptime": 2,
            "oppinc": 3,
            "movestogo": 4,
            "size": "4",
        },
    ),
    RequestCase(Request("11", "stop", AddressArgs()), "#11 stop", {"id": "11", "do": "stop"}),
    RequestCase(
        Request("11", "stop", AddressArgs(request="10")),
        "#11 stop 10",
        {"id": "11", "do": "stop", "request": "10"},
    ),
    RequestCase(
        Request("12", "cancel", CancelArgs(request="10")),
        "#12 cancel 10",
        {"id": "12", "do": "cancel", "request": "10"},
    ),
    RequestCase(
        Request("13", "ponderhit", PonderhitArgs(time=1000, inc=10)),
        "#13 ponderhit time=1000 inc=10",
        {"id": "13", "do": "ponderhit", "time": 1000, "inc": 10},
    ),
    RequestCase(Request("14", "options", OptionsArgs()), "#14 options", {"id": "14", "do": "options"}),
    RequestCase(
        Request("15", "set", SetArgs(threads=2, memory=128)),
        "#15 set threads=2 memory=128",
        {"id": "15", "do": "set", "threads": 2, "memory": 128},
    ),
    RequestCase(
        Request("15", "set", SetArgs(multipv=3, seed=0, info_interval=1000, session="b")),
        "#15 set multipv=3 seed=0 info_interval=1000 session=b",
        {"id": "15", "do": "set", "multipv": 3, "seed": 0, "info_interval": 1000, "session": "b"},
    ),
    RequestCase(Request("16", "clear", NoArgs()), "#16 clear", {"id": "16", "do": "clear"}),
    RequestCase(
        Request("17", "eval", EvalArgs(detail=True)),
        "#17 eval detail",
        {"id": "17", "do": "eval", "detail": True},
    ),
    RequestCase(
        Request("18", "perft", PerftArgs(depth=3, game="lag"), {"size": "4"}),
        "#18 perft 3 game=lag size=4",
        {"id": "18", "do": "perft", "depth": 3, "game": "lag", "size": "4"},
    ),
    RequestCase(Request("19", "ping", NoArgs()), "#19 ping", {"id": "19", "do": "ping"}),
    RequestCase(Request("x" * 64, "quit", NoArgs()), f"#{'x' * 64} quit", {"id": "x" * 64, "do": "quit"}),
]
