"""A fuzzer over bytes, lines and messages against live processes: no crash, hang, lost answer or growth."""

from collections.abc import Iterator
from itertools import count

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.strategies import line, noise
from tests.process.engine import EngineProcess

pytestmark = pytest.mark.process

numbers = count()

relaxed = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineProcess]:
    """Give one process that all examples must leave in good order."""
    with EngineProcess("--searches", "2", "--memory", "8", "--sessions", "50") as process:
        process.ask("ping")
        yield process
        assert process.ask("#last ping") == "#last ok"
        assert process.rss < 160 * 1024
        process.end_input()
        process.rest()
        assert process.wait() == 0
        assert process.stderr == ""


def _until(engine: EngineProcess, request: str) -> list[str]:
    """Return the lines up to the final answer of a request."""
    lines = []
    while not (text := engine.line()).startswith((f"#{request} ok", f"#{request} error")):
        lines.append(text)
    return lines


@relaxed
@given(lines=st.lists(line | noise, min_size=1, max_size=15))
def test_lines(engine: EngineProcess, lines: list[str]) -> None:
    batch = next(numbers)
    ids = [f"f{batch}.{number}" for number in range(len(lines))]
    engine.send(*(f"#{request} {text}" for request, text in zip(ids, lines, strict=True)))
    # whatever is endless, ends
    engine.send(*(f"#c{batch}.{number} cancel {request}" for number, request in enumerate(ids)))
    answered: list[str] = []
    while len(answered) < 2 * len(ids):
        answer = engine.line()
        words = answer.split(" ", 2)
        if words[1] != "info" and words[0] != "error":
            answered.append(words[0][1:])
        assert "code=internal" not in answer
    assert sorted(answered) == sorted([*ids, *(f"c{batch}.{number}" for number in range(len(ids)))])


@relaxed
@given(
    data=st.binary(max_size=200) | st.lists(noise, max_size=8).map(lambda lines: "\n".join(lines).encode())
)
def test_bytes_as_text(engine: EngineProcess, data: bytes) -> None:
    if b"quit" in data:
        return
    batch = next(numbers)
    engine.write(data + f"\n#b{batch} ping\n".encode())
    assert all("code=internal" not in text for text in _until(engine, f"b{batch}"))


scalar = (
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=8) | st.binary(max_size=8)
)
value = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
)
message = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["1", "2", "x"]) | scalar,
        "do": st.sampled_from(["ping", "new", "moves", "go"]) | scalar,
    },
    optional={"game": st.sampled_from(["loa", "lot"]) | value, "moves": value, "depth": value, "size": value},
)


@settings(max_examples=20, deadline=None)
@given(messages=st.lists(message, max_size=6), tail=st.binary(max_size=30))
def test_msgpack(messages: list[dict[str, object]], tail: bytes) -> None:
    with EngineProcess("--memory", "8") as engine:
        data = b"".join(map(msgpack.packb, messages))
        engine.write(b"\x82\xa2id\xa1p\xa2do\xa4ping" + data + tail)
        engine.end_input()
        output = b""
        while chunk := engine.chunk():
            output += chunk
        unpacker = msgpack.Unpacker()
        unpacker.feed(output)
        answers = [answer for answer in unpacker if "info" not in answer]
        assert answers[0] == {"id": "p", "ok": {}}
        assert all("error" in answer or "ok" in answer for answer in answers)
        assert len(answers) > len(messages)
        assert all(answer.get("error", {}).get("code") != "internal" for answer in answers)
        assert engine.wait() in (0, 65)
        assert engine.stderr == ""
