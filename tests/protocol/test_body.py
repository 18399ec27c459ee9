"""Messages as payloads of a bus: without id, in the encoding that the label or the first byte tells."""

import msgpack
import pytest

from protocol.body import CONTENT_TYPES, decode_reply_body, decode_request_body, encode_body, encoding_of
from protocol.connection import Encoding
from protocol.errors import ErrorCode, ProtocolViolation, RequestError
from protocol.messages import Error
from protocol.requests import request
from protocol.verbs import VERBS
from tests.protocol.cases import REQUESTS, ReplyCase, RequestCase
from tests.protocol.cases_boards import BOARDS
from tests.protocol.cases_searches import SEARCHES

ANSWERED = [case for case in [*BOARDS, *SEARCHES] if case.message.id is not None]


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("labelled", [True, False])
class TestRoundTrip:
    @pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case.text[:40])
    def test_requests(self, case: RequestCase, encoding: Encoding, labelled: bool) -> None:
        body = encode_body(case.message, encoding)
        if encoding is Encoding.TEXT:
            assert body.decode() == case.text.split(" ", 1)[1]
        else:
            assert msgpack.unpackb(body) == {name: value for name, value in case.map.items() if name != "id"}
        label = CONTENT_TYPES[encoding] if labelled else None
        assert decode_request_body(body, label, case.message.id) == case.message

    @pytest.mark.parametrize("case", ANSWERED, ids=lambda case: f"{case.verb}: {case.text[:40]}")
    def test_replies(self, case: ReplyCase, encoding: Encoding, labelled: bool) -> None:
        body = encode_body(case.message, encoding)
        if encoding is Encoding.TEXT:
            assert body.decode() == case.text.split(" ", 1)[1]
        else:
            assert msgpack.unpackb(body) == {name: value for name, value in case.map.items() if name != "id"}
        assert case.message.id is not None
        label = CONTENT_TYPES[encoding] if labelled else None
        assert decode_reply_body(body, label, case.message.id, VERBS[case.verb]) == case.message


def test_an_id_of_the_bus_may_be_any_text() -> None:
    assert decode_request_body(b"ping", None, "client/é 1").id == "client/é 1"


@pytest.mark.parametrize("body", [b"ping\n", b"ping\r\n", b"  ping "])
def test_the_newline_may_be_left_out(body: bytes) -> None:
    assert decode_request_body(body, "text/plain; charset=utf-8", "1") == request("ping", "1")


@pytest.mark.parametrize(
    ("body", "content_type", "code", "field"),
    [
        (b"", None, ErrorCode.BAD_REQUEST, "do"),
        (b" ", None, ErrorCode.BAD_REQUEST, "do"),
        (b'"ping"', None, ErrorCode.BAD_REQUEST, "do"),
        (b"#7 ping", None, ErrorCode.BAD_REQUEST, "id"),
        (b"ping\nping", None, ErrorCode.BAD_REQUEST, None),
        (b"\xff", None, ErrorCode.BAD_REQUEST, None),
        (b"ping", "application/json", ErrorCode.BAD_REQUEST, None),
        (b"pong", None, ErrorCode.UNKNOWN_VERB, "do"),
        (b"go depth=0", None, ErrorCode.BAD_ARGUMENT, "depth"),
        (b"\x81\xa2do", None, ErrorCode.BAD_REQUEST, None),
        (b"ping", "application/vnd.msgpack", ErrorCode.BAD_REQUEST, None),
        (b"", "application/vnd.msgpack", ErrorCode.BAD_REQUEST, None),
        (b"\x81\xa2do\xa4ping\x81", None, ErrorCode.BAD_REQUEST, None),
        (b"\x82\xa2id\xa11\xa2do\xa4ping", None, ErrorCode.BAD_REQUEST, "id"),
        (b"\x80", None, ErrorCode.BAD_REQUEST, "do"),
        (b"\x82\xa2do\xa4ping\xa2do\xa4ping", None, ErrorCode.BAD_REQUEST, "do"),
        (b"\x81\xa1x" + b"\x91" * 100_000 + b"\x01", None, ErrorCode.BAD_REQUEST, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_requests(body: bytes, content_type: str | None, code: ErrorCode, field: str | None) -> None:
    with pytest.raises(RequestError) as caught:
        decode_request_body(body, content_type, "1")
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", None),
        (b"#7 ok", None),
        (b"yes", None),
        (b'"ok"', None),
        (b"ok\nok", None),
        (b"\xff", None),
        (b"ok", "x/y"),
        (b"\x81\xa2ok", None),
        (b"\x80", None),
        (b"ok count=x", None),
    ],
    ids=str,
)
def test_bad_replies(body: bytes, content_type: str | None) -> None:
    with pytest.raises(ProtocolViolation) as caught:
        decode_reply_body(body, content_type, "1", VERBS["stop"])
    assert caught.value.request == "1"


def test_labels() -> None:
    assert encoding_of(b"\x80", "text/plain") is Encoding.TEXT
    assert encoding_of(b"p", "Application/vnd.MsgPack") is Encoding.MSGPACK
    assert encoding_of(b"\xde", None) is Encoding.MSGPACK
    body = encode_body(Error(None, ErrorCode.BUSY, "x", retry=True), Encoding.TEXT)
    assert body == b"error code=busy message=x retry=true"
