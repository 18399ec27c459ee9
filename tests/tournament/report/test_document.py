"""The JSON report: everything by name, no NaN, and the same figures as the file."""

import json
from pathlib import Path

import pytest

from bots.tournament.records import Tournament, create, read
from bots.tournament.report import json_report
from bots.tournament.schedule import Plan
from bots.tournament.statistics import estimate, tally
from tests.tournament.helpers import LAG


@pytest.mark.parametrize("name", ["cup", "match", "swiss"])
def test_plain_json_without_nan(name: str, request: pytest.FixtureRequest) -> None:
    with read(request.getfixturevalue(name)) as reader:
        report = json_report(reader)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert {"tournament", "games", "pairings", "ratings"} <= set(report)


def test_figures_are_those_of_the_file(cup: Path) -> None:
    with read(cup) as reader:
        report = json_report(reader)
        results = list(reader.results())
        players = reader.tournament().plan.players
    assert report["tournament"]["finished"] == len(report["games"]) == len(results)
    assert set(report["ratings"]) == {"pooled", "lag", "loa", "lot"}
    counted = tally(players, results)
    for pairing in report["pairings"]:
        one, other = pairing["players"]
        counts = counted.counts(one, other, pairing["contest"])
        assert (pairing["wins"], pairing["draws"], pairing["losses"]) == (
            counts.wins,
            counts.draws,
            counts.losses,
        )
        assert pairing["estimate"]["elo"] == estimate(counts).elo
    assert len(report["pairings"]) == 6 * 4
    pooled = {rating["player"]: rating for rating in report["ratings"]["pooled"]["ratings"]}
    assert pooled["YL"]["elo"] == 1500
    assert sum(report["endings"].values()) == len(results)


def test_a_test_is_reported_where_there_is_one(match: Path, cup: Path) -> None:
    with read(match) as reader:
        assert json_report(reader)["sprt"]["model"] == "normalized"
    with read(cup) as reader:
        assert json_report(reader)["sprt"] is None


def test_a_swiss_has_standings(swiss: Path) -> None:
    with read(swiss) as reader:
        standings = json_report(reader)["standings"]
    assert [line["player"] for line in standings] != []
    assert sum(line["byes"] for line in standings) == 3


def test_nothing_played(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    create(
        path, Tournament(name="new", plan=Plan(format="match", players=("A", "B"), contests=(LAG,)))
    ).close()
    with read(path) as reader:
        report = json_report(reader)
    assert report["games"] == report["pairings"] == []
    json.dumps(report, allow_nan=False)
