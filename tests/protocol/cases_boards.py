"""The table of answers, first half: what is said of games and boards."""

from protocol.answers import (
    Cell,
    Colour,
    DescribeAnswer,
    Empty,
    HelloAnswer,
    Label,
    MoveDetail,
    MovesAnswer,
    NewAnswer,
    OptionInfo,
    Piece,
    PlayAnswer,
    PositionAnswer,
    ShowAnswer,
    StatusAnswer,
    UndoAnswer,
)
from protocol.messages import Ok
from tests.protocol.cases import HASH, LOA, LOT, ReplyCase

_SIZE = OptionInfo(type="integer", default=5, min=3, max=5)
_PIE = OptionInfo(type="string", default="on", values=["on", "off"])

BOARDS = [
    ReplyCase(
        "hello",
        Ok(
            "1",
            HelloAnswer(
                ugp=1,
                name="trilogue",
                version="0.1.0",
                versions=[1],
                games={"lag": {"size": _SIZE}, "lot": {"pie": _PIE}},
                encodings=["text", "msgpack"],
                features=[],
                limits={"line": 65536},
            ),
        ),
        '#1 ok ugp=1 name=trilogue version=0.1.0 versions=1 games={"lag":{"size":{"type":"integer",'
        '"default":5,"min":3,"max":5}},"lot":{"pie":{"type":"string","default":"on","values":["on","off"]}}} '
        'encodings=text,msgpack features=[] limits={"line":65536}',
        {
            "id": "1",
            "ok": {
                "ugp": 1,
                "name": "trilogue",
                "version": "0.1.0",
                "versions": [1],
                "games": {
                    "lag": {"size": {"type": "integer", "default": 5, "min": 3, "max": 5}},
                    "lot": {"pie": {"type": "string", "default": "on", "values": ["on", "off"]}},
                },
                "encodings": ["text", "msgpack"],
                "features": [],
                "limits": {"line": 65536},
            },
        },
    ),
    ReplyCase(
        "describe",
        Ok(
            "1",
            DescribeAnswer(
                game="lag",
                options={"size": 5, "pie": "on", "x": True},
                cells=[Cell(name="a1", x=0.0, y=-1.5, polygon=[[0.5, 1.0], [-2.0, 0.25]])],
                labels=[Label(text="a", x=1.0, y=0.0)],
                colours=[Colour(name="white", letter="w")],
                pieces=[Piece(code="w", colour="white", kind="man")],
            ),
        ),
        '#1 ok game=lag options={"size":5,"pie":"on","x":true} '
        'cells=[{"name":"a1","x":0.0,"y":-1.5,"polygon":[[0.5,1.0],[-2.0,0.25]]}] '
        'labels=[{"text":"a","x":1.0,"y":0.0}] colours=[{"name":"white","letter":"w"}] '
        'pieces=[{"code":"w","colour":"white","kind":"man"}]',
        {
            "id": "1",
            "ok": {
                "game": "lag",
                "options": {"size": 5, "pie": "on", "x": True},
                "cells": [{"name": "a1", "x": 0.0, "y": -1.5, "polygon": [[0.5, 1.0], [-2.0, 0.25]]}],
                "labels": [{"text": "a", "x": 1.0, "y": 0.0}],
                "colours": [{"name": "white", "letter": "w"}],
                "pieces": [{"code": "w", "colour": "white", "kind": "man"}],
            },
        },
    ),
    ReplyCase(
        "new",
        Ok("1", NewAnswer(session="main", game="loa", position=LOA, turn="black", ply=0, hash=HASH)),
        f"#1 ok session=main game=loa position={LOA} turn=black ply=0 hash={HASH}",
        {
            "id": "1",
            "ok": {
                "session": "main",
                "game": "loa",
                "position": LOA,
                "turn": "black",
                "ply": 0,
                "hash": HASH,
            },
        },
    ),
    ReplyCase(
        "position",
        Ok(
            "1",
            PositionAnswer(
                session="c", game="loa", position=LOA, turn="black", ply=40, over=False, hash=HASH
            ),
        ),
        f"#1 ok session=c game=loa position={LOA} turn=black ply=40 over=false hash={HASH}",
        {
            "id": "1",
            "ok": {
                "session": "c",
                "game": "loa",
                "position": LOA,
                "turn": "black",
                "ply": 40,
                "over": False,
                "hash": HASH,
            },
        },
    ),
    ReplyCase(
        "play",
        Ok(
            "1",
            PlayAnswer(
                moves=["a6xe6"],
                position=LOA,
                turn="white",
                ply=41,
                over=True,
                result="draw",
                reason="both-connected",
                hash=HASH,
            ),
        ),
        f"#1 ok moves=a6xe6 position={LOA} turn=white ply=41 over=true result=draw "
        f"reason=both-connected hash={HASH}",
        {
            "id": "1",
            "ok": {
                "moves": ["a6xe6"],
                "position": LOA,
                "turn": "white",
                "ply": 41,
                "over": True,
                "result": "draw",
                "reason": "both-connected",
                "hash": HASH,
            },
        },
    ),
    ReplyCase(
        "undo",
        Ok("1", UndoAnswer(position=LOA, turn="black", ply=0, hash=HASH)),
        f"#1 ok position={LOA} turn=black ply=0 hash={HASH}",
        {"id": "1", "ok": {"position": LOA, "turn": "black", "ply": 0, "hash": HASH}},
    ),
    ReplyCase("close", Ok("1", Empty()), "#1 ok", {"id": "1", "ok": {}}),
    ReplyCase(
        "moves",
        Ok("1", MovesAnswer(count=0, moves=[], hash=HASH, ply=0)),
        f"#1 ok count=0 moves=[] hash={HASH} ply=0",
        {"id": "1", "ok": {"count": 0, "moves": [], "hash": HASH, "ply": 0}},
    ),
    ReplyCase(
        "moves",
        Ok(
            "1",
            MovesAnswer(
                count=2,
                moves=[
                    MoveDetail(move="b1xb3", clicks=["b1", "b3"], from_="b1", to="b3", captured=["b3"]),
                    MoveDetail(move="swap", label="swap"),
                ],
                hash=HASH,
                ply=1,
            ),
        ),
        '#1 ok count=2 moves=[{"move":"b1xb3","clicks":["b1","b3"],"from":"b1","to":"b3","captured":["b3"]},'
        f'{{"move":"swap","label":"swap"}}] hash={HASH} ply=1',
        {
            "id": "1",
            "ok": {
                "count": 2,
                "moves": [
                    {"move": "b1xb3", "clicks": ["b1", "b3"], "from": "b1", "to": "b3", "captured": ["b3"]},
                    {"move": "swap", "label": "swap"},
                ],
                "hash": HASH,
                "ply": 1,
            },
        },
    ),
    ReplyCase(
        "show",
        Ok("1", ShowAnswer(position=LOT, cells={"d4": "b"}, text='7 .\n  a b "c"')),
        f'#1 ok position={LOT} cells={{"d4":"b"}} text="7 .\\n  a b \\"c\\""',
        {"id": "1", "ok": {"position": LOT, "cells": {"d4": "b"}, "text": '7 .\n  a b "c"'}},
    ),
    ReplyCase(
        "status",
        Ok(
            "1",
            StatusAnswer(
                over=False,
                turn="white",
                ply=2,
                seats={"first": "white", "second": "black"},
                legal=48,
                hash=HASH,
                game="lot",
                options={"size": 7, "pie": "on"},
                start=LOT,
                moves=["d4", "swap"],
            ),
        ),
        f'#1 ok over=false turn=white ply=2 seats={{"first":"white","second":"black"}} legal=48 hash={HASH} '
        f'game=lot options={{"size":7,"pie":"on"}} start={LOT} moves=d4,swap',
        {
            "id": "1",
            "ok": {
                "over": False,
                "turn": "white",
                "ply": 2,
                "seats": {"first": "white", "second": "black"},
                "legal": 48,
                "hash": HASH,
                "game": "lot",
                "options": {"size": 7, "pie": "on"},
                "start": LOT,
                "moves": ["d4", "swap"],
            },
        },
    ),
]
