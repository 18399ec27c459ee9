"""The golden transcript, against an engine in this process."""

from tests.engine.desk import Desk
from tests.engine.transcript import DATA, matches, read, replay


def test_golden_transcript(desk: Desk) -> None:
    replay(read(DATA / "transcript.txt"), desk.send, desk.receive)
    assert desk.engine.closing


def test_a_mismatch_is_seen() -> None:
    assert matches("#1 ok a=… b=2", "#1 ok a=x b=2")
    assert not matches("#1 ok a=… b=2", "#1 ok a=x b=3")
    assert not matches("#1 ok", "#1 ok extra=1")
