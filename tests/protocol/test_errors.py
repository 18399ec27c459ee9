"""Every mistake a single request can make: the code and the field it is answered with, in both encodings."""

# ruff: noqa: E501 -- a table reads best with its rows whole

import json
from typing import Any

import msgpack
import pytest

from protocol.connection import Encoding, ServerConnection
from protocol.errors import MEANINGS, RETRYABLE, ErrorCode, RequestError
from protocol.messages import Error
from protocol.requests import PLANS, RESERVED, request
from protocol.verbs import VERBS

# text | the same as a map (JSON; empty: text only) | id | code | field | message
TABLE: list[tuple[str, str, str | None, str, str | None, str]] = [
    ("#1 frobnicate", '{"id":"1","do":"frobnicate"}', "1", "unknown-verb", "do",
     "frobnicate: no such verb; see hello and PROTOCOL.md"),
    ("perfft 3", '{"do":"perfft"}', "perfft", "unknown-verb", "do",
     "perfft: no such verb; did you mean perft?"),
    ("$?", '{"do":"$?"}', None, "unknown-verb", "do", "$?: no such verb; see hello and PROTOCOL.md"),
    ("#1 Ping", '{"id":"1","do":"Ping"}', "1", "unknown-verb", "do", "Ping: no such verb; did you mean ping?"),
    ("#1", '{"id":"1"}', "1", "bad-request", "do", ""),
    ('#1 "ping"', '{"id":"1","do":5}', "1", "bad-request", "do", ""),
    ("#", '{"id":"","do":"ping"}', None, "bad-request", "id", ""),
    ("#a/b ping", '{"id":"a/b","do":"ping"}', None, "bad-request", "id", ""),
    ("#" + "x" * 65 + " ping", '{"id":"' + "x" * 65 + '","do":"ping"}', None, "bad-request", "id", ""),
    ('#"1" ping', '{"id":["1"],"do":"ping"}', None, "bad-request", "id", ""),
    ("", '{"id":7,"do":"ping"}', None, "bad-request", "id", ""),
    ("#1 go movetme=100", '{"id":"1","do":"go","movetme":100}', "1", "unknown-argument", "movetme",
     "go takes no movetme; did you mean movetime?"),
    ("#1 ping x", '{"id":"1","do":"ping","x":true}', "1", "unknown-argument", "x", "ping takes no x"),
    ("#1 ping #2", '{"id":"1","do":"ping","#2":true}', "1", "unknown-argument", "#2", "ping takes no #2"),
    ("#1 go size=6 depth=1", '{"id":"1","do":"go","size":6,"depth":1}', "1", "unknown-argument", "size",
     "go takes no size without game"),
    ("#1 moves game=loa id=3", '', "1", "unknown-argument", "id", "moves takes no id"),
    ("#1 moves id=3", '', "1", "unknown-argument", "id", "moves takes no id"),
    ("#1 moves game=loa Size=6", '{"id":"1","do":"moves","game":"loa","Size":6}', "1", "unknown-argument", "Size",
     "moves takes no Size"),
    ("#1 new loa do=1", '', "1", "unknown-argument", "do", "new takes no do"),
    ("#1 new loa id=1", '', "1", "unknown-argument", "id", "new takes no id"),
    ("#1 new loa Size=1", '{"id":"1","do":"new","game":"loa","Size":1}', "1", "unknown-argument", "Size", ""),
    ("#1 new loa 6", '{"id":"1","do":"new","game":"loa","6":true}', "1", "unknown-argument", "6", ""),
    ("#1 go =5", '{"id":"1","do":"go","":5}', "1", "unknown-argument", "", ""),
    ("#1 go movetime=x foo=1", '{"id":"1","do":"go","movetime":"x","foo":1}', "1", "unknown-argument", "foo", ""),
    ("#1 go movetime=-3", '{"id":"1","do":"go","movetime":-3}', "1", "bad-argument", "movetime",
     "movetime must be 1 to 86400000 ms"),
    ("#1 go movetime=0", '{"id":"1","do":"go","movetime":0}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=86400001", '{"id":"1","do":"go","movetime":86400001}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=5x", '{"id":"1","do":"go","movetime":"5x"}', "1", "bad-argument", "movetime",
     "movetime must be 1 to 86400000 ms"),
    ("#1 go movetime=", '{"id":"1","do":"go","movetime":""}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime", '{"id":"1","do":"go","movetime":true}', "1", "bad-argument", "movetime", ""),
    ('#1 go movetime="5"', '{"id":"1","do":"go","movetime":"5"}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=1.5", '{"id":"1","do":"go","movetime":1.5}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=[1]", '{"id":"1","do":"go","movetime":[1]}', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=٣", '', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=1_0", '', "1", "bad-argument", "movetime", ""),
    ("#1 go movetime=+1", '', "1", "bad-argument", "movetime", ""),
    ("#1 go nodes=" + "9" * 5000, '', "1", "bad-argument", "nodes", "nodes must be 1 to 9223372036854775807"),
    ("", '{"id":"1","do":"go","movetime":null}', "1", "bad-argument", "movetime", ""),
    ("#1 go info_interval=49", '{"id":"1","do":"go","info_interval":49}', "1", "bad-argument", "info_interval",
     "info_interval must be 50 to 1000 ms"),
    ("#1 moves detail=yes", '{"id":"1","do":"moves","detail":"yes"}', "1", "bad-argument", "detail",
     "detail must be true or false"),
    ("#1 moves detail=1", '{"id":"1","do":"moves","detail":1}', "1", "bad-argument", "detail", ""),
    ("#1 moves session=a/b", '{"id":"1","do":"moves","session":"a/b"}', "1", "bad-argument", "session",
     "session must be 1 to 64 of the characters A-Z a-z 0-9 _ . -"),
    ("#1 moves session", '{"id":"1","do":"moves","session":true}', "1", "bad-argument", "session", ""),
    ('#1 close "b\\n"', '{"id":"1","do":"close","session":"b\\n"}', "1", "bad-argument", "session", ""),
    ("#1 new " + "x" * 65, '{"id":"1","do":"new","game":"' + "x" * 65 + '"}', "1", "bad-argument", "game",
     "game must be a string of 1 to 64 characters"),
    ("#1 new", '{"id":"1","do":"new"}', "1", "bad-argument", "game", "new needs game"),
    ("#1 play", '{"id":"1","do":"play"}', "1", "bad-argument", "moves", "play needs moves"),
    ("#1 play []", '{"id":"1","do":"play","moves":[]}', "1", "bad-argument", "moves",
     "moves must be a list of at least one string"),
    ("#1 play moves=", '{"id":"1","do":"play","moves":""}', "1", "bad-argument", "moves", ""),
    ("#1 play [1]", '{"id":"1","do":"play","moves":[1]}', "1", "bad-argument", "moves", ""),
    ("#1 play {}", '{"id":"1","do":"play","moves":{}}', "1", "bad-argument", "moves", ""),
    ("#1 play [1", '', "1", "bad-argument", "moves", "moves: not valid JSON"),
    ("#1 play " + "[" * 5000, '', "1", "bad-argument", "moves", "moves: nested too deep"),
    ('#1 play ["a"]b', '', "1", "bad-argument", "moves",
     "moves: something follows the JSON value without a space"),
    ('#1 play "\\ud800"', '', "1", "bad-argument", "moves", "moves: not valid JSON"),
    ('#1 play a "b"', '', "1", "bad-request", None, "a JSON value stands without a name"),
    ('#1 ping "b"', '', "1", "bad-request", None, ""),
    ("#1 play a moves=b", '', "1", "bad-argument", "moves", "moves is given twice"),
    ("#1 go depth=1 depth=1", '', "1", "bad-argument", "depth", "depth is given twice"),
    ("#1 undo 0", '{"id":"1","do":"undo","count":0}', "1", "bad-argument", "count", "count must be 1 to 100000 plies"),
    ("#1 perft", '{"id":"1","do":"perft"}', "1", "bad-argument", "depth", "perft needs depth"),
    ("#1 cancel", '{"id":"1","do":"cancel"}', "1", "bad-argument", "request", "cancel needs request"),
    ("#1 stop 5 session=b", '{"id":"1","do":"stop","request":"5","session":"b"}', "1", "bad-argument", "session",
     "give request or session, not both"),
    ("#1 moves game=loa session=b", '{"id":"1","do":"moves","game":"loa","session":"b"}', "1", "bad-argument",
     "session", "give session or game, not both"),
    ("#1 show position=8/8", '{"id":"1","do":"show","position":"8/8"}', "1", "bad-argument", "position",
     "position needs game: a session has its own"),
    ("#1 eval moves=a", '{"id":"1","do":"eval","moves":["a"]}', "1", "bad-argument", "moves", ""),
    ("#1 go", '{"id":"1","do":"go"}', "1", "bad-argument", None,
     "go needs a limit: movetime, depth, nodes, time, infinite or ponder"),
    ("#1 go infinite=false", '{"id":"1","do":"go","infinite":false}', "1", "bad-argument", None, ""),
    ("#1 go opptime=5 depth=1", '{"id":"1","do":"go","opptime":5,"depth":1}', "1", "bad-argument", "opptime",
     "opptime needs time"),
    ("#1 ponderhit movestogo=5", '{"id":"1","do":"ponderhit","movestogo":5}', "1", "bad-argument", "movestogo", ""),
    ("#1 set", '{"id":"1","do":"set"}', "1", "bad-argument", None, ""),
    ("#1 set memory=8 session=b", '{"id":"1","do":"set","memory":8,"session":"b"}', "1", "bad-argument", "memory",
     "memory is the whole process's: leave session out"),
    ("#1 hello ugp=2", '{"id":"1","do":"hello","ugp":2}', "1", "unsupported-version", "ugp", "ugp=2: spoken here is 1"),
    ("#1 new loa size=[6]", '{"id":"1","do":"new","game":"loa","size":[6]}', "1", "bad-argument", "size", ""),
    ("", '{"id":"1","do":"new","game":"loa","size":1.5}', "1", "bad-argument", "size", ""),
    ("#1 new loa size=1 size=2", '', "1", "bad-argument", "size", "size is given twice"),
]  # fmt: skip


def answer(data: bytes) -> Any:
    server = ServerConnection()
    server.receive_data(data)
    event = server.next_event()
    assert server.next_event() is None
    assert server.open_ids == frozenset()
    return event


def check(event: Any, id: str | None, code: str, field: str | None, message: str) -> None:  # noqa: A002
    assert type(event) is Error
    assert (event.id, event.code, event.field) == (id, code, field)
    assert event.message == message or (event.message and not message)
    assert event.retry is False


@pytest.mark.parametrize("row", [row for row in TABLE if row[0]], ids=lambda row: row[0][:50])
def test_text(row: tuple[str, str, str | None, str, str | None, str]) -> None:
    check(answer(row[0].encode() + b"\n"), *row[2:])


@pytest.mark.parametrize("row", [row for row in TABLE if row[1]], ids=lambda row: row[1][:50])
def test_msgpack(row: tuple[str, str, str | None, str, str | None, str]) -> None:
    check(answer(msgpack.packb(json.loads(row[1]))), *row[2:])


@pytest.mark.parametrize(
    ("raw", "id", "code", "field"),
    [
        (b"\x83\xa2id\xa11\xa2do\xa4ping\xa2do\xa4ping", "1", "bad-request", "do"),
        (b"\x83\xa2id\xa11\xa2id\xa12\xa2do\xa4ping", None, "bad-request", "id"),
        (b"\x84\xa2id\xa11\xa2do\xa2go\xa5depth\x01\xa5depth\x02", "1", "bad-argument", "depth"),
        (b"\xde\x00\x03\xa2do\xa4ping\xa1a\x01\xa1a\x02", "ping", "bad-argument", "a"),
        (b"\xdf\x00\x00\x00\x03\xa2do\xa4ping\xa1a\x01\xa1a\x02", "ping", "bad-argument", "a"),
        (b"\x83\xa2id\xa11\xa2do\xa4ping\x05\x06", "1", "bad-request", None),
        (b"\x84\xa2id\xa11\xa2do\xa4ping\x05\x06\x05\x06", "1", "bad-request", None),
        (b"\x83\xa2id\xa11\xa2do\xa4pong\x05\x06", "1", "bad-request", None),
        (b"\x83\xa2id\xa11\xa2do\xa4ping\xc4\x01a\x06", "1", "bad-request", None),
        (b"\x84\xa2id\xa11\xa2do\xa4ping\x01\x06\xc3\x06", "1", "bad-request", None),
        (b"\x83\xa2id\xa11\xa2do\xa2go\xa5depth\xc4\x011", "1", "bad-argument", "depth"),
        (b"\x83\xa2id\xa11\xa2do\xa2go\xa5depth\xd6\xff\x00\x00\x00\x00", "1", "bad-argument", "depth"),
        (b"\x81\xa2id\xc0", None, "bad-request", "do"),
        (b"\x80", None, "bad-request", "do"),
    ],
)
def test_msgpack_that_json_cannot_say(raw: bytes, id: str | None, code: str, field: str | None) -> None:  # noqa: A002
    check(answer(raw), id, code, field, "")


def test_request_raises_what_an_engine_would_answer() -> None:
    with pytest.raises(RequestError, match="did you mean movetime") as caught:
        request("go", movetme=5)
    assert (caught.value.code, caught.value.field) == (ErrorCode.UNKNOWN_ARGUMENT, "movetme")
    with pytest.raises(RequestError, match="no such verb"):
        request("nonsense")
    with pytest.raises(RequestError) as caught:
        request("ping", "a b")
    assert (caught.value.code, caught.value.field) == (ErrorCode.BAD_REQUEST, "id")


@pytest.mark.parametrize(
    ("verb", "arguments", "field"),
    [
        ("new", {"game": "lag", "size": "\udcff"}, "size"),
        ("position", {"game": "lag", "position": "5\ud800"}, "position"),
        ("play", {"moves": ["a1", "\udcff"]}, "moves"),
    ],
)
def test_what_cannot_be_sent_is_no_request(verb: str, arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError, match="must be text that UTF-8 has") as caught:
        request(verb, **arguments)
    assert (caught.value.code, caught.value.field) == (ErrorCode.BAD_ARGUMENT, field)
    assert request("play", moves=["é"]).verb == "play"


def test_none_is_not_given_and_a_tuple_is_a_list() -> None:
    assert request("play", moves=("a", "b"), ply=None) == request("play", moves=["a", "b"])


def test_what_a_peer_sent_is_quoted_only_in_part() -> None:
    event = answer(b"#1 go " + b"x" * 60_000 + b"=1\n")
    assert len(event.message) < 100
    assert len(event.field) <= 64
    event = answer(b"#1 " + b"y" * 60_000 + b"\n")
    assert len(event.message) < 120


def test_every_code_has_a_meaning_and_busy_alone_invites_a_retry() -> None:
    assert set(MEANINGS) == set(ErrorCode)
    assert frozenset({ErrorCode.BUSY}) == RETRYABLE
    assert RequestError(ErrorCode.BUSY, "x").retry
    assert not RequestError(ErrorCode.BUSY, "x", retry=False).retry


def test_names_that_no_option_may_have() -> None:
    assert {"movetime", "session", "game", "id", "do", "ok", "threads", "ugp"} <= RESERVED
    assert all(PLANS[name].fields.keys() <= RESERVED for name in VERBS)


def test_encodings_have_names() -> None:
    assert [encoding.value for encoding in Encoding] == ["text", "msgpack"]
