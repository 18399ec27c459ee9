"""Whole games, position by position: legal moves, results and positions as recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import _core

DATA = Path(__file__).parent.parent / "data"


def records(name: str) -> list[dict[str, Any]]:
    with (DATA / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


GAMES = records("games.jsonl")
LOA_GAMES = records("loa-games.jsonl")


def test_all_games_are_here() -> None:
    assert {record["game"] for record in GAMES} == {game["name"] for game in _core.games()}
    assert len(LOA_GAMES) == 7


@pytest.mark.parametrize("record", GAMES, ids=lambda r: f"{r['game']}-{r['options']}-{r['seed']}")
def test_random_game(record: dict[str, Any]) -> None:
    state = _core.State(record["game"], record["options"])
    for ply in record["line"]:
        assert state.position == ply["position"]
        assert sorted(state.moves()) == sorted(ply["moves"])
        assert state.legal == len(ply["moves"])
        assert state.result == ply.get("result")
        again = _core.State(record["game"], record["options"], ply["position"])
        assert (again.hash, again.moves(), again.result) == (state.hash, state.moves(), state.result)
        if "played" in ply:
            assert state.play([ply["played"]]) == [ply["played"]]
    assert state.over
    assert state.ply == record["plies"]


@pytest.mark.parametrize("record", LOA_GAMES, ids=lambda r: r["event"])
def test_recorded_game_of_lines_of_action(record: dict[str, Any]) -> None:
    state = _core.State("loa", {})
    for move in record["moves"]:
        assert not state.over
        state.play([move])
    assert (state.result, state.reason, state.position) == (record["result"], "connected", record["position"])
