"""Played tournaments that the report's tests share."""

from pathlib import Path

import pytest

from bots.tournament.schedule import Plan
from tests.tournament.helpers import LAG, LOA, LOT
from tests.tournament.played import build

AWKWARD = "greedy & <script>alert(1)</script>"


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup of three games and four players, one with a name that is no good for HTML."""
    path = tmp_path_factory.mktemp("report") / "cup.db"
    players = ("Trilogue", "Mona", AWKWARD, "YL")
    plan = Plan(
        format="round-robin",
        players=players,
        contests=(LAG, LOA, LOT),
        pairs=2,
        seed=7,
        openings={"lag": 5, "lot": 9},
    )
    build(path, plan, "Winter </title> cup", {"anchor": "YL", "anchor_elo": 1500})
    return path


@pytest.fixture(scope="session")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a test."""
    path = tmp_path_factory.mktemp("report") / "match.db"
    plan = Plan(format="match", players=("A", "B"), contests=(LOT,), pairs=6, seed=1)
    build(path, plan, "match", {"sprt": {"elo0": 0, "elo1": 10}})
    return path


@pytest.fixture(scope="session")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Swiss tournament with a bye in each round."""
    path = tmp_path_factory.mktemp("report") / "swiss.db"
    build(path, Plan(format="swiss", players=tuple("ABCDE"), contests=(LOT,), seed=3), "swiss")
    return path
