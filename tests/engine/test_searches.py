"""Long requests: order, bounds, and every way to end one."""

import pytest

from tests.engine.desk import Desk


def test_a_session_searches_one_thing_at_a_time(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite", "#2 go depth=1", "#3 perft 1")
    assert desk.final().startswith("#2 error code=busy field=session")
    assert desk.final().startswith("#3 ok nodes=36")
    desk.send("stop")
    assert desk.final().startswith("#1 ok move=")
    assert desk.final() == "#stop ok count=1"


def test_all_else_is_answered_at_once_and_works_on_the_session(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite")
    assert desk.ask("ping") == "#ping ok"
    assert "count=36" in desk.ask("moves")
    assert "ok" in desk.ask("play b1-b3")
    assert "ply=1" in desk.ask("status")
    assert "score=" in desk.ask("eval")
    desk.ask("new lot")
    desk.send("stop 1")
    answer = desk.final()
    assert answer.startswith("#1 ok move=")
    assert answer.endswith(" ply=0")  # the position as it was
    assert desk.final() == "#stop ok count=1"


@pytest.mark.parametrize("verb", ["stop", "cancel"])
def test_a_go_right_after_the_end_of_one_is_taken(desk: Desk, verb: str) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite", f"#2 {verb} 1", "#3 go depth=2", "#4 go depth=1")
    assert desk.final().startswith("#4 error code=busy")
    first = desk.final()
    assert first.startswith("#1 ok move=" if verb == "stop" else "#1 error code=cancelled")
    assert {desk.final()[:5], desk.final()[:5]} == {"#2 ok", "#3 ok"}


def test_stop_reaches_only_its_own(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite", "#2 go game=lot infinite")
    assert desk.ask("#s stop 77") == "#s ok count=0"
    assert desk.ask("#s stop session=b") == "#s ok count=0"
    assert desk.ask("#s cancel 77") == "#s ok count=0"
    desk.send("#s stop")
    assert desk.final().startswith("#1 ok")
    assert desk.final() == "#s ok count=1"
    desk.send("#s stop 2")
    assert desk.final().startswith("#2 ok")
    assert desk.final() == "#s ok count=1"


def test_a_second_stop_counts_nothing(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite", "#2 stop", "#3 stop")
    assert desk.final() == "#3 ok count=0"
    assert desk.final().startswith("#1 ok")
    assert desk.final() == "#2 ok count=1"


def test_stopped_before_it_began_it_still_answers(desk: Desk) -> None:
    desk.ask("new loa")
    for _ in range(20):
        desk.send("#1 go infinite", "#2 stop 1")
        assert desk.final().startswith("#1 ok move=")
        assert desk.final() == "#2 ok count=1"


def test_a_perft_is_cancelled_not_stopped(desk: Desk) -> None:
    desk.send("#1 perft 12 game=loa")
    assert desk.ask("#2 stop 1") == "#2 ok count=0"
    desk.send("#3 cancel 1")
    assert desk.final().startswith("#1 error code=cancelled")
    assert desk.final() == "#3 ok count=1"


def test_searches_are_bounded() -> None:
    desk = Desk(searches=2)
    desk.send(
        "#1 go game=lot infinite", "#2 perft 12 game=loa", "#3 go game=lot depth=1", "#4 perft 1 game=lot"
    )
    for request in "34":
        answer = desk.final()
        assert answer.startswith(f"#{request} error code=busy")
        assert answer.endswith("retry=true")
    desk.send("#5 cancel 2")
    assert desk.final().startswith("#2 error code=cancelled")
    assert desk.final() == "#5 ok count=1"
    assert desk.ask("#6 go game=lot depth=1").startswith("#6 ok")
    desk.close()


@pytest.mark.parametrize("line", ["clear", "set memory=4"])
def test_tables_stay_while_anything_runs(desk: Desk, line: str) -> None:
    desk.send("#1 go game=lot infinite")
    assert "error code=busy" in desk.ask(line)
    desk.send("#2 stop 1")
    desk.final()
    desk.final()
    assert " ok" in desk.ask(line)


def test_a_session_with_work_is_not_closed(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go infinite")
    assert "code=busy field=session" in desk.ask("close")
    desk.send("#2 cancel 1")
    desk.final()
    desk.final()
    assert desk.ask("close") == "#close ok"


def test_searchmoves(desk: Desk) -> None:
    desk.ask("new loa")
    assert "move=c1-c3" in desk.ask("go depth=2 searchmoves=c1-c3")
    assert "code=illegal-move field=searchmoves index=1" in desk.ask("go depth=2 searchmoves=c1-c3,a1-a2")


def test_ponder(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go ponder movetime=50")
    desk.pump(0.2)
    assert "1" in desk.peer.jobs
    assert desk.ask("#2 ponderhit 1") == "#2 ok count=1"
    assert desk.final().startswith("#1 ok move=")
    assert desk.ask("#3 ponderhit") == "#3 ok count=0"


def test_ponder_without_a_limit_needs_one_at_the_hit(desk: Desk) -> None:
    desk.ask("new loa")
    desk.send("#1 go ponder")
    assert "code=bad-argument field=time" in desk.ask("#2 ponderhit")
    assert desk.ask("#3 ponderhit time=100") == "#3 ok count=1"
    assert desk.final().startswith("#1 ok move=")


def test_same_inputs_same_answer(desk: Desk) -> None:
    def answers() -> list[str]:
        desk.ask("clear")
        desk.ask("new loa")
        found = []
        for move in ("b1-b3", "a3-c3"):
            line = desk.ask("#g go nodes=20000")
            found.append(" ".join(part for part in line.split() if not part.startswith(("nps", "elapsed"))))
            desk.ask(f"play {move}")
        return found

    assert answers() == answers()


def test_quit_answers_what_is_open(desk: Desk) -> None:
    other = Desk(beside=desk)
    other.send("#o go game=lot infinite")
    desk.send("#1 go game=loa infinite", "#2 perft 12 game=loa", "#3 quit", "#4 ping")
    answers = [desk.final() for _ in range(4)]
    assert [answer[:9] for answer in answers[:2]] == ["#1 error ", "#2 error "]
    assert all("code=shutting-down" in answer for answer in answers[:2])
    assert answers[2] == "#3 ok"
    assert answers[3].startswith("#4 error code=shutting-down")
    assert "code=shutting-down" in other.final()
    other.leave()


def test_end_of_input_ends_what_is_endless(desk: Desk) -> None:
    desk.send("#1 go game=loa infinite", "#2 go game=loa movetime=300", "#3 go game=lot ponder depth=1")
    desk.engine.wind_down(desk.peer)
    answers = [desk.final() for _ in range(3)]
    assert all(" ok move=" in answer for answer in answers)
    assert answers[2].startswith("#2")


def test_a_slow_reader_gets_fewer_infos_but_the_answer(desk: Desk) -> None:
    desk.peer.congested = True
    desk.ask("new loa")
    desk.send("#1 go nodes=300000 multipv=8")
    assert desk.receive().startswith("#1 ok move=")
    desk.send("#2 go infinite multipv=8")
    desk.pump(0.3)
    assert not desk.lines
    desk.engine.resume(desk.peer)
    assert 0 < len(desk.lines) <= 64
    desk.send("stop")
    while not desk.receive().startswith("#2 ok"):
        pass


def test_who_leaves_frees_the_slots() -> None:
    desk = Desk(searches=1)
    other = Desk(beside=desk)
    other.send("#1 go game=lot infinite")
    assert "busy" in desk.ask("#1 go game=lot depth=1")
    other.leave()
    assert not other.lines
    assert desk.ask("#1 go game=lot depth=1").startswith("#1 ok")
    desk.close()


def test_what_was_stopped_before_quit_gives_its_move(desk: Desk) -> None:
    desk.send("#1 go game=loa infinite", "#2 go game=loa infinite", "#3 stop 1", "#4 quit")
    assert desk.final().startswith("#2 error code=shutting-down")
    assert desk.final().startswith("#1 ok move=")
    assert desk.final() == "#3 ok count=1"
    assert desk.final() == "#4 ok"


def test_a_quiet_search_only_answers(desk: Desk) -> None:
    desk.send("#1 go game=loa depth=4 quiet")
    assert desk.receive().startswith("#1 ok ")
    desk.send("#2 go game=loa depth=4")
    assert desk.receive().startswith("#2 info ")
