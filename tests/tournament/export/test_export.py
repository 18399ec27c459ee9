"""What other programs read: JSON lines and SGF."""

import json
import re

import pytest

from bots.tournament.export import SgfError, json_lines, sgf, sgf_games
from bots.tournament.export.sgf import text
from bots.tournament.game import Event, GameRecord, GameResult, GameSpec, Opening, Ply, contest
from bots.tournament.outcome import Ending, Outcome, adjudicated, by_rule, forfeit, voided
from tests.tournament.helpers import LAG, LOA

SPEC = GameSpec(
    id="r1-0v1.loa.p1a",
    number=0,
    round=1,
    encounter="r1-0v1",
    pair="r1-0v1.loa.p1",
    contest="loa",
    opening=0,
    first="Mona [v2]",
    second="YL\\new",
    seed=5,
)
SEATS = {"first": "black", "second": "white"}


def record(outcome: Outcome, opening: Opening | None = None, moves: tuple[Ply, ...] = ()) -> GameRecord:
    return GameRecord(
        result=GameResult(spec=SPEC, outcome=outcome, plies=len(moves), started=1700000000.0, seconds=2.5),
        contest=LOA,
        opening=opening or Opening(),
        plies=moves,
        events=(Event(kind="warning", text="héllo\n"),),
    )


PLIES = (Ply("h3xf1", "cp:-12", 4, 900, 15, 9985), Ply("g8-g5", None, None, None, 3))
OPENING = Opening(moves=("d1-b3", "h7-f7", "e1-g3", "f7xb3", "g1-g4"))
GAME = record(by_rule("white", "connected", SEATS), OPENING, PLIES)


def parse(tree: str) -> list[list[tuple[str, list[str]]]]:
    """Read one game tree without variations, strictly: nodes of properties of raw values."""
    value = r"\[((?:\\.|[^\\\]])*)\]"
    node = rf";(?:\s*[A-Z]{{1,2}}(?:{value})+)+\s*"
    assert re.fullmatch(rf"\((?:{node})+\)", tree, re.DOTALL), tree
    nodes = [match.group(0) for match in re.finditer(node, tree, re.DOTALL)]
    return [
        [
            (prop.group(1), [re.sub(r"\\(.)", r"\1", v) for v in re.findall(value, prop.group(2), re.DOTALL)])
            for prop in re.finditer(rf"([A-Z]{{1,2}})((?:{value})+)", each, re.DOTALL)
        ]
        for each in nodes
    ]


def test_sgf_of_a_game() -> None:
    nodes = parse(sgf(GAME, "Cup: [final]\nround"))
    root = dict(nodes[0])
    assert root["FF"] == ["4"]
    assert root["GM"] == ["9"]
    assert root["SZ"] == ["8"]
    assert root["PB"] == ["Mona [v2]"]
    assert root["PW"] == ["YL\\new"]
    assert root["EV"] == ["Cup: [final] round"]
    assert root["RE"] == ["W+"]
    assert root["DT"] == ["2023-11-14"]
    assert root["SU"] == ["Standard"]
    assert root["RU"] == ["simultaneous=draw nomove=pass repetition=3"]
    assert "AB" not in root
    moves = [next((name, values[0]) for name, values in node if name in "BW") for node in nodes[1:]]
    assert moves == [
        ("B", "d1-b3"),
        ("W", "h7-f7"),
        ("B", "e1-g3"),
        ("W", "f7:b3"),
        ("B", "g1-g4"),
        ("W", "h3:f1"),
        ("B", "g8-g5"),
    ]
    assert dict(nodes[5])["C"] == ["opening"]
    assert dict(nodes[6])["WL"] == ["9.985"]
    assert dict(nodes[6])["C"] == ["cp:-12, depth 4, 900 nodes, 15 ms"]
    assert dict(nodes[7])["C"] == ["3 ms"]


def test_sgf_from_a_position() -> None:
    stuck = "6wb/6ww/8/8/8/8/ww6/bw6:b:0"
    nodes = parse(sgf(record(adjudicated("plies", {"plies": 1}), Opening(position=stuck), (Ply("pass"),))))
    root = dict(nodes[0])
    assert root["SU"] == ["Custom"]
    assert root["AB"] == ["a1", "h8"]
    assert root["AW"] == ["a2", "b1", "b2", "g7", "g8", "h7"]
    assert root["PL"] == ["B"]
    assert root["RE"] == ["0"]
    assert root["GC"] == ["adjudication, plies, plies 1"]
    assert dict(nodes[1])["B"] == ["pass"]


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (by_rule("black", "connected", SEATS), "B+"),
        (by_rule("draw", "repetition", SEATS), "0"),
        (forfeit(Ending.TIME, "first"), "W+T"),
        (forfeit(Ending.CRASH, "second"), "B+F"),
        (adjudicated("score", {"moves": 4}, "second"), "W+"),
        (voided("disk full"), "Void"),
    ],
)
def test_sgf_results(outcome: Outcome, result: str) -> None:
    assert dict(parse(sgf(record(outcome)))[0])["RE"] == [result]


def test_sgf_is_for_loa() -> None:
    other = GameRecord(result=GAME.result, contest=LAG, opening=Opening())
    with pytest.raises(SgfError, match="lag has no SGF"):
        sgf(other)
    assert len(list(sgf_games([other, GAME], "cup"))) == 1
    scrambled = GameRecord(
        result=GAME.result, contest=contest("loa", setup="scrambled", size=6), opening=Opening()
    )
    root = dict(parse(sgf(scrambled))[0])
    assert (root["SU"], root["SZ"]) == (["Scrambled-eggs"], ["6"])


def test_escaping() -> None:
    assert text("a]b\\c:d\te\r\nf") == "a\\]b\\\\c:d e  f"


def test_json_lines_are_whole_and_readable() -> None:
    lines = list(json_lines([GAME, record(voided("disk full"))]))
    assert [line.count(b"\n") for line in lines] == [1, 1]
    game, void = (json.loads(line) for line in lines)
    assert game["id"] == SPEC.id
    assert game["players"] == {"first": "Mona [v2]", "second": "YL\\new"}
    assert game["score"] == {"first": 0, "second": 1}
    assert (game["winner"], game["colour"], game["ending"]) == ("second", "white", "win")
    assert game["opening"]["moves"] == list(OPENING.moves)
    assert game["plies"][0] == {
        "move": "h3xf1",
        "score": "cp:-12",
        "depth": 4,
        "nodes": 900,
        "time": 15,
        "clock": 9985,
    }
    assert game["events"][0]["text"] == "héllo\n"
    assert void["score"] == {"first": None, "second": None}
