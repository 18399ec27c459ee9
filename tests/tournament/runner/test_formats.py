"""Each format from a description to its file, with built-in bots."""

from collections import Counter
from pathlib import Path

import pytest

from bots.cli import run
from bots.tournament.game import GameResult
from bots.tournament.records import read
from bots.tournament.schedule import schedule

PLAYERS = "".join(
    f'[[players]]\nname = "{name}"\nplayer = "{kind}?seed={seed}"\n'
    for seed, (name, kind) in enumerate([("a", "greedy"), ("b", "random"), ("c", "random"), ("d", "greedy")])
)
ONE = '[[contests]]\ngame = "lag"\noptions = { size = 3 }\n'
THREE = (
    ONE
    + '[[contests]]\ngame = "loa"\noptions = { size = 5 }\nopenings = { count = 3, plies = 2, margin = 0 }\n'
    + '[[contests]]\ngame = "lot"\noptions = { size = 5 }\n'
)


def played(folder: Path, head: str, contests: str = ONE, players: str = PLAYERS) -> list[GameResult]:
    path = folder / "cup.toml"
    path.write_text(f"{head}\n{contests}{players}")
    assert run(["tournament", str(path), "--json"]) == 0
    with read(folder / "cup.db") as reader:
        results = list(reader.results())
        assert schedule(reader.tournament().plan, results).over
    return results


@pytest.mark.parametrize(
    ("head", "games", "meetings"),
    [
        ('format = "round-robin"\ngames = 4', 24, 6),
        ('format = "gauntlet"\ngames = 2', 6, 3),
        ('format = "gauntlet"\ngames = 2\nheads = 2', 8, 4),
        ('format = "swiss"\ngames = 2', 8, 4),
        ('format = "swiss"\ngames = 2\nrounds = 3\nconcurrency = 4', 12, 6),
    ],
)
def test_a_format_is_played_out(tmp_path: Path, head: str, games: int, meetings: int) -> None:
    results = played(tmp_path, head)
    assert len(results) == games
    assert len({frozenset((each.spec.first, each.spec.second)) for each in results}) == meetings
    pairs = Counter(each.spec.pair for each in results)
    assert set(pairs.values()) == {2}, "each opening with both seats"
    assert all(not each.outcome.abnormal for each in results)


def test_a_cup_of_three_games(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    results = played(tmp_path, 'format = "round-robin"\ngames = 2\nanchor = "b"\nanchor_elo = 1000', THREE)
    assert Counter(each.spec.contest for each in results) == {
        "lag size=3": 12,
        "loa size=5": 12,
        "lot size=5": 12,
    }
    capsysbinary.readouterr()
    assert run(["resume", str(tmp_path / "cup.db")]) == 0
    table = capsysbinary.readouterr().out.decode()
    assert "lag size=3" in table.splitlines()[0], "a column for each game of the cup"
    assert run(["report", str(tmp_path / "cup.db")]) == 0
    assert (tmp_path / "cup.html").exists()


def test_more_seats_than_games_is_no_problem(tmp_path: Path) -> None:
    assert (
        len(
            played(
                tmp_path,
                'format = "match"\ngames = 2\nconcurrency = 64',
                players=PLAYERS[: PLAYERS.index('[[players]]\nname = "c"')],
            )
        )
        == 2
    )


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "xy"]
    for folder in folders:
        folder.mkdir()
    one, other = (
        [
            (each.spec, each.outcome, each.final)
            for each in played(folder, 'format = "swiss"\nseed = 5', THREE)
        ]
        for folder in folders
    )
    assert one == other
