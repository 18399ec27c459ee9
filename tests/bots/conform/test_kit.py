"""The conformance kit without an engine: its list of points, its choice of them, its reports."""

import io
import json

import pytest
from rich.console import Console

from bots.conform.behaviours import BEHAVIOURS
from bots.conform.kit import others
from bots.conform.point import Failed, Point, Status, Verdict, expect
from bots.conform.points import CHAPTERS, POINTS, choose
from bots.conform.report import Table, as_data
from bots.conform.wire import refused, succeeded
from bots.errors import UsageError
from protocol.answers import CountAnswer, Empty, OptionInfo
from protocol.errors import ErrorCode
from protocol.messages import Error, Ok


def test_points_have_names_of_their_own_and_a_sentence_each() -> None:
    names = [point.id for point in POINTS]
    assert len(set(names)) == len(names) >= 80
    assert all(point.says.endswith((".", "-", "field=do.")) for point in POINTS)
    assert len({chapter.name for chapter in CHAPTERS}) == len(CHAPTERS)


def test_points_are_chosen_by_name_or_chapter() -> None:
    assert choose([]) == POINTS
    assert [point.id for point in choose(["ponder", "hello"])] == ["hello", "ponder"]
    assert {point.chapter for point in choose(["rules"])} == {"rules"}
    with pytest.raises(UsageError, match="pondr") as caught:
        choose(["pondr"])
    assert caught.value.hint == "did you mean ponder?"


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (OptionInfo(type="integer", default=8, min=5, max=8), ["5"]),
        (OptionInfo(type="integer", default=7, min=5, max=8), ["5", "8"]),
        (OptionInfo(type="string", default="on", values=["on", "off"]), ["off"]),
        (OptionInfo(type="boolean", default=False), ["true"]),
    ],
)
def test_every_option_is_tried_at_other_values(option: OptionInfo, values: list[str]) -> None:
    assert others(option) == values


def test_an_answer_is_what_was_wanted_or_a_failure_that_says_so() -> None:
    assert succeeded(CountAnswer, "stop", Ok("1", CountAnswer(count=2))).count == 2
    error = Error("1", ErrorCode.BUSY, "searching", "session", retry=True)
    with pytest.raises(Failed, match="`stop` is refused: busy searching"):
        succeeded(CountAnswer, "stop", error)
    assert refused("stop", error, ErrorCode.BUSY, "session") is error
    with pytest.raises(Failed, match="answered error code=busy field=session, not error code=cancelled"):
        refused("stop", error, ErrorCode.CANCELLED)
    with pytest.raises(Failed, match="answered ok"):
        refused("ping", Ok("1", Empty()), ErrorCode.BUSY)
    with pytest.raises(Failed, match="17"):
        expect(False, "17")


async def _pass(_: object) -> None:
    return None


def test_verdicts_are_shown_and_written_as_json() -> None:
    point = Point("ping", "handshake", "A ping is answered.", _pass)
    verdicts = [Verdict(point, Status.PASS, "1 ms", 0.001), Verdict(point, Status.FAIL, "no answer", 5.0)]
    out = io.StringIO()
    table = Table(Console(file=out, width=100), verbose=False)
    for verdict in verdicts:
        table.tell(verdict)
    table.total(verdicts)
    text = out.getvalue()
    assert "no answer" in text
    assert "1 ms" not in text
    assert "1 passed, 1 failed, 0 skipped" in text
    data = json.loads(json.dumps(as_data(["engine"], verdicts)))
    assert not data["conforms"]
    assert [row["verdict"] for row in data["points"]] == ["pass", "fail"]


def test_every_behaviour_says_what_it_does() -> None:
    assert all(kind.about() for kind in BEHAVIOURS.values())
    assert all(kind.name == name for name, kind in BEHAVIOURS.items())
