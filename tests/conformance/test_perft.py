"""Known perft counts, and perft's bounds."""

import threading
import time
from pathlib import Path

import pytest

from engine import _core
from tests.conformance.rows import PERFT, Perft

PAGES = Path(__file__).parent.parent.parent / "docs" / "rules"


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row.game}-{row.options}-{row.position}")
def test_leaves(row: Perft) -> None:
    state = _core.State(row.game, row.options, row.position)
    leaves = tuple(state.perft(depth, _core.StopFlag()) for depth in range(1, len(row.leaves) + 1))
    assert leaves == row.leaves


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_leaves_of_loa_at_depth_6() -> None:
    assert _core.State("loa", {}).perft(6, _core.StopFlag()) == 1938494632


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row.game}-{row.options}-{row.position}")
def test_rules_page_states_the_same_leaves(row: Perft) -> None:
    page = (PAGES / f"{row.game}.md").read_text(encoding="utf-8")
    table_row = " | ".join(f"{leaves:,}" for leaves in row.leaves)
    assert f"| {table_row} |" in page


def test_perft_leaves_other_threads_be_and_stops_when_told() -> None:
    stop = _core.StopFlag()
    found: list[int | None] = []
    worker = threading.Thread(target=lambda: found.append(_core.State("loa", {}).perft(60, stop)))
    worker.start()
    time.sleep(0.05)
    begun = time.monotonic()
    stop.set()
    worker.join(timeout=10)
    assert found == [None]
    assert time.monotonic() - begun < 1


def test_every_game_has_a_row() -> None:
    assert {row.game for row in PERFT} == {game["name"] for game in _core.games()}


def test_depth_0_is_the_position_itself() -> None:
    assert _core.State("lag", {}).perft(0, _core.StopFlag()) == 1


@pytest.mark.parametrize("depth", [-1, 101])
def test_depth_is_bounded(depth: int) -> None:
    with pytest.raises(ValueError, match="depth must be 0 to 100"):
        _core.State("loa", {}).perft(depth, _core.StopFlag())


def test_stopped_perft_counts_nothing() -> None:
    stop = _core.StopFlag()
    stop.set()
    assert _core.State("loa", {}).perft(50, stop) is None


def test_a_finished_game_has_no_lines() -> None:
    state = _core.State("loa", {}, "8/8/3bbb2/3b3w/7w/7w/7w/8:w:41")
    assert [state.perft(depth, _core.StopFlag()) for depth in (0, 1, 2)] == [1, 0, 0]


def test_repetition_does_not_count() -> None:
    drawn = _core.State("loa", {"repetition": "2"}, "6bw/6ww/8/8/8/8/ww6/wb6:b:0")
    assert drawn.perft(2, _core.StopFlag()) == sum(
        _core.State("loa", {"repetition": "off"}, after(drawn, move)).perft(1, _core.StopFlag()) or 0
        for move in drawn.moves()
    )


def after(state: _core.State, move: str) -> str:
    copy = state.copy()
    copy.play([move])
    return copy.position
