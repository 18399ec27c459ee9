"""What can be wrong with a description: the error names file, line, key and likely spelling."""

from pathlib import Path

import pytest

from bots.cli import run
from bots.players.base import Limits
from bots.tournament.config import ContestConfig, CupConfig, PlayerConfig
from bots.tournament.match import TimeControl

GOOD = """\
name = "cup"
format = "match"
games = 2

[control]
nodes = 10

[[contests]]
game = "loa"
options = { size = 5 }

[[players]]
name = "one"
player = "random"

[[players]]
player = "greedy"
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("games = 2", "gmes = 2", ":3: gmes: no such key; did you mean games?"),
        ("games = 2", "games = 0", ":3: games: expected `int` >= 1"),
        ('"match"', '"macth"', ":2: format: 'macth' is none of match, round-robin, gauntlet, swiss; did you"),
        ('"match"', '"gauntlet"\nheads = 2', ":3: heads: must be 1 to 1"),
        ('"match"', '"swiss"\nrounds = 9', ":3: rounds: 2 players can play at most 1 rounds"),
        ("nodes = 10", "node = 10", ":6: control.node: no such key; did you mean nodes?"),
        ("nodes = 10", "nodes = -1", ":6: control.nodes: expected `int` >= 1"),
        ("nodes = 10", "margin = 10", ":5: control: nothing ends the thinking"),
        ("nodes = 10", "nodes = 10\ninc = 5", ":7: control.inc: inc goes with time"),
        ('"loa"', '"loaa"', ":9: contests[1].game: loaa: known are lag, loa, lot; did you mean loa?"),
        ("size = 5", "sise = 5", ":10: contests[1].options.sise: loa takes no sise; did you mean size?"),
        ("size = 5", "size = 55", ":10: contests[1].options.size: size must be 5 to 8"),
        ('"random"', '"randon"', ":14: players[1].player: 'randon': no such player"),
        ('"random"', '"engine?time=5&opptime=9"', ":14: players[1].player: a tournament's"),
        ('"random"', '"engine?node=500"', ":14: players[1].player: engine takes no node; did you mean nodes"),
        ('"random"', '"engine?threds=2"', ":14: players[1].player: engine takes no threds; did you mean"),
        ('"random"', '"engine?memory=none"', ":14: players[1].player: memory"),
        ('"random"', '"engine?id=3"', ":14: players[1].player: engine takes no id"),
        ('"random"', '"engine?nodes=0"', ":14: players[1].player: nodes"),
        ('"random"', '"engine?depth=500"', ":14: players[1].player: depth"),
        ('"greedy"', '"greedy?name=one"', ":17: players[2].player: players 1 and 2 are both called 'one'"),
        ('"greedy"', '"greedy"\n[players.control]\nmargin = 1', ":18: players[2].control: nothing ends"),
        ('"greedy"', '"greedy"\ndirectory = "nowhere"', ":18: players[2].directory: "),
        ('name = "cup"', 'anchor = "greddy"', ":1: anchor: 'greddy' does not play; did you mean greedy?"),
        ('name = "cup"', "sprt = { elo0 = 5, elo1 = 0 }", ":1: sprt.elo1: must be greater than elo0"),
        ('name = "cup"', "sprt = { elo0 = 0, elo1 = 5 }", ":3: games: 2 can't end the sequential test"),
        ('name = "cup"', 'name = "cup', ":1: not TOML"),
        ("size = 5 }", 'size = 5 }\nopenings = { file = "no.txt" }', "no.txt: cannot be read"),
        ("size = 5 }", 'size = 5 }\nopenings = { count = 9, plies = 0, margin = 0 }', ":11: contests[1].ope"),
        ("size = 5 }", 'size = 5 }\nopenings = { count = 9, file = "x" }', ":11: contests[1].openings: ei"),
        ("", '[[contests]]\ngame = "loa"\noptions = { size = "5" }\n', ":8: contests: 'loa size=5' stands"),
    ],
)  # fmt: skip
def test_an_error_says_where_and_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str
) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(GOOD.replace(old, new, 1) if old else GOOD + new)
    assert run(["tournament", str(path)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.startswith(f"error: {tmp_path}/"), "the file is named"
    assert error.count("\n") == 1
    assert not (tmp_path / "cup.db").exists(), "nothing has begun"


def test_the_good_one_is_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cup.toml").write_text(GOOD)
    assert run(["tournament", str(tmp_path / "cup.toml")]) == 0
    assert "greedy" in capsys.readouterr().out


def test_limits_of_a_players_line_are_its_odds() -> None:
    """They replace the same limits of everybody's control; without one they are all that the player has."""
    players = [PlayerConfig(player=f"engine?name={name}{more}") for name, more in
               [("a", ""), ("b", "&nodes=5"), ("c", "&time=500&inc=3"), ("d", "&level=1")]]  # fmt: skip
    contests = [ContestConfig(game="loa")]
    free = CupConfig(players=players, contests=contests)
    assert [free.control_of(each).movetime for each in players[:3]] == [100, None, None]
    assert free.control_of(players[1]) == TimeControl(nodes=5)
    assert free.control_of(players[2]) == TimeControl(time=500, inc=3)
    assert free.control_of(players[3]).limited
    bound = CupConfig(players=players, contests=contests, control=TimeControl(movetime=70, margin=9))
    assert bound.control_of(players[1]) == TimeControl(movetime=70, margin=9, nodes=5)
    own = PlayerConfig(player="engine?nodes=5", control=TimeControl(depth=3))
    assert bound.control_of(own) == TimeControl(depth=3, nodes=5)
    assert own.spec().limits == Limits(), "the referee keeps them; nothing else does"
