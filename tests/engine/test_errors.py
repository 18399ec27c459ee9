"""Every error code that the engine gives, with its field; and nothing changes by an error."""

import pytest

from protocol.errors import ErrorCode
from tests.engine.desk import Desk

START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0"

CASES: list[tuple[str, str, str | None]] = [
    ("#1", "bad-request", "do"),
    ("#€ ping", "bad-request", "id"),
    ("frobnicate", "unknown-verb", "do"),
    ("go movetme=100", "unknown-argument", "movetme"),
    ("new loa sise=6", "unknown-argument", "sise"),
    ("moves size=6", "unknown-argument", "size"),
    ("describe lag colour=1", "unknown-argument", "colour"),
    ("go movetime=-3", "bad-argument", "movetime"),
    ("go movetime=1 movetime=2", "bad-argument", "movetime"),
    ("go", "bad-argument", None),
    ("go inc=3 depth=1", "bad-argument", "inc"),
    ("new loa size=9", "bad-argument", "size"),
    ("new loa size=six", "bad-argument", "size"),
    ("new loa size=+6", "bad-argument", "size"),
    ("new loa size=\u0666", "bad-argument", "size"),
    ('new loa size=" 6"', "bad-argument", "size"),
    ("new loa repetition=7", "bad-argument", "repetition"),
    ("new", "bad-argument", "game"),
    ("moves session=main game=loa", "bad-argument", "session"),
    ("moves position=x", "bad-argument", "position"),
    ("perft -1", "bad-argument", "depth"),
    ("new chess", "unknown-game", "game"),
    ("describe chess", "unknown-game", "game"),
    ("go game=chess depth=1", "unknown-game", "game"),
    ("moves session=nowhere", "unknown-session", "session"),
    ("play b1-b3 session=nowhere", "unknown-session", "session"),
    ("show game=loa position=8/8:b:0", "bad-position", "position"),
    ("moves game=loa moves=b1-b9", "illegal-move", "moves"),
    ("hello ugp=2", "unsupported-version", "ugp"),
    (f"ping {'x' * 70000}", "too-large", None),
]


@pytest.mark.parametrize(
    ("line", "code", "field"), CASES, ids=[f"{case[1]}-{case[0][:24]}" for case in CASES]
)
def test_code_and_field(desk: Desk, line: str, code: str, field: str | None) -> None:
    desk.ask("new loa")
    before = desk.ask("status history"), desk.ask("options")
    answer = desk.ask(line)
    assert f"error code={code} " in answer
    assert (f" field={field} " if field else " message=") in answer.split("message=")[0] + "message="
    assert "message=" in answer
    assert answer.endswith(" retry=false")
    assert (desk.ask("status history"), desk.ask("options")) == before


def test_every_code_has_a_case() -> None:
    elsewhere = {"game-over", "busy", "cancelled", "forbidden", "shutting-down", "internal"}
    assert {case[1] for case in CASES} | elsewhere == {code.value for code in ErrorCode}


def test_our_own_fault_is_internal_and_the_engine_lives(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_game: str, _options: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("engine.games.describe", fail)
    assert desk.ask("describe loa").startswith("#describe error code=internal message=")
    assert desk.ask("ping") == "#ping ok"


def test_an_id_still_open(desk: Desk) -> None:
    desk.send("#1 go game=lot infinite", "#1 ping")
    assert desk.final().startswith("error code=bad-request field=id")
    desk.send("#2 cancel 1")
    assert desk.final().startswith("#1 error code=cancelled")
