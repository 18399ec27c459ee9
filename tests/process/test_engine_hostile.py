"""Bad input of every kind, against a live process: one clear answer each, then it goes on, within bounds."""

import io

import msgpack
import pytest

from tests.process.engine import EngineProcess, run

pytestmark = pytest.mark.process

MIB = 1 << 20


def test_ten_megabytes_without_a_newline() -> None:
    with EngineProcess() as engine:
        engine.ask("ping")
        before = engine.peak
        engine.write(b"#1 ping " + b"x" * (10 * MIB) + b"\n#2 ping\n")
        assert engine.line().startswith("#1 error code=too-large ")
        assert engine.line() == "#2 ok"
        assert engine.peak - before < 4 * 1024
        engine.write(b"x" * (10 * MIB))
        assert engine.line().startswith("error code=too-large ")
        engine.end_input()
        assert engine.rest() == []
        assert engine.wait() == 0


def test_a_hundred_megabyte_msgpack_header() -> None:
    header = b"\x82\xa2id\xa11\xa2do\xdb" + (100 * MIB).to_bytes(4, "big")
    with EngineProcess() as engine:
        engine.write(msgpack.packb({"id": "1", "do": "ping"}) + header)
        unpacker = msgpack.Unpacker()
        while data := engine.chunk():
            unpacker.feed(data)
        answers = list(unpacker)
        assert answers[0] == {"id": "1", "ok": {}}
        assert set(answers[1]) == {"error"}
        assert answers[1]["error"]["code"] == "too-large"
        assert len(answers) == 2
        assert engine.wait() == 65


@pytest.mark.parametrize(
    "data",
    [
        b"\x81\xa2id" + b"\x91" * 10_000,
        b"\x80\xc1",
        b"\xdf\xff\xff\xff\xff",
        b"\x82\xa2id\xa11\xa2do\xa4pi",
        b"\x80ping\n",
    ],
    ids=["nested", "reserved", "huge map", "half a message", "text after a map"],
)
def test_lost_msgpack_framing_ends_with_an_error_without_id(data: bytes) -> None:
    with EngineProcess() as engine:
        engine.write(data)
        engine.end_input()
        output = b""
        while chunk := engine.chunk():
            output += chunk
        last = list(msgpack.Unpacker(_feed(output)))[-1]
        assert set(last) == {"error"}
        assert last["error"]["code"] in ("bad-request", "too-large")
        assert engine.wait() == 65
        assert engine.stderr == ""


def _feed(data: bytes) -> io.BytesIO:
    return io.BytesIO(data)


def test_lost_framing_while_a_search_runs() -> None:
    with EngineProcess() as engine:
        engine.write(msgpack.packb({"id": "1", "do": "go", "game": "loa", "infinite": True}) + b"\xc1")
        output = b""
        while chunk := engine.chunk():
            output += chunk
        answers = [a for a in msgpack.Unpacker(_feed(output)) if "info" not in a]
        assert [a.get("id") for a in answers] == ["1", None]
        assert answers[0]["error"]["code"] == "shutting-down"
        assert engine.wait() == 65


@pytest.mark.parametrize("opener", ["[", "{", '["', '{"a":'])
def test_ten_thousand_nested(opener: str) -> None:
    status, lines, stderr = run(f"#1 play {opener * 10_000}\n#2 ping\n".encode())
    assert lines[0].startswith("#1 error code=bad-")
    assert lines[1:] == ["#2 ok"]
    assert (status, stderr) == (0, "")


@pytest.mark.parametrize("line", [b"#1 new \xff\xfe", b"#1 \xc3\x28", b"#1 ping \xed\xa0\x80"])
def test_invalid_utf_8(line: bytes) -> None:
    status, lines, stderr = run(line + b"\n#2 ping\n")
    assert lines[0].startswith("#1 error code=bad-request ")
    assert lines[1:] == ["#2 ok"]
    assert (status, stderr) == (0, "")


@pytest.mark.parametrize(
    "line", ["\x00", "#1 \x00", "#1 ping \x00\x01=3", "#" * 300, "=", "#1 =", "#1 go =5"]
)
def test_odd_lines_get_one_answer_each(line: str) -> None:
    status, lines, stderr = run(f"{line}\n#2 ping\n".encode())
    assert len(lines) == 2
    assert " code=" in lines[0]
    assert lines[1] == "#2 ok"
    assert (status, stderr) == (0, "")


def test_more_open_requests_than_allowed() -> None:
    with EngineProcess() as engine:
        engine.send("#s go game=loa infinite", *(f"#{n} stop s" for n in range(1500)))
        lines = [engine.final() for _ in range(1501)]
        assert sum(" ok" in line for line in lines) + sum("code=busy" in line for line in lines) == 1501


def test_a_thousand_sessions() -> None:
    with EngineProcess() as engine:
        games = ("loa", "lag", "lot")
        engine.send(*(f"#{n} new {games[n % 3]} session=s{n}" for n in range(1000)))
        assert all(" ok " in engine.line() for _ in range(1000))
        engine.send(*(f"#{n} status history session=s{n}" for n in range(1000)))
        assert all(f"game={games[n % 3]}" in engine.line() for n in range(1000))
        assert engine.rss < 80 * 1024
        engine.send(*(f"#{n} close s{n}" for n in range(1000)))
        assert all(engine.line().endswith("ok") for _ in range(1000))


def test_the_table_is_all_that_grows() -> None:
    with EngineProcess("--memory", "32", "--searches", "1") as engine:
        for _ in range(3):
            engine.ask("go game=loa movetime=200")
            engine.ask("go game=lot movetime=100")
        assert engine.rss < (80 + 32) * 1024
