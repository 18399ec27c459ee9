"""The table of answers, second half: searches, settings and errors."""

from protocol.answers import (
    CountAnswer,
    Empty,
    EvalAnswer,
    GoAnswer,
    GoInfo,
    OptionInfo,
    OptionsAnswer,
    PerftAnswer,
    SetAnswer,
)
from protocol.errors import ErrorCode
from protocol.messages import Error, Info, Ok
from tests.protocol.cases import HASH, ReplyCase

SEARCHES = [
    ReplyCase(
        "go",
        Info(
            "7",
            GoInfo(
                depth=9,
                seldepth=14,
                multipv=1,
                score="cp:35",
                nodes=812345,
                nps=1650000,
                elapsed=492,
                pv=["b1-b3", "a4-c4"],
            ),
        ),
        "#7 info depth=9 seldepth=14 multipv=1 score=cp:35 nodes=812345 nps=1650000 elapsed=492 "
        "pv=b1-b3,a4-c4",
        {
            "id": "7",
            "info": {
                "depth": 9,
                "seldepth": 14,
                "multipv": 1,
                "score": "cp:35",
                "nodes": 812345,
                "nps": 1650000,
                "elapsed": 492,
                "pv": ["b1-b3", "a4-c4"],
            },
        },
    ),
    ReplyCase(
        "go",
        Info(
            "7",
            GoInfo(depth=1, score="loss:4", bound="upper", nodes=2**64 - 1, hashfull=0, pv=["pass"], seq=3),
        ),
        "#7 info depth=1 score=loss:4 bound=upper nodes=18446744073709551615 hashfull=0 pv=pass seq=3",
        {
            "id": "7",
            "info": {
                "depth": 1,
                "score": "loss:4",
                "bound": "upper",
                "nodes": 2**64 - 1,
                "hashfull": 0,
                "pv": ["pass"],
                "seq": 3,
            },
        },
    ),
    ReplyCase(
        "go",
        Ok(
            "7",
            GoAnswer(
                move="b1-b3",
                ponder="a4-c4",
                score="cp:-35",
                depth=9,
                nodes=829101,
                elapsed=500,
                pv=["b1-b3", "a4-c4"],
                hash=HASH,
                ply=0,
            ),
        ),
        f"#7 ok move=b1-b3 ponder=a4-c4 score=cp:-35 depth=9 nodes=829101 elapsed=500 "
        f"pv=b1-b3,a4-c4 hash={HASH} ply=0",
        {
            "id": "7",
            "ok": {
                "move": "b1-b3",
                "ponder": "a4-c4",
                "score": "cp:-35",
                "depth": 9,
                "nodes": 829101,
                "elapsed": 500,
                "pv": ["b1-b3", "a4-c4"],
                "hash": HASH,
                "ply": 0,
            },
        },
    ),
    ReplyCase("stop", Ok("12", CountAnswer(count=1)), "#12 ok count=1", {"id": "12", "ok": {"count": 1}}),
    ReplyCase("cancel", Ok("12", CountAnswer(count=0)), "#12 ok count=0", {"id": "12", "ok": {"count": 0}}),
    ReplyCase("ponderhit", Ok("2", CountAnswer(count=1)), "#2 ok count=1", {"id": "2", "ok": {"count": 1}}),
    ReplyCase(
        "options",
        Ok(
            "1",
            OptionsAnswer(
                settings={"memory": OptionInfo(type="integer", default=64, min=1, max=9, unit="MiB", value=8)}
            ),
        ),
        '#1 ok settings={"memory":{"type":"integer","default":64,"min":1,"max":9,"unit":"MiB","value":8}}',
        {
            "id": "1",
            "ok": {
                "settings": {
                    "memory": {
                        "type": "integer",
                        "default": 64,
                        "min": 1,
                        "max": 9,
                        "unit": "MiB",
                        "value": 8,
                    }
                }
            },
        },
    ),
    ReplyCase(
        "set",
        Ok("29", SetAnswer(threads=2, memory=128)),
        "#29 ok threads=2 memory=128",
        {"id": "29", "ok": {"threads": 2, "memory": 128}},
    ),
    ReplyCase("clear", Ok("1", Empty()), "#1 ok", {"id": "1", "ok": {}}),
    ReplyCase("ping", Ok("ping", Empty()), "#ping ok", {"id": "ping", "ok": {}}),
    ReplyCase("quit", Ok("quit", Empty()), "#quit ok", {"id": "quit", "ok": {}}),
    ReplyCase(
        "eval",
        Ok("1", EvalAnswer(score="draw", terms={"mobility": 12, "quads": -3})),
        '#1 ok score=draw terms={"mobility":12,"quads":-3}',
        {"id": "1", "ok": {"score": "draw", "terms": {"mobility": 12, "quads": -3}}},
    ),
    ReplyCase(
        "perft",
        Ok("30", PerftAnswer(nodes=1220, elapsed=0)),
        "#30 ok nodes=1220 elapsed=0",
        {"id": "30", "ok": {"nodes": 1220, "elapsed": 0}},
    ),
    ReplyCase(
        "play",
        Error("8", ErrorCode.ILLEGAL_MOVE, "e5-e9: no such cell", "moves", 0),
        '#8 error code=illegal-move field=moves index=0 message="e5-e9: no such cell" retry=false',
        {
            "id": "8",
            "error": {
                "code": "illegal-move",
                "field": "moves",
                "index": 0,
                "message": "e5-e9: no such cell",
                "retry": False,
            },
        },
    ),
    ReplyCase(
        "go",
        Error("10", ErrorCode.BUSY, 'session "main" is searching (request 8)', "session", retry=True),
        '#10 error code=busy field=session message="session \\"main\\" is searching (request 8)" retry=true',
        {
            "id": "10",
            "error": {
                "code": "busy",
                "field": "session",
                "message": 'session "main" is searching (request 8)',
                "retry": True,
            },
        },
    ),
    ReplyCase(
        "ping",
        Error(None, ErrorCode.BAD_REQUEST, "id 9 is still open", "id"),
        'error code=bad-request field=id message="id 9 is still open" retry=false',
        {"error": {"code": "bad-request", "field": "id", "message": "id 9 is still open", "retry": False}},
    ),
]
