"""Infos that nobody hears are kept for the record, but not decoded."""

import pytest

from protocol.client.transcript import render
from protocol.client_connection import ClientConnection
from protocol.encoding import Encoding
from protocol.messages import Info, Ok, Unread
from protocol.requests import request

TALK = (
    b"#1 info depth=3 score=cp:5 nodes=9 pv=a1\n#2 info depth=4 score=cp:6 nodes=9 pv=a1\n"
    b"#1 info and=anything\n"
    b"#1 ok move=a1 score=cp:1 depth=1 nodes=1 elapsed=0 pv=a1 hash=00000000000000ff ply=0\n"
)


def test_what_nobody_hears_is_kept_as_it_came() -> None:
    connection = ClientConnection()
    for name in "12":
        connection.send(request("go", name, game="lag", nodes=1))
    connection.unread.add("1")
    connection.receive_data(TALK)
    told = [connection.next_event() for _ in range(4)]
    assert [type(each) for each in told] == [Unread, Info, Unread, Ok]
    assert isinstance(told[2], Unread)
    assert render(told[2]) == "#1 info and=anything"


@pytest.mark.parametrize("line", [b"#1 information x", b"info #1 x", b"#1 info", b"\xff\xff info x"])
def test_only_infos_are_left_unread(line: bytes) -> None:
    connection = ClientConnection(Encoding.TEXT)
    connection.send(request("go", "1", game="lag", nodes=1))
    connection.unread.add("1")
    connection.receive_data(line + b"\n")
    assert not isinstance(connection.next_event(), Unread)
