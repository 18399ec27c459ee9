"""Any requests in any order: each gets exactly one final answer, and never `internal`."""

import re
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.errors import ErrorCode
from tests.engine.desk import Desk
from tests.engine.strategies import line

CODES = {code.value for code in ErrorCode} - {"internal"}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(line, min_size=1, max_size=12))
def test_every_request_is_answered_once(lines: list[str]) -> None:
    desk = Desk(searches=2, sessions=3)
    desk.send(*(f"#r{number} {text}" for number, text in enumerate(lines)))
    desk.engine.hurry(desk.peer)
    while desk.peer.jobs:
        desk.pump(0.01)
    finals: Counter[str] = Counter()
    for answer in desk.lines:
        request, kind, rest = (*answer.split(" ", 2), "")[:3]
        if kind == "info":
            assert not finals[request], f"info after the final answer: {answer}"
            continue
        finals[request] += 1
        if kind == "error":
            code = re.match(r"code=([a-z-]+) ", rest)
            assert code is not None
            assert code[1] in CODES, answer
    assert finals == {f"#r{number}": 1 for number in range(len(lines))}
    desk.close()
