"""A game at a terminal, by script: what a person types and what comes of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bots.errors import CommandError
from bots.play.saved import PERSON, load
from bots.players import Choice, Limits, Turn
from bots.players.seeded import Seeded
from protocol.answers import GoInfo
from tests.bots.play.table import Play


class Script(Seeded):
    """Plays a list of moves, with what it thinks of them."""

    def __init__(self, *moves: str, score: str | None = None) -> None:
        super().__init__("script")
        self.moves, self.score = iter(moves), score

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        move = next(self.moves)
        if move == "^C":
            raise KeyboardInterrupt
        return Choice(move=move, score=self.score)


def test_a_move_its_answer_and_the_end_of_input() -> None:
    play = Play("b1-b3", second=Script("a3xc1"))
    assert play.game.now.played == ("b1-b3", "a3xc1")
    assert "script (white) plays a3xc1" in play.text
    assert "Ply 2, Black (you) to move" in play.text
    assert play.game.left


@pytest.mark.parametrize("text", ["B1B3", "b1:b3", "b1 b3", "b1b"])
def test_moves_in_any_spelling(text: str) -> None:
    assert Play(text, second=PERSON).game.now.played == ("b1-b3",)


def test_a_move_not_told_apart_lists_those_meant() -> None:
    play = Play("b1", second=PERSON)
    assert play.game.now.played == ()
    assert "b1 begins 3 moves:" in play.text
    assert "b1-b3  b1-h1  b1-d3" in play.text


def test_an_illegal_move_says_why() -> None:
    play = Play("b1-b4", second=PERSON)
    assert play.game.now.played == ()
    assert "b1-b4: " in play.text


def test_a_mistyped_command_is_told_from_a_move() -> None:
    assert "did you mean undo?" in Play("udno").text


def test_help_names_every_command() -> None:
    text = Play("help").text
    for name in ("moves", "hint", "undo", "level", "resign", "save", "quit"):
        assert f"  {name}" in text


def test_moves_and_hint_and_history() -> None:
    play = Play("moves c\nhint\nb1-b3\nhistory\nboard", second=Script("a3xc1"))
    assert "6 legal moves that begin with c" in play.text
    assert "+0.35  b1-b3" in play.text
    assert "1. b1-b3  2. a3xc1" in play.text
    assert f"Position: {play.game.now.position}" in play.text


def test_undo_takes_back_to_the_persons_turn() -> None:
    play = Play("b1-b3\nundo", second=Script("a3xc1"))
    assert play.game.now.played == ()
    assert "nothing of yours to take back" in Play("undo").text
    moved_first = Play("undo", first=Script("b1-b3"), second=PERSON)
    assert "nothing of yours to take back" in moved_first.text
    assert moved_first.game.now.played == ("b1-b3",)


def test_undo_between_two_persons_takes_back_one() -> None:
    assert Play("b1-b3\na3xc1\nundo", second=PERSON).game.now.played == ("b1-b3",)


def test_resignation_and_its_undo() -> None:
    play = Play("b1-b3\nresign", second=Script("a3xc1"))
    assert "script (white) has won (resignation)." in play.text
    assert play.game.over
    assert not Play("resign\nundo", second=Script()).game.over


@pytest.mark.parametrize(
    ("score", "drawn"), [("cp:30", False), ("cp:-5", True), ("loss:3", True), (None, False)]
)
def test_a_draw_is_taken_by_who_does_not_stand_better(score: str | None, drawn: bool) -> None:
    play = Play("b1-b3\ndraw", second=Script("a3xc1", score=score))
    assert play.game.over is drawn
    assert ("A draw (agreement)" in play.text) is drawn


def test_the_swap_changes_colours_and_keeps_seats() -> None:
    play = Play("swap", "lot", first=Script("d4", "a1"), second=PERSON)
    assert play.game.now.seats == {"first": "white", "second": "black"}
    assert "You: black" in play.text
    assert "script (white) plays a1" in play.text
    assert play.prompts[-1] == "black> "


END = "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40"


def test_the_end_of_a_game_and_going_back_from_it() -> None:
    play = Play("a6xe6\nb1\nundo", start=END)
    assert "The game is over. A draw (both-connected)." in play.text
    assert "the game is over, and b1 is no command" in play.text
    assert play.game.now.played == ()
    assert "game over> " in play.prompts


def test_a_watched_game_ends_by_itself() -> None:
    play = Play("", "lag", first="random?seed=1", second="random?seed=2", options={"size": 3})
    assert play.game.now.over
    assert play.prompts == []
    assert "The game is over." in play.text


def test_a_watched_game_may_stop_after_some_plies() -> None:
    play = Play("", first="random?seed=1", second="random?seed=2", max_plies=3)
    assert len(play.game.now.played) == 3


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(CommandError, match="script wants to play b1-b9, which is not legal"):
        Play("", first=Script("b1-b9"), second=PERSON)


def test_the_game_is_kept_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play = Play("b1-b3", second=Script("a3xc1"), file=path)
    saved = load(path)
    assert (saved.game, saved.moves, saved.first) == ("loa", ["b1-b3", "a3xc1"], PERSON)
    assert f"play --load {path}" in play.text


def test_save_names_the_next_step(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert f"play --load {path}" in Play(f"save {path}").text
    assert load(path).moves == []
    assert "save where?; write for example: save loa.json" in Play("save").text
    assert "cannot be written" in Play(f"save {tmp_path}/none/x.json").text


@pytest.mark.parametrize(
    ("script", "files"),
    [("b1-b3\n^C\nn", 0), ("b1-b3\n^C\n^C", 0), ("b1-b3\nquit\nmine.json", 1), ("b1-b3\n^C\n", 1), ("^C", 0)],
)
def test_leaving_offers_to_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, files: int
) -> None:
    monkeypatch.chdir(tmp_path)
    # An empty answer takes the name offered.
    script = script + "\n" if script.endswith("\n") else script
    play = Play(script, second=PERSON, interactive=True)
    assert play.game.left
    assert len(list(tmp_path.iterdir())) == files


def test_ctrl_c_while_a_bot_thinks_leaves_the_game() -> None:
    play = Play("b1-b3", second=Script("^C"))
    assert play.game.left
    assert play.game.now.played == ("b1-b3",)


def test_the_only_move_is_played_by_an_empty_line() -> None:
    stuck = Play("\n", start="6wb/6ww/8/8/8/8/ww6/bw6:b:0", second=PERSON)
    assert stuck.game.now.played == ("pass",)
    assert Play("\n\n", second=PERSON).game.now.played == ()


def test_level() -> None:
    play = Play(f"level 2\nlevel 12\nlevel x\nlevel {'9' * 5000}")
    assert play.game.limits.depth == 2
    assert play.text.count("levels are 1 to 10") == 3
