"""The connection: ids, order, ends of input, bounds, and what a client makes of nonsense."""

from typing import Any

import msgpack
import pytest

from protocol.answers import CountAnswer, Empty, GoInfo
from protocol.connection import ClientConnection, Encoding, Limits, ServerConnection
from protocol.errors import ErrorCode, OutOfOrder
from protocol.messages import End, Error, Fatal, Info, Ok, Request, Violation
from protocol.requests import request

INFO = GoInfo(depth=1, score="cp:1", nodes=1, pv=["a"])


def server_with(data: bytes, limits: Limits | None = None) -> ServerConnection:
    server = ServerConnection(limits) if limits else ServerConnection()
    server.receive_data(data)
    return server


def drain(connection: ServerConnection | ClientConnection) -> list[Any]:
    return list(iter(connection.next_event, None))


class TestServer:
    def test_says_nothing_before_the_first_byte(self) -> None:
        server = ServerConnection()
        assert server.encoding is None
        assert server.next_event() is None

    def test_end_of_input_comes_once_all_is_read_and_stays(self) -> None:
        server = server_with(b"ping\n#2 moves")
        server.receive_data(b"")
        server.receive_data(b"#3 show\n")
        assert [server.next_event() for _ in range(4)] == [
            request("ping"),
            request("moves", "2"),
            End(),
            End(),
        ]

    def test_end_without_any_input(self) -> None:
        assert server_with(b"").next_event() == End()

    def test_a_last_line_that_is_empty_is_nothing(self) -> None:
        server = server_with(b"ping\n  ")
        server.receive_data(b"")
        assert [server.next_event() for _ in range(2)] == [request("ping"), End()]

    def test_half_a_map_before_the_end_is_fatal(self) -> None:
        server = server_with(msgpack.packb({"do": "ping"}) + b"\x82\xa2do")
        server.receive_data(b"")
        fatal = Fatal(Error(None, ErrorCode.BAD_REQUEST, "the input ended inside a message"))
        assert [server.next_event() for _ in range(3)] == [request("ping"), fatal, End()]

    def test_end_after_whole_maps(self) -> None:
        server = server_with(msgpack.packb({"do": "ping"}))
        server.receive_data(b"")
        assert [server.next_event() for _ in range(2)] == [request("ping"), End()]

    @pytest.mark.parametrize("second", [b"#1 ping", b"#1 nonsense", b"#1", b"#1 go", b"#1 \xff"])
    def test_an_open_id_is_refused_without_id(self, second: bytes) -> None:
        server = server_with(b"#1 go infinite\n" + second + b"\n")
        refusal = Error(None, ErrorCode.BAD_REQUEST, "id 1 is still open", "id")
        assert drain(server) == [request("go", "1", infinite=True), refusal]
        assert server.open_ids == {"1"}

    def test_the_verb_as_id_is_refused_too(self) -> None:
        events = drain(server_with(b"go infinite\ngo depth=1\n"))
        assert events[1] == Error(None, ErrorCode.BAD_REQUEST, "id go is still open", "id")

    def test_an_overlong_line_with_an_open_id_is_refused_without_id(self) -> None:
        events = drain(server_with(b"#1 go infinite\n#1 " + b"x" * 100 + b"\n", Limits(line=64)))
        assert events[1] == Error(None, ErrorCode.BAD_REQUEST, "id 1 is still open", "id")

    def test_an_id_may_come_again_after_its_final_answer(self) -> None:
        server = server_with(b"#1 go infinite\n")
        assert drain(server)
        assert server.send(Info("1", INFO)) == b"#1 info depth=1 score=cp:1 nodes=1 pv=a\n"
        assert (
            server.send(Error("1", ErrorCode.CANCELLED, "x"))
            == b"#1 error code=cancelled message=x retry=false\n"
        )
        server.receive_data(b"#1 ping\n")
        assert drain(server) == [request("ping", "1")]
        assert server.send(Ok("1", Empty())) == b"#1 ok\n"
        assert server.open_ids == frozenset()

    @pytest.mark.parametrize("message", [Info("1", INFO), Ok("1", Empty())])
    def test_nothing_is_said_of_an_id_that_is_not_open(self, message: Info | Ok) -> None:
        with pytest.raises(OutOfOrder):
            ServerConnection().send(message)

    def test_an_error_may_be_sent_at_any_time(self) -> None:
        assert (
            ServerConnection().send(Error(None, ErrorCode.INTERNAL, "x")).startswith(b"error code=internal")
        )
        assert ServerConnection().send(Error("7", ErrorCode.BUSY, "x")).startswith(b"#7 error code=busy")

    def test_a_bound_on_open_requests(self) -> None:
        server = server_with(b"#1 ping\n#2 ping\n#3 ping\n", Limits(requests=2))
        events = drain(server)
        assert events[2] == Error("3", ErrorCode.BUSY, "2 requests are open: wait for an answer", retry=True)
        assert server.open_ids == {"1", "2"}
        server.send(Ok("1", Empty()))
        server.receive_data(b"#3 ping\n")
        assert drain(server) == [request("ping", "3")]

    def test_crlf(self) -> None:
        assert drain(server_with(b"ping\r\n\r\n#2 close b\r\n")) == [
            request("ping"),
            request("close", "2", session="b"),
        ]

    def test_invalid_utf8_is_one_error_and_the_rest_goes_on(self) -> None:
        events = drain(server_with(b"#1 play \xff\n\xff\n#2 ping\n"))
        assert [(event.id, getattr(event, "code", None)) for event in events] == [
            ("1", ErrorCode.BAD_REQUEST),
            (None, ErrorCode.BAD_REQUEST),
            ("2", None),
        ]


