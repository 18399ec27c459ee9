"""Both codecs, both roles, one table: whole, byte by byte, with trailing data, every prefix incomplete."""

from collections.abc import Iterator
from typing import Any

import msgpack
import pytest

from protocol.connection import ClientConnection, Encoding, ServerConnection
from protocol.messages import Ok, Request
from protocol.requests import request
from protocol.verbs import VERBS
from tests.protocol.cases import REQUESTS, ReplyCase, RequestCase
from tests.protocol.cases_boards import BOARDS
from tests.protocol.cases_searches import SEARCHES

REPLIES = BOARDS + SEARCHES
ENCODINGS = [Encoding.TEXT, Encoding.MSGPACK]


def wire(case: RequestCase | ReplyCase, encoding: Encoding) -> bytes:
    if encoding is Encoding.TEXT:
        return case.text.encode() + b"\n"
    packed: bytes = msgpack.packb(case.map)
    return packed


def server_events(server: ServerConnection) -> Iterator[Any]:
    while (event := server.next_event()) is not None:
        yield event


def client_for(case: ReplyCase, encoding: Encoding) -> ClientConnection:
    """A client that has the request open which the case answers."""
    client = ClientConnection(encoding)
    if case.message.id is not None:
        client.send(open_request(case))
    return client


def open_request(case: ReplyCase) -> Request:
    sample = next(sample.message for sample in REQUESTS if sample.message.verb == case.verb)
    assert case.message.id is not None
    return Request(case.message.id, sample.verb, sample.args, sample.options)


def client_events(client: ClientConnection) -> list[Any]:
    return list(iter(client.next_event, None))


def test_the_table_has_every_verb_and_every_answer() -> None:
    assert {case.message.verb for case in REQUESTS} == set(VERBS)
    assert {case.verb for case in REPLIES if type(case.message) is Ok} == set(VERBS)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case.text[:40])
class TestRequests:
    def test_encode(self, case: RequestCase, encoding: Encoding) -> None:
        data = ClientConnection(encoding).send(case.message)
        assert data == wire(case, encoding) or msgpack.unpackb(data) == case.map

    def test_decode_whole(self, case: RequestCase, encoding: Encoding) -> None:
        server = ServerConnection()
        server.receive_data(wire(case, encoding))
        assert list(server_events(server)) == [case.message]
        assert server.encoding is encoding

    def test_every_prefix_is_incomplete(self, case: RequestCase, encoding: Encoding) -> None:
        server = ServerConnection()
        data = wire(case, encoding)
        for byte in data[:-1]:
            server.receive_data(bytes([byte]))
            assert server.next_event() is None
        server.receive_data(data[-1:])
        assert list(server_events(server)) == [case.message]
        assert server.held == 0

    def test_trailing_data(self, case: RequestCase, encoding: Encoding) -> None:
        other = next(c for c in REQUESTS if c.message.id != case.message.id)
        data = wire(case, encoding) + wire(other, encoding)
        for cut in range(len(wire(case, encoding)), len(data)):
            server = ServerConnection()
            server.receive_data(data[:cut])
            assert list(server_events(server)) == [case.message]
            server.receive_data(data[cut:])
            assert list(server_events(server)) == [other.message]

    def test_from_plain_values(self, case: RequestCase, encoding: Encoding) -> None:
        arguments = {name: value for name, value in case.map.items() if name not in {"id", "do"}}
        assert request(case.message.verb, case.message.id, **arguments) == case.message


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", REPLIES, ids=lambda case: f"{case.verb}: {case.text[:40]}")
class TestReplies:
    def test_encode(self, case: ReplyCase, encoding: Encoding) -> None:
        server = ServerConnection()
        if case.message.id is None:
            server.receive_data(b"\n" if encoding is Encoding.TEXT else b"\x80")
        else:
            server.receive_data(ClientConnection(encoding).send(open_request(case)))
            assert isinstance(server.next_event(), Request)
        data = server.send(case.message)
        assert data == wire(case, encoding) or msgpack.unpackb(data) == case.map

    def test_decode_whole(self, case: ReplyCase, encoding: Encoding) -> None:
        client = client_for(case, encoding)
        client.receive_data(wire(case, encoding))
        assert client_events(client) == [case.message]

    def test_every_prefix_is_incomplete(self, case: ReplyCase, encoding: Encoding) -> None:
        client = client_for(case, encoding)
        data = wire(case, encoding)
        for byte in data[:-1]:
            client.receive_data(bytes([byte]))
            assert client.next_event() is None
        client.receive_data(data[-1:])
        assert client_events(client) == [case.message]

    def test_trailing_data(self, case: ReplyCase, encoding: Encoding) -> None:
        client = client_for(case, encoding)
        client.send(request("ping", "later"))
        later = Ok("later", VERBS["ping"].answer())
        server = ServerConnection()
        server.receive_data(ClientConnection(encoding).send(request("ping", "later")))
        assert server.next_event() == request("ping", "later")
        client.receive_data(wire(case, encoding) + server.send(later))
        assert client_events(client) == [case.message, later]
