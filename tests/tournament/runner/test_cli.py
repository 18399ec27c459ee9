"""The commands end to end, with built-in bots: what they print, what they leave, how they exit."""

import json
from pathlib import Path
from typing import Any

import pytest

from bots.cli import run
from bots.tournament.match import Adjudication, DrawRule, ResignRule
from bots.tournament.records import read
from bots.tournament.runner import setup_of

SMALL = ["--game", "lag", "--option", "size=3"]
TEST = ["--sprt", "-50", "50", "--games", "16"]


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def match(*more: str, file: str = "m.db") -> int:
    return run(["match", "random?seed=1", "greedy?seed=2", *SMALL, "--openings", "0", "--file", file, *more])


def text(capture: pytest.CaptureFixture[bytes]) -> str:
    return capture.readouterr().out.decode()


def objects(capture: pytest.CaptureFixture[bytes]) -> list[dict[str, Any]]:
    def refuse(word: str) -> None:
        raise AssertionError(f"{word} in JSON")

    return [json.loads(line, parse_constant=refuse) for line in text(capture).splitlines()]


def test_a_match_says_how_it_stands_and_where_it_is(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert match("--games", "10", "--concurrency", "2", "--seed", "7") == 0
    out = text(capsysbinary)
    assert "greedy" in out
    assert "pairs by points" in out
    assert "trilogue-bots report m.db" in out
    assert "\x1b" not in out, "a pipe gets no colours"
    with read(cup / "m.db") as reader:
        assert reader.count() == 10
        assert reader.tournament().plan.contests[0].name == "lag size=3"
        assert reader.tournament().plan.contests[0].options == {"size": 3}, "typed as the game declares it"


def test_the_json_stream_is_the_plan_the_games_and_the_table(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert match("--games", "4", "--json") == 0
    first, *games, last = objects(capsysbinary)
    assert (first["tournament"], first["games"]) == ("random(seed=1) - greedy(seed=2)", 4)
    assert [line["game"]["outcome"]["ending"] for line in games] == ["win"] * 4
    assert sum(line["points"] for line in last["table"]) == 4


def test_each_rule_of_adjudication_may_be_asked_for(cup: Path) -> None:
    assert match("--max-plies", "90", "--resign", "700", "--draw", "15", "--proven") == 0
    with read(cup / "m.db") as reader:
        rules = setup_of(reader.tournament()).adjudication
    assert rules == Adjudication(plies=90, resign=ResignRule(score=700), draw=DrawRule(score=15), proven=True)


@pytest.mark.parametrize("more", [[*TEST, "--max-plies", "1"], [*TEST, "--resign", "1"], ["--games", "1"]])
def test_one_sided_data_is_finite_everywhere(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes], more: list[str]
) -> None:
    """All drawn, or as good as: no NaN and no infinity in the table, the stream, the report, the page."""
    assert match("--games", "6", *more) == 0
    out = text(capsysbinary)
    assert match("--games", "6", "--json", *more, file="j.db") == 0
    objects(capsysbinary)
    assert run(["report", "m.db", "--json"]) == 0
    objects(capsysbinary)
    assert run(["report", "m.db"]) == 0
    out += text(capsysbinary)
    page = (cup / "m.html").read_text(encoding="utf-8")
    words = set((out + page).replace(">", " ").replace("<", " ").replace('"', " ").split())
    assert not words & {"nan", "NaN", "inf", "-inf", "Infinity"}


def test_a_test_that_nothing_decides_ends_with_the_games_and_says_so(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert match(*TEST, "--max-plies", "1") == 0
    said = "LLR 0.00 (-2.94, 2.94), undecided after 16 of at most 16 games"
    assert said in text(capsysbinary)
    assert run(["report", "m.db"]) == 0
    assert said in (cup / "m.html").read_text(encoding="utf-8")


def test_swapped_games_are_the_right_players(cup: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """In LOT seats change colours by the swap; points in the file, report and replay agree."""
    assert run(["match", "random", "random", "-g", "lot", "--games", "80", "--option", "size=5",
                "--openings", "0", "--file", "m.db", "--json"]) == 0  # fmt: skip
    games = [line["game"] for line in objects(capsysbinary) if "game" in line]
    swapped = [game for game in games if game["swapped"] and game["outcome"]["ending"] == "win"]
    assert swapped
    for game in swapped:
        outcome = game["outcome"]
        own = {"first": "white", "second": "black"}[outcome["winner"]]
        assert outcome["colour"] == own, "after the swap the second seat has black"


def test_files_come_out(cup: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["match", "random", "greedy", "-g", "loa", "--games", "2", "--file", "m.db",
                "--openings", "0", "--option", "size=5"]) == 0  # fmt: skip
    text(capsysbinary)
    assert run(["export", "m.db"]) == 0
    games = objects(capsysbinary)
    assert [len(game["plies"]) > 0 for game in games] == [True, True]
    assert run(["export", "m.db", "--sgf", "-o", "games.sgf"]) == 0
    sgf = (cup / "games.sgf").read_text(encoding="utf-8")
    assert sgf.count("(;") == 2
    assert "GM[9]" in sgf
    assert run(["report", "m.db", "-o", "page.html"]) == 0
    assert "<svg" in (cup / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["1", "r1-0v1.lag-size-3.p1a"])
def test_a_game_is_played_through_again(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes], name: str
) -> None:
    match()
    text(capsysbinary)
    assert run(["replay", "m.db", name]) == 0
    out = text(capsysbinary)
    assert "won by rule" in out
    assert "random(seed=1): " in out
    assert run(["replay", "m.db", name, "--rerun"]) == 0
    assert "differs" not in text(capsysbinary), "seeded players choose the same again"


def test_resuming_what_is_over_changes_nothing(cup: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    match("--games", "4")
    text(capsysbinary)
    before = (cup / "m.db").read_bytes()
    assert run(["resume", "m.db", "--json"]) == 0
    assert len([line for line in objects(capsysbinary) if "game" in line]) == 4 - 4
    assert read(cup / "m.db").count() == 4
    assert len(before) == len((cup / "m.db").read_bytes())


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["match", "random", "gredy", *SMALL], 2, "did you mean greedy?"),
        (["match", "random", "greedy", "-g", "lga"], 2, "known are lag, loa, lot"),
        (["match", "random", "greedy", "-g", "loa", "--option", "sise=5"], 2, "takes no sise"),
        (["match", "random", "greedy", *SMALL, "--option", "size=99"], 2, "given twice"),
        (["match", "random", "greedy", "-g", "lag", "--option", "size=99"], 2, "--option size: size must be"),
        (["match", "random", "greedy", *SMALL, "--inc", "9"], 2, "nothing ends the thinking"),
        (["match", "random", "engine?node=9", *SMALL], 2, "engine takes no node; did you mean nodes?"),
        (["match", "random", "engine", *SMALL, "--depth", "500"], 2, "the limits: depth"),
        (["match", "random", "greedy", *SMALL, "--sprt", "5", "0"], 2, "--sprt"),
        (["match", "random", "greedy", *SMALL, "--sprt", "0", "5"], 2, "--games: 2 can't end the sequential"),
        (["match", "random", "engine?opptime=9", *SMALL], 2, "player 2: a tournament's clock has no opptime"),
        (["match", "random", "greedy", *SMALL, "--file", "no/m.db"], 2, "is no directory"),
        (["resume", "no.db"], 2, "no.db"),
        (["resume", "text.db"], 1, "text.db"),
        (["report", "text.db"], 1, "text.db"),
        (["replay", "m.db", "99"], 2, "game 99"),
        (["replay", "m.db", "xyz"], 2, "no finished game 'xyz'"),
        (["match", "random", "random", "-g", "lag", "--openings", "8", "--opening-plies", "0"], 2, "--open"),
        (["report", "m.db", "-o", "m.db"], 2, "m.db is the tournament's own file"),
        (["export", "m.db", "-o", "../" * 30 + "{here}/m.db"], 2, "is the tournament's own file"),
        (["export", "m.db", "-o", "m.db-wal"], 2, "is the tournament's own file"),
        (["export", "m.db", "--sgf"], 2, "no games of Lines of Action"),
        (["report", "m.db", "-o", "no/page.html"], 1, "No such file"),
        (["match", "random", "greedy", *SMALL, "--file", "m.db"], 2, "trilogue-bots resume m.db"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_that_names_the_next_step(
    cup: Path, capsysbinary: pytest.CaptureFixture[bytes], arguments: list[str], code: int, says: str
) -> None:
    match()
    (cup / "text.db").write_text("no tournament\n" * 100)
    capsysbinary.readouterr()
    assert run([each.replace("{here}", str(cup)) for each in arguments]) == code
    assert read(cup / "m.db").count() == 2, "nothing is lost by a mistake"
    error = capsysbinary.readouterr().err.decode()
    assert error.startswith("error: ")
    assert says in error
    assert error.count("\n") == 1
