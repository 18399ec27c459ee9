"""Input meant to hurt: huge, deep, endless. Each gets its answer in linear time and little memory."""

import time
import tracemalloc
from typing import Any

import msgpack
import pytest

from protocol.connection import Limits, ServerConnection
from protocol.errors import ErrorCode
from protocol.framing import least_size
from protocol.messages import End, Error, Fatal
from protocol.requests import request

LIMIT = Limits().line


def feed(data: bytes, chunk: int) -> tuple[ServerConnection, list[Any]]:
    server = ServerConnection()
    events: list[Any] = []
    for at in range(0, len(data), chunk):
        server.receive_data(data[at : at + chunk])
        while (event := server.next_event()) is not None:
            events.append(event)
            if type(event) is End:
                return server, events
        assert server.held <= LIMIT + chunk
    return server, events


def test_ten_megabytes_without_a_newline() -> None:
    server, events = feed(b"x" * 10_000_000, 65_536)
    assert events == [Error(None, ErrorCode.TOO_LARGE, f"a line is at most {LIMIT} bytes long")]
    assert server.held == 0
    server.receive_data(b"\n#2 ping\n")
    assert server.next_event() == request("ping", "2")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
@pytest.mark.parametrize("over", [0, 1])
def test_the_bound_is_the_same_whichever_way_a_line_ends(end: bytes, over: int) -> None:
    server = ServerConnection()
    server.receive_data(b"#1 ping" + b" " * (LIMIT - 7 + over) + end)
    server.receive_data(b"")
    too_large = Error("1", ErrorCode.TOO_LARGE, f"a line is at most {LIMIT} bytes long")
    assert server.next_event() == (too_large if over else request("ping", "1"))
    assert server.next_event() == End()


@pytest.mark.parametrize("header", [b"\xdb", b"\xc6", b"\xdd", b"\xdf", b"\xc9"])
def test_a_header_of_a_hundred_megabytes_is_refused_at_once_and_allocates_nothing(header: bytes) -> None:
    data = b"\x82\xa2do\xa4ping\xa1x" + header + (100_000_000).to_bytes(4)
    fatal = Fatal(Error(None, ErrorCode.TOO_LARGE, f"a message is at most {LIMIT} bytes long"))
    tracemalloc.start()
    _, whole = feed(data, 1000)
    _, single = feed(data + bytes(len(data)), 1)  # byte by byte it is weighed at doubling distances
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert whole == single == [fatal, End()]
    assert peak < 100_000


@pytest.mark.parametrize("chunk", [1, 100, 200_000])
def test_a_map_over_the_bound_is_fatal(chunk: int) -> None:
    _, events = feed(msgpack.packb({"do": "play", "moves": ["b1-b3"] * 20_000}), chunk)
    assert [type(event) for event in events] == [Fatal, End]
    assert events[0].error.code is ErrorCode.TOO_LARGE


def test_a_map_of_exactly_the_bound_is_read() -> None:
    head = b"\x82\xa2do\xa5close\xa7session\xda"
    size = LIMIT - len(head) - 2
    for extra, kind in ((0, Error), (1, Fatal)):
        _, events = feed(head + (size + extra).to_bytes(2) + b"x" * (size + extra), 10**6)
        assert type(events[0]) is kind


def test_ten_thousand_nested_arrays() -> None:
    _, events = feed(b"\x81\xa1x" + b"\x91" * 10_000, 4096)
    assert [type(event) for event in events] == [Fatal, End]
    assert events[0].error.code is ErrorCode.BAD_REQUEST
    _, events = feed(b"#1 play " + b"[" * 10_000 + b"\n#2 ping\n", 4096)
    assert (events[0].code, events[0].field) == (ErrorCode.BAD_ARGUMENT, "moves")
    assert events[1] == request("ping", "2")


def test_nesting_that_framing_allows_but_decoding_does_not() -> None:
    _, events = feed(b"\x81\xa1x" + b"\x91" * 1_000 + b"\x01", 4096)
    assert type(events[0]) in {Error, Fatal}


@pytest.mark.parametrize(
    "data", [b"\x81\xc1", b"\x81\xa1\xff\x01", b"\x80\x93", b"\x80 ping\n", b"\xde\x00\x01\xa1a\xa1\xff"]
)
def test_what_is_no_msgpack_closes_the_connection(data: bytes) -> None:
    server, events = feed(data, 100)
    assert type(events[-2]) is Fatal
    assert events[-2].error.id is None
    assert events[-2].error.code is ErrorCode.BAD_REQUEST
    assert events[-1] == End()
    server.receive_data(b"\x80")
    assert server.next_event() == End()


def _seconds(data: bytes, chunk: int) -> float:
    begin = time.perf_counter()
    feed(data, chunk)
    return time.perf_counter() - begin


def _repeating(count: int) -> bytes:
    """A map of many names, the last of them twice."""
    names = b"".join(
        b"\xa3%03x\xc0" % (i % 4096) if i < 4096 else b"\xcd" + i.to_bytes(2) + b"\xc0" for i in range(count)
    )
    return b"\xde" + (count + 1).to_bytes(2) + names + names[-4 if count > 4096 else -5 :]


def test_time_is_linear_in_the_input() -> None:
    """Ten times as much takes about ten times as long: a quadratic scan would take a hundred times."""
    for small, large, chunk in [
        (b"x" * 60_000, b"x" * 600_000, 10),
        (b"#1 ping\n" * 500, b"#1 ping\n" * 5_000, 10**6),
        (b"#1 play " + b'"' * 3_000 + b"\n", b"#1 play " + b'"' * 30_000 + b"\n", 10**6),
        (b"#1 play " + b"a[" * 3_000 + b"\n", b"#1 play " + b"a[" * 30_000 + b"\n", 10**6),
        (b"#1 " + b"x\t" * 3_000 + b"\n", b"#1 " + b"x\t" * 30_000 + b"\n", 10**6),
        (_repeating(1_500), _repeating(15_000), 10**6),
        (msgpack.packb({"x": "y" * 6_000}), msgpack.packb({"x": "y" * 60_000}), 1),
    ]:
        base = min(_seconds(small, chunk) for _ in range(5))
        assert min(_seconds(large, chunk) for _ in range(3)) < 40 * base + 0.05


def test_least_size_knows_every_kind_of_item() -> None:
    items: list[Any] = [None, True, 1, -1, 200, 70_000, 2**40, -200, -70_000, -(2**40), 0.5, "a", "b" * 40]
    items += [
        "c" * 300,
        "d" * 70_000,
        b"e",
        b"f" * 300,
        b"g" * 70_000,
        [1, [2]],
        [0] * 20,
        [0] * 70_000,
        {"a": {}},
    ]
    items += [{str(i): i for i in range(20)}, {str(i): i for i in range(70_000)}]
    items += [msgpack.ExtType(1, b"x" * size) for size in (1, 2, 4, 8, 16, 3, 300, 70_000)]
    for item in items:
        for single in (False, True):
            data = bytearray(msgpack.packb(item, use_single_float=single))
            assert least_size(data, 0) == len(data)
            assert least_size(data[:1], 0) <= len(data)
            assert all(
                least_size(data[:cut], 0) > cut or cut == len(data) for cut in range(1, min(len(data), 50))
            )
