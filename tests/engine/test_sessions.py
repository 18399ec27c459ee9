"""Sessions and contexts: what makes, changes and reads them, and what leaves all as it was."""

import pytest

from tests.engine.desk import Desk

START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0"


def test_new_replaces_a_session_of_that_name(desk: Desk) -> None:
    desk.ask("new loa")
    desk.ask("play b1-b3")
    assert "game=lot" in desk.ask("new lot")
    assert "ply=0" in desk.ask("status")


def test_a_refused_new_leaves_the_session(desk: Desk) -> None:
    desk.ask("new loa")
    desk.ask("play b1-b3")
    assert "code=bad-argument field=size" in desk.ask("new loa size=9")
    assert "ply=1" in desk.ask("status")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("position position=8/8:b:0 game=loa", "code=bad-position field=position"),
        (f"position {START} game=loa moves=b1-b3,b1-b3", "code=illegal-move field=moves index=1"),
        (f"position {START} game=loa size=6", "code=bad-position field=position"),
        (f"position {START} game=loa colour=red", "code=unknown-argument field=colour"),
        (f"position {START} game=loa repetition=4", "code=bad-argument field=repetition"),
        ("play a4-c4,a4-c4", "code=illegal-move field=moves index=1"),
        ("play b1-b3 ply=3", "code=bad-argument field=ply"),
        ("undo 2", "code=bad-argument field=count"),
        ("undo 0", "code=bad-argument field=count"),
    ],
)
def test_all_or_nothing(desk: Desk, line: str, error: str) -> None:
    desk.ask("new loa")
    desk.ask("play c1-c3")
    before = desk.ask("status history")
    assert error in desk.ask(line)
    assert desk.ask("status history") == before


def test_whatever_ply_a_position_has_can_guard_a_move(desk: Desk) -> None:
    latest = START.replace(":0", ":1000000")
    assert " ply=1000000 " in desk.ask(f"position {latest} game=loa")
    assert " ply=1000001 " in desk.ask("play b1-b3 ply=1000000")
    assert " ply=1000002 " in desk.ask("play a3xc1 ply=1000001")
    later = START.replace(":0", ":1000002")
    assert "code=bad-position field=position" in desk.ask(f"position {later} game=loa")


def test_sessions_are_apart(desk: Desk) -> None:
    desk.ask("new loa session=a")
    desk.ask("new lag session=b size=4")
    desk.ask("play b1-b3 session=a")
    assert "ply=1" in desk.ask("status session=a")
    assert "ply=0" in desk.ask("status session=b")
    assert "field=session" in desk.ask("status")


def test_close_forgets(desk: Desk) -> None:
    desk.ask("new loa session=a")
    assert desk.ask("close a") == "#close ok"
    assert "code=unknown-session field=session" in desk.ask("moves session=a")
    assert "code=unknown-session" in desk.ask("close a")


def test_position_without_game_keeps_the_options_but_not_the_size(desk: Desk) -> None:
    assert "code=bad-argument field=game" in desk.ask(f"position {START}")
    desk.ask("new loa size=6 repetition=2")
    assert "ok" in desk.ask(f"position {START} moves=b1-b3")
    history = desk.ask("status history")
    assert '"size":8' in history
    assert '"repetition":"2"' in history
    assert "moves=b1-b3" in history


def test_history_is_enough_to_resume(desk: Desk) -> None:
    desk.ask("new lot size=5 pie=off")
    desk.ask("play c3,b2,c4,d2")
    history = dict(part.split("=", 1) for part in desk.ask("status history").split() if "=" in part)
    assert history["game"] == "lot"
    line = f"position {history['start']} game=lot size=5 pie=off moves={history['moves']} session=b"
    assert history["hash"] in desk.ask(line)


def test_a_context_of_its_own_touches_no_session(desk: Desk) -> None:
    assert "count=49" in desk.ask("moves game=lot")
    assert "count=48" in desk.ask("moves game=lot pie=off moves=d4")
    assert "count=49" in desk.ask("moves game=lot pie=on moves=d4")
    assert not desk.peer.sessions


@pytest.mark.parametrize("value", ["6", '"6"'])
def test_a_text_gets_the_type_the_option_declares(desk: Desk, value: str) -> None:
    assert "ok" in desk.ask(f"new loa size={value}")
    assert '"size":6' in desk.ask("status history")


def test_the_table_of_sessions_is_bounded() -> None:
    desk = Desk(sessions=2)
    desk.ask("new loa session=a")
    desk.ask("new loa session=b")
    refused = desk.ask("new loa session=c")
    assert "code=busy field=session" in refused
    assert "retry=true" in refused
    assert "ok" in desk.ask("new lot session=b")
    desk.ask("close a")
    assert "ok" in desk.ask("new loa session=c")
    desk.close()


def test_a_game_is_bounded(desk: Desk) -> None:
    desk.ask("new loa repetition=off")
    there_and_back = ",".join(["b1-b3", "a2-c2", "b3-b1", "c2-a2"])
    line = f"play {','.join([there_and_back] * 256)}"
    for _ in range(4):
        assert " ok " in desk.ask(line)
    assert "code=too-large field=moves" in desk.ask("play b1-b3")


def test_a_finished_game(desk: Desk) -> None:
    desk.ask("position position=8/8/3bbb2/3b3w/7w/7w/7w/8:w:41 game=loa")
    assert "count=0 moves=[]" in desk.ask("moves")
    assert "over=true" in desk.ask("status")
    assert "legal=0" in desk.ask("status")
    assert "code=game-over field=session" in desk.ask("play h5-h1")
    assert "code=game-over field=session" in desk.ask("go depth=1")
    assert "code=game-over field=position" in desk.ask(
        "go depth=1 game=loa position=8/8/3bbb2/3b3w/7w/7w/7w/8:w:41"
    )


def test_moves_beyond_the_end(desk: Desk) -> None:
    line = "position position=8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40 game=loa moves=a6xe6,h5-h1"
    assert "code=game-over field=moves index=1" in desk.ask(line)


def test_peers_are_apart(desk: Desk) -> None:
    other = Desk(beside=desk)
    desk.ask("new loa")
    assert "unknown-session" in other.ask("moves")
    other.ask("set multipv=3")
    assert '"multipv":{"type":"integer","default":1,"min":1,"max":64,"value":1' in desk.ask("options")
    other.leave()
