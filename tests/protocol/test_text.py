"""What text allows beyond its canonical form, and what it writes."""

import pytest

from protocol.answers import ShowAnswer
from protocol.codec_text import decode_request, encode_reply
from protocol.connection import ServerConnection
from protocol.messages import Error, Ok, Request
from protocol.requests import request
from protocol.text_values import is_plain, split, to_json, write, write_list

SAME = [
    ("  #1   go   movetime=5  ", request("go", "1", movetime=5)),
    ("#1\tgo\tmovetime=5\t", request("go", "1", movetime=5)),
    ("#1 go depth=1 infinite", request("go", "1", depth=1, infinite=True)),
    ("#1 go depth=1 infinite=true", request("go", "1", depth=1, infinite=True)),
    ("#1 go depth=1 infinite=false", request("go", "1", depth=1)),
    ("#1 go depth=007", request("go", "1", depth=7)),
    ("go depth=1", request("go", "go", depth=1)),
    ("#1 play moves=a,b", request("play", "1", moves=["a", "b"])),
    ("#1 play ply=0 moves=a,b", request("play", "1", moves=["a", "b"], ply=0)),
    ('#1 play ["a","b"]', request("play", "1", moves=["a", "b"])),
    ('#1 play [ "a" ,  "b" ]   ply=0', request("play", "1", moves=["a", "b"], ply=0)),
    ('#1 play ply=0 moves=["a b"]', request("play", "1", moves=["a b"], ply=0)),
    ('#1 play a"b', request("play", "1", moves=['a"b'])),
    ("#1 play a,,b", request("play", "1", moves=["a", "", "b"])),
    ('#1 close "b"', request("close", "1", session="b")),
    ('#1 close session="b"', request("close", "1", session="b")),
    ('#1 close\tsession="b"\t', request("close", "1", session="b")),
    ('#1 close "\\u0062"', request("close", "1", session="b")),
    ("#1 close session=main", request("close", "1")),
    ("#1 position position=x game=loa", request("position", "1", position="x", game="loa")),
    ("#1 new lot pie", request("new", "1", game="lot", pie=True)),
    ("#1 new lot pie=true", request("new", "1", game="lot", pie="true")),
    ("#1 new lot pie=a=b", request("new", "1", game="lot", pie="a=b")),
    ("#1 new game=lot size=6", request("new", "1", game="lot", size=6)),
    ("#1 perft depth=3 game=lag size=4", request("perft", "1", depth=3, game="lag", size=4)),
    ("#1 go game=lot size=6 depth=1", request("go", "1", depth=1, game="lot", size="6")),
    ("#1 hello ugp=1", request("hello", "1")),
]


@pytest.mark.parametrize(("line", "message"), SAME, ids=lambda value: str(value)[:40])
def test_lenient_forms(line: str, message: Request) -> None:
    assert decode_request(line) == message


@pytest.mark.parametrize("line", ["", " ", "\t", " \t  "])
def test_empty_lines_are_no_requests(line: str) -> None:
    assert decode_request(line) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        ("", '""'),
        ("a b", '"a b"'),
        ('a"b', '"a\\"b"'),
        ("[a", '"[a"'),
        ("{a", '"{a"'),
        ("a[b{c", "a[b{c"),
        ("a\nb", '"a\\nb"'),
        ("a\x85b", '"a\x85b"'),
        ("a=b,c", "a=b,c"),
        ("ä", "ä"),
        ([], "[]"),
        (["a", "b"], "a,b"),
        (["a", "b,c"], '["a","b,c"]'),
        (["a", ""], '["a",""]'),
        ([""], '[""]'),
        (["a", "[b"], '["a","[b"]'),
        (["a", "b[c"], "a,b[c"),
        ([1, 2], "1,2"),
        ([True], "[true]"),
        ([["a"]], '[["a"]]'),
        (True, "true"),
        (False, "false"),
        (-5, "-5"),
        ({"a": 1}, '{"a":1}'),
        (0.5, "0.5"),
    ],
)
def test_values(value: object, text: str) -> None:
    assert write(value) == text


def test_every_string_reads_back() -> None:
    for code in range(0x250):
        for value in (chr(code), f"a{chr(code)}b", f"{chr(code)}b", f"a{chr(code)}"):
            line = f"#1 play moves={write_list([value, 'x'])} ply=1"
            assert decode_request(line) == request("play", "1", moves=[value, "x"], ply=1), repr(value)
            if is_plain(value):
                assert write(value) == value
            else:
                assert write(value) == to_json(value)


def test_a_board_for_people_is_one_line() -> None:
    board = ShowAnswer(position="p", cells={}, text="8 . b\n7 w .\n")
    line = encode_reply(Ok("1", board))
    assert "\n" not in line
    assert split(line)[-1].value == board.text  # type: ignore[union-attr]


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    server = ServerConnection()
    server.receive_data(b"\xef\xbb\xbfping\n\xef\xbb\xbfping\n")
    assert server.next_event() == request("ping")
    assert isinstance(server.next_event(), Error)