class TestLongLines:
    LIMITS = Limits(line=20)

    @pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
    def test_the_bound_is_inclusive(self, ending: bytes) -> None:
        line = b"#1 close session=aaa"
        assert len(line) == 20
        assert drain(server_with(line + ending, self.LIMITS)) == [request("close", "1", session="aaa")]
        (event,) = drain(server_with(line + b"a" + ending, self.LIMITS))
        assert event == Error("1", ErrorCode.TOO_LARGE, "a line is at most 20 bytes long")

    @pytest.mark.parametrize("size", [1, 3, 7, 1000])
    def test_it_is_skipped_to_its_newline_whatever_the_chunks(self, size: int) -> None:
        data = b"#1 play " + b"x" * 90 + b"\n#2 ping\n" + b"y" * 50 + b"\nplay " + b"z" * 50 + b"\n#3 ping\n"
        server = ServerConnection(self.LIMITS)
        events = []
        for at in range(0, len(data), size):
            server.receive_data(data[at : at + size])
            events += drain(server)
            assert server.held <= 22
        assert [(event.id, type(event)) for event in events] == [
            ("1", Error),
            ("2", Request),
            (None, Error),
            ("play", Error),
            ("3", Request),
        ]

    def test_the_answer_does_not_wait_for_the_newline(self) -> None:
        server = server_with(b"#1 " + b"x" * 30, self.LIMITS)
        assert drain(server) == [Error("1", ErrorCode.TOO_LARGE, "a line is at most 20 bytes long")]
        server.receive_data(b"x" * 1000)
        assert drain(server) == []
        server.receive_data(b"")
        assert server.next_event() == End()


