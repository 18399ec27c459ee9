"""Random bytes, lines, messages: only events come out, one for each request, and little is kept."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.body import decode_request_body
from protocol.codec_text import decode_request
from protocol.connection import ClientConnection, Encoding, Limits, ServerConnection
from protocol.errors import ErrorCode, RequestError
from protocol.messages import End, Error, Fatal, Info, Ok, Request, Violation
from protocol.requests import request
from protocol.verbs import VERBS
from tests.protocol.cases import REQUESTS

unhurried = settings(deadline=None)  # a loaded machine is no fault
SMALL = Limits(line=200, requests=50)
CODES = set(ErrorCode)

NAMES = ("movetime", "depth", "nodes", "game", "session", "position", "moves", "detail", "infinite", "size")
words = st.sampled_from([*VERBS, *NAMES, "loa", "main", "b1-b3"])
values = st.one_of(
    st.integers(-5, 10**7).map(str),
    words,
    st.text(max_size=8),
    st.sampled_from(['"', "[", '["a"]', "{}", "[]", '"x"']),
)
tokens = st.one_of(
    words, st.tuples(words, values).map("=".join), values, st.sampled_from(["#1", "#", " ", "\t", "="])
)
lines = st.lists(tokens, max_size=8).map(" ".join).map(lambda line: line.replace("\n", " "))
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), st.text(max_size=9)
)
things = st.recursive(
    st.one_of(scalars, st.binary(max_size=9), words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(scalars, inner, max_size=4)),
    max_leaves=8,
)
maps = st.dictionaries(
    st.one_of(st.just("id"), st.just("do"), words, st.text(max_size=5), st.integers(0, 9)), things, max_size=6
)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """Cut data into chunks of the given sizes, the last taking the rest."""
    chunks, at = [], 0
    for size in sizes:
        chunks.append(data[at : at + size])
        at += size
    return [chunk for chunk in [*chunks, data[at:]] if chunk]


def serve(chunks: list[bytes]) -> list[Any]:
    """Feed a server and answer all it asks; return its events, the end of input included."""
    server = ServerConnection(SMALL)
    events: list[Any] = []
    for chunk in [*chunks, b""]:
        server.receive_data(chunk)
        while (event := server.next_event()) is not None:
            events.append(event)
            if type(event) is Request:
                assert server.send(Ok(event.id, VERBS["ping"].answer()))
            elif type(event) is Error:
                assert event.code in CODES
                assert server.send(event)
            elif type(event) is End:
                return events
        assert server.held <= SMALL.line + 1
        assert server.open_ids == frozenset()
    raise AssertionError("the end of input was not told")


sizes_of_chunks = st.lists(st.integers(1, 100), max_size=8)


def check_bytes(data: bytes, sizes: list[int]) -> None:
    assert serve(cut(data, sizes)) == serve([data] if data else [])


def check_lines(batch: list[str], sizes: list[int]) -> None:
    data = ("ping\n" + "".join(f"{line}\n" for line in batch)).encode()
    events = serve(cut(data, sizes))
    asked = [line for line in batch if line.encode().strip(b" \t\r")]
    assert len(events) == len(asked) + 2, "one event for each line, for ping and for the end"


def check_maps(batch: list[dict[Any, Any]], sizes: list[int]) -> None:
    packed = [raw for raw in map(msgpack.packb, batch) if len(raw) <= SMALL.line]
    events = serve(cut(b"".join(packed), sizes))
    if not any(type(event) is Fatal for event in events):
        assert len(events) == len(packed) + 1


STREAMS: dict[str, tuple[Callable[..., None], st.SearchStrategy[Any]]] = {
    "bytes": (check_bytes, st.binary(max_size=600)),
    "lines": (check_lines, st.lists(lines, max_size=8)),
    "maps": (check_maps, st.lists(maps, max_size=5)),
}


def run(stream: str, examples: int) -> None:
    check, data = STREAMS[stream]
    settings(unhurried, max_examples=examples)(given(data, sizes_of_chunks)(check))()


@pytest.mark.parametrize("stream", STREAMS)
def test_streams(stream: str) -> None:
    run(stream, 60)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("stream", STREAMS)
def test_streams_for_long(stream: str) -> None:
    run(stream, 5_000)


@unhurried
@given(lines)
def test_a_request_reads_back_from_both_encodings(line: str) -> None:
    message = decode_request(line)
    if type(message) is not Request:
        return
    for encoding in Encoding:
        server = ServerConnection()
        server.receive_data(ClientConnection(encoding).send(message))
        assert server.next_event() == message


@unhurried
@given(
    st.sampled_from([case.message for case in REQUESTS]),
    st.sampled_from(list(Encoding)),
    st.binary(max_size=400),
    st.lists(lines, max_size=4),
)
def test_a_client_survives_any_engine(
    message: Request, encoding: Encoding, data: bytes, batch: list[str]
) -> None:
    client = ClientConnection(encoding, SMALL)
    client.send(message)
    noise = "".join(f"#{message.id} ok {line}\n" for line in batch).encode()
    for chunk in (*filter(None, (data, noise)), b""):
        client.receive_data(chunk)
        while (event := client.next_event()) is not None:
            assert isinstance(event, Info | Ok | Error | Violation | End)
            if type(event) is End:
                return
    raise AssertionError("the end of output was not told")


@unhurried
@given(
    st.one_of(st.binary(max_size=100), lines.map(str.encode)), st.sampled_from([None, "text/plain", "x/y"])
)
def test_any_body(body: bytes, content_type: str | None) -> None:
    with suppress(RequestError):
        assert type(decode_request_body(body, content_type, "any id")) is Request


@unhurried
@given(st.dictionaries(words, st.one_of(things, st.lists(words)), max_size=4), st.sampled_from(list(VERBS)))
def test_any_arguments(arguments: dict[str, Any], verb: str) -> None:
    with suppress(RequestError):
        message = request(verb, "1", **arguments)
        for encoding in Encoding:
            server = ServerConnection()
            server.receive_data(ClientConnection(encoding).send(message))
            assert server.next_event() == message
