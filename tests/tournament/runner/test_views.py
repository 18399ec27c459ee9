"""What a person sees: live on a terminal, in lines in a pipe."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bots.tournament.match import Match, Played
from bots.tournament.outcome import Ending, forfeit
from bots.tournament.runner import Ended, Run, setup_of
from bots.tournament.runner.views import LineView, LiveView, View
from bots.tournament.runner.views.base import NOTES_SHOWN
from tests.tournament.runner.fields import FakeField, config, played, start, void, won


def terminal(width: int = 110) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=30, markup=False)


def pipe() -> Console:
    return Console(file=io.StringIO(), width=160, markup=False, highlight=False)


def text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())


async def shown(path: Path, view: View, play: Callable[[Match], Played], games: int = 6, **more: Any) -> None:
    async def at_once(match: Match) -> Played:
        return play(match)

    with start(path, config(games=games, **more)) as file:
        run = Run(setup_of(file.tournament()), file, 2, view, field=FakeField(at_once))
        run.load()
        view.open(run)
        try:
            assert await run.run() is Ended.COMPLETE
        finally:
            view.close()


@pytest.mark.parametrize("width", [60, 80, 160])
async def test_the_live_table_has_progress_speed_and_time_to_go(tmp_path: Path, width: int) -> None:
    console = terminal(width)
    await shown(tmp_path / "m.db", LiveView(console), won)
    out = text(console)
    assert "6/6" in out
    assert "games/s" in out or width < 80
    assert max(map(len, out.splitlines())) <= width


async def test_a_swiss_names_its_round(tmp_path: Path) -> None:
    console = terminal()
    await shown(tmp_path / "m.db", LiveView(console), won, 2, names="abcd", format="swiss")
    assert "round 2 of 2" in text(console)


@pytest.mark.parametrize("live", [True, False])
async def test_faults_are_told_but_not_by_the_thousand(tmp_path: Path, live: bool) -> None:
    console = terminal() if live else pipe()
    view: View = LiveView(console) if live else LineView(console)

    def crash(match: Match) -> Played:
        return played(match, forfeit(Ending.CRASH, match.spec.seat("b"), "crash", "signal 11"))

    await shown(tmp_path / "m.db", view, crash, 100)
    out = text(console)
    assert out.count("signal 11") == NOTES_SHOWN
    assert out.count("more like these") == 1
    assert "crash 100" in out


async def test_lines_are_few_and_plain(tmp_path: Path) -> None:
    console = pipe()
    await shown(tmp_path / "m.db", LineView(console), won, 200)
    assert isinstance(console.file, io.StringIO)
    raw = console.file.getvalue()
    assert "\x1b" not in raw
    assert len(raw.splitlines()) == 4, "the table of two players and a match's figures, nothing for each game"


async def test_a_void_game_is_nobodys_and_said_so(tmp_path: Path) -> None:
    console = pipe()

    def play(match: Match) -> Played:
        return void(match) if match.spec.number == 3 else won(match)

    await shown(tmp_path / "m.db", LineView(console), play)
    out = text(console)
    assert out.count("; again") == 2
    assert "1 game is void" in out
