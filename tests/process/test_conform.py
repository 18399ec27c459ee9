"""The conformance kit on real engines: ours conforms, and each that misbehaves fails where it should."""

import json
import subprocess
import sys

import pytest

from bots.conform.kit import Kit
from bots.conform.point import Status
from bots.conform.points import choose
from tests.peers import scripted

pytestmark = pytest.mark.process

CONFORM = [sys.executable, "-m", "bots", "conform"]


@pytest.mark.timeout(300)
def test_our_engine_conforms() -> None:
    done = subprocess.run([*CONFORM, "--json"], capture_output=True, text=True, timeout=280, check=False)
    data = json.loads(done.stdout)
    assert [row for row in data["points"] if row["verdict"] != "pass"] == []
    assert data["conforms"]
    assert done.returncode == 0
    assert "passed, 0 failed" in done.stderr


def test_a_failure_shows_in_the_exit_code_and_the_table() -> None:
    command = [*CONFORM, "--patience", "0.5", "--only", "hello-optional", "--", *scripted("mute")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "fail  hello-optional" in done.stdout
    assert "no answer to `#c1 ping`" in done.stdout


def test_a_program_that_is_not_there_fails_every_point() -> None:
    command = [*CONFORM, "--only", "handshake", "--", "no-such-engine"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "cannot be started" in done.stdout


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("behaviour", "points"),
    [
        ("honest", {"hello": Status.PASS, "go-nodes": Status.PASS, "stop": Status.PASS, "game": Status.PASS}),
        ("honest", {"quiet": Status.SKIP}),
        ("never-quiet", {"go-nodes": Status.PASS, "quiet": Status.FAIL}),
        ("honest", {"describe": Status.FAIL, "set": Status.FAIL}),
        ("silent", {"hello": Status.PASS, "go-nodes": Status.FAIL, "stop": Status.FAIL}),
        ("garbage", {"go-nodes": Status.FAIL, "id-echo": Status.PASS}),
        ("bad-answer", {"go-nodes": Status.FAIL}),
        ("answers-twice", {"go-nodes": Status.FAIL, "values": Status.PASS}),
        ("wrong-id", {"go-nodes": Status.FAIL}),
        ("chatty", {"go-nodes": Status.FAIL}),
        ("illegal", {"go-nodes": Status.FAIL, "stop": Status.FAIL}),
        ("half-line", {"go-nodes": Status.FAIL}),
        ("closes-stdout", {"go-nodes": Status.FAIL}),
        ("ignores-stop", {"stop": Status.FAIL, "cancel": Status.FAIL}),
        ("ignores-quit", {"quit": Status.FAIL, "eof": Status.FAIL, "sigterm": Status.FAIL}),
        ("crash", {"go-nodes": Status.FAIL, "ponder": Status.FAIL, "id-echo": Status.PASS}),
    ],
)
async def test_each_misbehaviour_fails_its_points(behaviour: str, points: dict[str, Status]) -> None:
    kit = Kit(scripted(behaviour, delay=20.0), games=["lag"], patience=1.0)
    verdicts = await kit.run(choose(list(points)), lambda verdict: None)
    got = {verdict.point.id: verdict.status for verdict in verdicts}
    assert got == points, [(verdict.point.id, verdict.seen) for verdict in verdicts]


async def test_a_search_that_is_not_quiet_is_shown_with_its_infos() -> None:
    kit = Kit(scripted("never-quiet"), games=["lag"])
    (verdict,) = await kit.run(choose(["quiet"]), lambda verdict: None)
    assert "quiet session=" in verdict.seen
    assert "has an info, 1 in all" in verdict.seen


REFUSES = """
from bots.conform.script import Scripted
from protocol.answers import MovesAnswer
from protocol.errors import ErrorCode, RequestError

class Refuses(Scripted):
    def serve(self, request):
        if request.verb == "go":
            raise RequestError(ErrorCode.INTERNAL, "not today")
        if request.verb == "moves":
            return MovesAnswer(count=0, moves=[], hash="0", ply=0)
        return super().serve(request)

Refuses(0, 0, 0).run()
"""


async def test_an_engine_that_lists_and_finds_nothing_fails_its_points_not_the_kit() -> None:
    wanted = [
        "searchmoves",
        "multipv",
        "infos",
        "snapshot",
        "values",
        "all-or-nothing",
        "illegal-move",
        "ply-guard",
    ]
    kit = Kit([sys.executable, "-c", REFUSES], games=["lag"], patience=2.0)
    verdicts = await kit.run(choose([*wanted, "game-over"]), lambda verdict: None)
    assert [verdict.status for verdict in verdicts] == [Status.FAIL] * 9
    assert all("lists no move" in verdict.seen for verdict in verdicts), [each.seen for each in verdicts]


async def test_only_the_games_wanted_are_tried() -> None:
    kit = Kit(scripted("honest"), games=["lot"])
    (verdict,) = await kit.run(choose(["go-nodes"]), lambda verdict: None)
    assert verdict.seen == "lot 1"
    kit = Kit(scripted("honest"), games=["chess"])
    (verdict,) = await kit.run(choose(["go-nodes"]), lambda verdict: None)
    assert verdict.status is Status.SKIP