class TestClient:
    def client(self, *requests: Request, encoding: Encoding = Encoding.TEXT) -> ClientConnection:
        client = ClientConnection(encoding)
        for message in requests:
            client.send(message)
        return client

    def test_an_id_is_used_once_at_a_time(self) -> None:
        client = self.client(request("ping", "1"))
        with pytest.raises(OutOfOrder):
            client.send(request("moves", "1"))
        client.receive_data(b"#1 ok\n")
        assert drain(client) == [Ok("1", Empty())]
        assert client.open_ids == frozenset()
        client.send(request("moves", "1"))
        assert client.open_ids == {"1"}

    def test_unknown_fields_are_ignored(self) -> None:
        client = self.client(request("stop", "1"))
        client.receive_data(b'#1 ok novel count=1 more={"a":[1,2]} list=[1]\n')
        assert drain(client) == [Ok("1", CountAnswer(count=1))]

    def test_an_unknown_code_is_kept_in_the_message(self) -> None:
        client = self.client(request("ping", "1"))
        client.receive_data(b"#1 error code=bad-weather message=rain retry=true index=4 field=sky\n")
        assert drain(client) == [Error("1", ErrorCode.INTERNAL, "bad-weather: rain", "sky", 4, retry=True)]

    def test_fields_of_an_error_that_make_no_sense_are_left_out(self) -> None:
        client = self.client(request("ping", "1"))
        client.receive_data(b"#1 error code=busy message=m retry=maybe index=x field=[]\n")
        assert drain(client) == [Error("1", ErrorCode.BUSY, "m")]

    @pytest.mark.parametrize(
        ("line", "id"),
        [
            (b"ready", None),
            (b"#1", "1"),
            (b"#1 yes", "1"),
            (b'#1 "ok"', "1"),
            (b"#a/b ok", None),
            (b"ok count=1", None),
            (b"#9 ok count=1", "9"),
            (b"#9 error code=busy message=x retry=true", "9"),
            (b"#1 info depth=1", "1"),
            (b"#1 ok", "1"),
            (b"#1 ok count=x", "1"),
            (b"#1 ok count=[", "1"),
            (b'#1 ok "x"', "1"),
            (b"#1 error message=x", "1"),
            (b"#1 error code=busy", "1"),
            (b"#1 ok count=\xff", "1"),
        ],
    )
    def test_nonsense_is_a_violation_and_the_rest_goes_on(self, line: bytes, id: str | None) -> None:  # noqa: A002
        client = self.client(request("stop", "1"))
        client.receive_data(line + b"\n\n#1 ok count=0\n")
        first, second = drain(client)
        assert (type(first), first.id, first.data, first.fatal) == (Violation, id, line, False)
        assert second == Ok("1", CountAnswer(count=0))

    @pytest.mark.parametrize(
        ("answer", "id"),
        [
            ({"id": "1"}, "1"),
            ({"id": "1", "ok": {"count": 1}, "error": {}}, "1"),
            ({"id": "1", "ok": 5}, "1"),
            ({"id": "1", "ok": {"count": "1"}}, "1"),
            ({"id": "9", "ok": {"count": 1}}, "9"),
            ({"ok": {"count": 1}}, None),
            ({"id": 5, "ok": {}}, None),
            ({"id": "1", "error": {"code": 5, "message": "x"}}, "1"),
        ],
    )
    def test_nonsense_in_msgpack(self, answer: dict[str, Any], id: str | None) -> None:  # noqa: A002
        client = self.client(request("stop", "1"), encoding=Encoding.MSGPACK)
        client.receive_data(
            msgpack.packb(answer) + msgpack.packb({"id": "1", "ok": {"count": 0, 5: 6, "x": 7}})
        )
        first, second = drain(client)
        assert (type(first), first.id, first.fatal) == (Violation, id, False)
        assert second == Ok("1", CountAnswer(count=0))

    @pytest.mark.parametrize("seats", ["first", '{"first":1}', "[]", "[" * 3000, '{"first":NaN}'])
    def test_a_map_of_the_wrong_shape(self, seats: str) -> None:
        client = self.client(request("status", "1"))
        client.receive_data(f"#1 ok over=false turn=white ply=2 seats={seats} legal=1 hash=x\n".encode())
        (event,) = drain(client)
        assert (type(event), event.id) == (Violation, "1")

    @pytest.mark.parametrize("moves", ["1,2", '["1",{"move":"2"}]'])
    def test_moves_that_look_like_numbers_are_strings(self, moves: str) -> None:
        client = self.client(request("moves", "1"))
        client.receive_data(f"#1 ok count=2 moves={moves} hash=x ply=0\n".encode())
        (event,) = drain(client)
        assert event.fields.moves[0] == "1"

    @pytest.mark.parametrize("data", [b"hello\n", b"\x81\xa1a\xc1", b"\x81\xa2ok\xa1\xff"])
    def test_no_msgpack_is_fatal(self, data: bytes) -> None:
        client = self.client(encoding=Encoding.MSGPACK)
        client.receive_data(data)
        first = client.next_event()
        assert isinstance(first, Violation)
        assert first.fatal
        client.receive_data(b"\x80")
        assert [client.next_event(), client.next_event()] == [End(), End()]

    def test_half_a_line_before_the_end_is_a_violation(self) -> None:
        client = self.client(request("perft", "1", depth=1))
        client.receive_data(b"#1 ok nodes=12")
        client.receive_data(b"")
        assert [client.next_event() for _ in range(3)] == [
            Violation(None, "the output ended inside a line", b"#1 ok nodes=12"),
            End(),
            End(),
        ]

    def test_half_a_map_before_the_end_is_a_violation(self) -> None:
        client = self.client(encoding=Encoding.MSGPACK)
        client.receive_data(b"\x81")
        client.receive_data(b"")
        first, second = client.next_event(), client.next_event()
        assert (type(first), second) == (Violation, End())

    def test_the_end_of_output(self) -> None:
        for encoding in Encoding:
            client = self.client(encoding=encoding)
            assert client.next_event() is None
            client.receive_data(b"")
            assert client.next_event() == End()

    def test_an_answer_over_the_bound(self) -> None:
        client = ClientConnection(limits=Limits(line=30))
        client.send(request("stop", "1"))
        client.receive_data(b"#1 ok count=1 more=" + b"x" * 100 + b"\n#1 ok count=1\n")
        first, second = drain(client)
        assert type(first) is Violation
        assert second == Ok("1", CountAnswer(count=1))
