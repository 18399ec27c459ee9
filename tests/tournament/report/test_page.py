"""The HTML page: whole, self-contained, safe, and its games are the games that were played."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bots.tournament.openings import play_opening
from bots.tournament.records import Reader, Tournament, create, read
from bots.tournament.report import html_page
from bots.tournament.report.games import viewer_data
from bots.tournament.report.summary import summarise
from bots.tournament.schedule import Plan
from engine import games
from tests.tournament.helpers import LAG, LOA
from tests.tournament.report.conftest import AWKWARD

VOID_TAGS = {"meta", "input", "br", "link", "img"}
FETCHES = ("src", "href", "xlink:href", "srcset", "action", "data", "poster")


class Strict(HTMLParser):
    """Checks that elements close in order, ids are unique, and nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name in FETCHES and value]
        if tag == "script":
            self.scripts.append(found.get("type") or "")
        if tag not in VOID_TAGS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_TAGS:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in {"script", "style"}:
            self.text.append(data)


def page(path: Path) -> tuple[str, Strict]:
    with read(path) as reader:
        text = html_page(reader)
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert parser.open == []
    return text, parser


@pytest.mark.parametrize("name", ["cup", "match", "swiss"])
def test_well_formed_and_self_contained(name: str, request: pytest.FixtureRequest) -> None:
    text, parser = page(request.getfixturevalue(name))
    assert len(parser.ids) == len(set(parser.ids))
    assert all(link.startswith("#") for link in parser.links)
    assert not re.search(r"@import|url\((?!#)", text)
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert "NaN" not in text
    assert not re.search(r"\binf\b", text)
    targets = {link[1:] for link in parser.links}
    assert targets <= set(parser.ids), "every link within the page leads somewhere"


def test_names_are_text_never_markup(cup: Path) -> None:
    text, parser = page(cup)
    assert parser.scripts == ["application/json", ""]
    assert AWKWARD not in text
    assert AWKWARD in "".join(parser.text)
    assert "Winter </title> cup" in "".join(parser.text)


def test_sections_for_each_contest_and_one_for_all(cup: Path) -> None:
    _, parser = page(cup)
    words = " ".join(parser.text)
    for heading in ("All games together", "lag", "loa", "lot", "Crosstable", "First-mover balance"):
        assert heading in words
    assert "YL is fixed at 1500" in words
    assert "72 of 72 (100 %)" in words


def test_a_match_says_its_test_and_model(match: Path) -> None:
    _, parser = page(match)
    words = " ".join(parser.text)
    assert "SPRT [0, 10] normalized Elo" in words
    assert "likelihood of superiority" in words
    assert "Crosstable" not in words


def test_a_swiss_shows_its_standings(swiss: Path) -> None:
    _, parser = page(swiss)
    assert "Buchholz" in " ".join(parser.text)


def test_before_the_first_game(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    plan = Plan(format="round-robin", players=("A", "B", "C"), contests=(LAG, LOA))
    create(path, Tournament(name="new", plan=plan)).close()
    text, parser = page(path)
    assert "No game is finished yet." in " ".join(parser.text)
    assert "NaN" not in text


def unpacked(data: dict[str, object], game: dict[str, object]) -> list[dict[str, str]]:
    """Return the positions of a game as the viewer makes them of the page's data."""
    contest = data["contests"][game["contest"]]  # type: ignore[index]
    board: dict[str, str] = {}
    positions = []
    for change in str(game["changes"]).split():
        board = dict(board)
        for start in range(0, len(change) if change != "-" else 0, 3):
            cell = contest["cells"][int(change[start : start + 2], 36)]
            piece = change[start + 2]
            if piece == ".":
                del board[cell]
            else:
                board[cell] = contest["pieces"][int(piece, 36)]
        positions.append(board)
    return positions


def check_games(reader: Reader, data: dict[str, object]) -> None:
    for game in data["games"]:  # type: ignore[attr-defined]
        record = reader.game(game["id"])
        state = games.begin(record.contest.game, record.contest.options, record.opening.position)
        expected = [state.cells()]
        colours = [state.turn]
        for move in record.moves:
            state.play([move])
            expected.append(state.cells())
            colours.append(state.turn)
        names = data["contests"][game["contest"]]["colours"]  # type: ignore[index]
        assert unpacked(data, game) == expected
        assert [names[int(turn, 36)] for turn in game["turns"]] == colours
        assert game["moves"].split() == record.moves
        assert len(game["scores"].split()) == len(game["times"]) == len(record.plies)
        assert game["opening"] == len(record.opening.moves)


@pytest.mark.parametrize("name", ["cup", "match"])
def test_the_viewer_has_every_game_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    text, _ = page(path)
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    data = json.loads(found.group(1))
    with read(path) as reader:
        assert [game["id"] for game in data["games"]] == [r.spec.id for r in reader.results()]
        check_games(reader, data)


def test_a_game_that_cannot_be_replayed_ends_where_it_stops(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(match.read_bytes())
    with read(path) as reader:
        summary = summarise(reader)
        game = reader.game(summary.results[0].spec.id)
        assert play_opening(game.contest, game.opening).over is False
        assert len(viewer_data(reader, summary)["games"]) == 12
