"""Settings: whose they are, and what refuses them."""

from pathlib import Path

import pytest

from engine.bounds import most_threads
from tests.engine.desk import Desk

TASKS = Path("/proc/self/task")


def value(desk: Desk, name: str, session: str = "") -> str:
    line = desk.ask(f"options {session}")
    return line.split(f'"{name}":{{')[1].split('"value":')[1].split(",")[0]


def test_a_session_has_its_own(desk: Desk) -> None:
    desk.ask("new loa session=a")
    assert desk.ask("set multipv=3 session=a") == "#set ok multipv=3"
    assert value(desk, "multipv", "session=a") == "3"
    assert value(desk, "multipv") == "1"
    desk.ask("set multipv=5 threads=2")
    assert value(desk, "multipv", "session=a") == "3"
    assert value(desk, "threads", "session=a") == "2"
    desk.ask("new lot session=a")
    assert value(desk, "multipv", "session=a") == "3"
    desk.ask("close a")
    desk.ask("new lot session=a")
    assert value(desk, "multipv", "session=a") == "5"


def test_a_setting_is_what_go_uses(desk: Desk) -> None:
    desk.ask("new loa")
    desk.ask("set multipv=2 session=main")
    desk.send("#1 go depth=2")
    lines = []
    while not (line := desk.receive()).startswith("#1 ok"):
        lines.append(line)
    assert any("multipv=2" in line for line in lines)


def test_memory_is_the_process_s(desk: Desk) -> None:
    other = Desk(beside=desk)
    desk.ask("new loa")
    assert desk.ask("set memory=16") == "#set ok memory=16"
    assert value(other, "memory") == "16"
    assert "code=bad-argument field=memory" in desk.ask("set memory=16 session=main")
    other.leave()


def test_all_or_nothing(desk: Desk) -> None:
    assert "code=bad-argument field=threads" in desk.ask("set multipv=7 threads=0")
    assert value(desk, "multipv") == "1"
    desk.send("#1 go game=lot infinite")
    assert "error code=busy" in desk.ask("set multipv=7 memory=4")
    assert value(desk, "multipv") == "1"


@pytest.mark.skipif(not TASKS.exists(), reason="threads are counted in /proc")
def test_no_more_threads_than_cores(desk: Desk) -> None:
    desk.ask("go game=loa nodes=2000")  # the slot's own thread is there
    before = len(list(TASKS.iterdir()))
    assert desk.ask("set threads=256") == "#set ok threads=256"
    desk.send("go game=loa infinite info_interval=50")
    for _ in range(8):
        assert " info " in desk.receive()
        assert len(list(TASKS.iterdir())) <= before + most_threads() - 1
    desk.send("stop go")
    assert desk.final().startswith("#go ok move=")


def test_unknown(desk: Desk) -> None:
    assert "code=unknown-argument field=thread" in desk.ask("set thread=2")
    assert "did you mean threads?" in desk.ask("set thread=2")
    assert "code=unknown-session" in desk.ask("set threads=2 session=x")
    assert "code=unknown-session" in desk.ask("options session=x")


def test_a_remote_peer_may_not_hurt_others() -> None:
    desk = Desk(remote=True)
    for line, field in (("quit", ""), ("clear", ""), ("set memory=4", " field=memory")):
        assert f"error code=forbidden{field} " in desk.ask(line)
    assert not desk.engine.closing
    assert desk.ask("set threads=2") == "#set ok threads=2"
    desk.close()


def test_memory_that_the_machine_does_not_have(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.commands.tuning.most_memory", lambda: 100)
    assert desk.ask("set memory=100") == "#set ok memory=100"
    assert "code=bad-argument field=memory" in desk.ask("set memory=101 multipv=4")
    assert value(desk, "memory") == "100"
    assert value(desk, "multipv") == "1"
