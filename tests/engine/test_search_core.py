"""The searcher as Python sees it: wins, limits, lines, and how it is steered."""

import itertools
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine import _core

GAMES = ("lag", "loa", "lot")
SMALL: dict[str, dict[str, int | str]] = {
    "lag": {"size": 3},
    "loa": {"size": 5, "repetition": "off"},
    "lot": {"size": 5, "pie": "off"},
}


def random_state(game: str, seed: int, plies: int, options: dict[str, int | str]) -> _core.State:
    """Play random moves; never to the end of the game."""
    chance = random.Random(seed)
    state = _core.State(game, options)
    for _ in range(plies):
        state.play([chance.choice(state.moves())])
        if state.over:
            state.undo(1)
            break
    return state


def search(state: _core.State, memory: int = 4, **limits: Any) -> dict[str, Any]:
    return _core.Searcher(memory).search(state, _core.SearchLimits(**limits))


def collect(state: _core.State, **limits: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    infos: list[dict[str, Any]] = []
    answer = _core.Searcher(4).search(state, _core.SearchLimits(**limits), infos.append)
    return answer, infos


def wins_within(state: _core.State, plies: int) -> bool:
    """Whether the player to move can force a win within so many plies, by trying everything."""
    mover = state.turn
    for move in state.moves():
        state.play([move])
        won = state.result == mover or (plies > 1 and not state.over and loses_within(state, plies - 1))
        state.undo(1)
        if won:
            return True
    return False


def loses_within(state: _core.State, plies: int) -> bool:
    """Whether every move of the player to move lets the opponent win in time."""
    mover = state.turn
    for move in state.moves():
        state.play([move])
        lost = state.result not in {None, "draw", mover} or (
            not state.over and plies > 1 and wins_within(state, plies - 1)
        )
        state.undo(1)
        if not lost:
            return False
    return True


# --- decided games


@pytest.mark.parametrize("game", GAMES)
def test_forced_wins_and_losses_are_true_and_shortest(game: str) -> None:
    seen: dict[str, int] = {}
    for seed in range(150):
        state = random_state(game, seed, 8 + seed % 24, SMALL[game])
        score = search(state, memory=1, depth=5)["score"]
        kind, _, number = score.partition(":")
        if kind not in {"win", "loss"} or int(number) > 3 or seen.get(score, 0) >= 3:
            continue
        seen[score] = seen.get(score, 0) + 1
        within = wins_within if kind == "win" else loses_within
        assert within(state, int(number)), (state.position, score)
        if int(number) > 1:
            assert not within(state, int(number) - 1), (state.position, score)
    assert {"win:1", "win:3", "loss:2"} <= set(seen)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_a_decided_game_reaches_its_end(game: str) -> None:
    seen = 0
    for seed in range(60):
        state = random_state(game, seed, 10 + seed % 20, SMALL[game])
        answer = search(state, memory=1, depth=6)
        state.play(answer["pv"])
        if answer["score"].startswith(("win", "loss")):
            seen += 1
            assert state.over
            assert len(answer["pv"]) == int(answer["score"].split(":")[1])
    assert seen > 10


def test_a_move_that_connects_the_opponent_too_is_judged_by_the_option() -> None:
    position = "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40"
    drawn = search(_core.State("loa", {}, position), depth=3, searchmoves=["a6xe6"])
    assert drawn["score"] == "draw"
    won = search(_core.State("loa", {"simultaneous": "mover"}, position), depth=3, searchmoves=["a6xe6"])
    assert won["score"] == "win:1"


def test_a_move_that_connects_only_the_opponent_loses() -> None:
    state = _core.State("loa", {}, "8/8/b2bwb2/7w/7w/7w/7w/b7:b:40")
    state_after = state.copy()
    state_after.play(["a6xe6"])
    assert state_after.result == "white"
    assert search(state, depth=2, searchmoves=["a6xe6"])["score"] == "loss:1"


def test_full_boards_are_proved_drawn() -> None:
    options: dict[str, int | str] = {"size": 5, "pie": "off"}
    for position in ("1W1b1/2B1b/BB1wB/wwbW1/bWbwW:w:33", "bB1W1/bbBwB/wbWb1/wWw1W/bwBwb:w:37"):
        assert search(_core.State("lot", options, position), depth=12)["score"] == "draw"


# --- limits


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("nodes", [1, 2, 1000, 5003])
def test_node_limits_are_exact(game: str, nodes: int) -> None:
    answer = search(_core.State(game, {}), nodes=nodes)
    assert answer["nodes"] == nodes
    assert answer["move"] in _core.State(game, {}).moves()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("depth", [1, 4])
def test_depth_limits_are_reached_and_kept(game: str, depth: int) -> None:
    answer, infos = collect(_core.State(game, {}), depth=depth)
    assert answer["depth"] == depth
    assert {info["depth"] for info in infos} == set(range(1, depth + 1))


def test_movetime_is_used_and_kept() -> None:
    answer = search(_core.State("loa", {}), movetime=60)
    assert 60 <= answer["elapsed"] <= 160  # the upper bound leaves room for a busy machine


def test_the_first_limit_ends_the_search() -> None:
    assert search(_core.State("loa", {}), movetime=60000, nodes=500)["nodes"] == 500
    assert search(_core.State("loa", {}), nodes=10**9, depth=2)["depth"] == 2


def test_a_clock_is_shared_out() -> None:
    answer = search(_core.State("loa", {}), time=2000, inc=0, opptime=2000)
    assert answer["elapsed"] < 600
    assert search(_core.State("loa", {}), time=0)["elapsed"] < 100


def test_an_only_move_is_made_at_once_on_a_clock() -> None:
    state = _core.State("loa", {}, "6wb/6ww/8/8/8/8/ww6/bw6:b:0")
    answer = search(state, time=600000)
    assert (answer["move"], answer["elapsed"] < 1000) == ("pass", True)


def test_limits_are_checked() -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {},
        {"nodes": 0},
        {"depth": 0},
        {"movetime": -1},
        {"depth": 1, "multipv": 0},
        {"time": -5},
    )
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"must be|needs a limit"):
            _core.SearchLimits(**wrong)


# --- lines and moves


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_sorted_distinct_and_legal(game: str) -> None:
    state = random_state(game, 3, 6, {})
    _, infos = collect(state, depth=5, multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4] * 5
    for first in range(0, len(infos), 4):
        lines = infos[first : first + 4]
        assert len({line["pv"][0] for line in lines}) == 4
        assert [line["depth"] for line in lines] == [first // 4 + 1] * 4
        values = [value_of(line["score"]) for line in lines]
        assert values == sorted(values, reverse=True)
        for line in lines:
            state.copy().play(line["pv"])


def value_of(score: str) -> int:
    """Turn a score into a number that orders scores."""
    kind, _, number = score.partition(":")
    if kind == "win":
        return 10**6 - int(number)
    if kind == "loss":
        return int(number) - 10**6
    return int(number or 0)


def test_more_lines_than_moves_are_all_moves() -> None:
    state = _core.State("lag", {"size": 3})
    _, infos = collect(state, depth=1, multipv=99)
    assert {info["pv"][0] for info in infos} == set(state.moves())


@pytest.mark.parametrize("game", GAMES)
def test_searchmoves_are_the_only_ones_considered(game: str) -> None:
    state = _core.State(game, {})
    wanted = state.moves()[3:5]
    answer, infos = collect(state, depth=3, searchmoves=wanted, multipv=5)
    assert {info["pv"][0] for info in infos} == set(wanted)
    assert answer["move"] in wanted


def test_searchmoves_must_be_legal() -> None:
    with pytest.raises(_core.MoveError) as raised:
        search(_core.State("loa", {}), depth=1, searchmoves=["b1-b3", "a1-a2"])
    assert raised.value.index == 1


def test_a_finished_game_is_not_searched() -> None:
    state = _core.State("loa", {}, "8/8/3bbb2/3b3w/7w/7w/7w/8:w:41")
    with pytest.raises(_core.GameOverError):
        search(state, depth=1)


# --- the same again


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, 9])
def test_the_same_inputs_after_clear_give_the_same_answer(game: str, seed: int) -> None:
    searcher = _core.Searcher(2)
    state = random_state(game, 5, 5, {})
    runs = []
    for _ in range(3):
        infos: list[dict[str, Any]] = []
        answer = searcher.search(state, _core.SearchLimits(nodes=20000, seed=seed), infos.append)
        searcher.clear()
        runs.append(
            [{k: v for k, v in info.items() if k not in {"nps", "elapsed"}} for info in [*infos, answer]]
        )
    assert runs[0] == runs[1] == runs[2]


# --- steering


def run_beside(act: Callable[[_core.Searcher], None], **limits: Any) -> tuple[dict[str, Any], float]:
    """Search LOA's start in a thread, and `act` meanwhile; the answer, and the seconds since act returned."""
    searcher = _core.Searcher(4)
    answers: list[dict[str, Any]] = []
    begun = threading.Event()

    def job() -> None:
        answers.append(
            searcher.search(_core.State("loa", {}), _core.SearchLimits(**limits), lambda _: begun.set())
        )

    thread = threading.Thread(target=job)
    thread.start()
    assert begun.wait(10)
    act(searcher)
    told = time.perf_counter()
    thread.join(20)
    assert answers
    return answers[0], time.perf_counter() - told


@pytest.mark.parametrize("limits", [{"infinite": True}, {"ponder": True, "time": 10}, {"movetime": 20000}])
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_any_search_with_a_move(limits: dict[str, Any], threads: int) -> None:
    answer, waited = run_beside(_core.Searcher.stop, threads=threads, **limits)
    assert answer["move"] in _core.State("loa", {}).moves()
    assert waited < 1


def test_a_stop_before_the_search_began_stops_it_and_no_later_one() -> None:
    searcher = _core.Searcher(1)
    state = _core.State("loa", {})
    searcher.arm()
    searcher.stop()
    answer = searcher.search(state, _core.SearchLimits(infinite=True))
    assert answer["move"] in state.moves()
    assert searcher.search(state, _core.SearchLimits(nodes=3000))["nodes"] == 3000
    searcher.stop()
    searcher.arm()
    assert searcher.search(state, _core.SearchLimits(nodes=3000))["nodes"] == 3000


def test_a_ponderhit_makes_the_limits_count() -> None:
    answer, _ = run_beside(lambda searcher: searcher.ponderhit(), ponder=True, movetime=50)
    assert answer["elapsed"] >= 50
    answer, waited = run_beside(lambda searcher: searcher.ponderhit(time=300), ponder=True, time=10**7)
    assert waited < 2


def test_a_settled_endless_search_waits_to_be_told_and_keeps_telling() -> None:
    state = _core.State("loa", {}, "8/8/3bb3/6b1/8/8/8/w6w:b:40")
    searcher = _core.Searcher(1)
    infos: list[float] = []

    def tell(info: dict[str, Any]) -> None:
        infos.append(time.perf_counter())
        if info["elapsed"] > 300:
            searcher.stop()

    answer = searcher.search(state, _core.SearchLimits(infinite=True, info_interval=50), tell)
    assert answer["score"] == "win:1"
    assert answer["elapsed"] >= 300
    assert max(later - earlier for earlier, later in itertools.pairwise(infos)) < 0.2


def test_infos_come_within_a_long_iteration() -> None:
    _, infos = collect(_core.State("loa", {}), movetime=500, info_interval=50)
    elapsed = [0, *(info["elapsed"] for info in infos)]
    assert max(later - earlier for earlier, later in itertools.pairwise(elapsed)) < 150
    assert [info["nodes"] for info in infos] == sorted(info["nodes"] for info in infos)


def test_an_exception_of_the_callback_ends_the_search_and_is_raised() -> None:
    def fail(_: dict[str, Any]) -> None:
        raise LookupError("enough")

    searcher = _core.Searcher(1)
    with pytest.raises(LookupError, match="enough"):
        searcher.search(_core.State("loa", {}), _core.SearchLimits(infinite=True, threads=2), fail)
    assert searcher.search(_core.State("loa", {}), _core.SearchLimits(depth=2))["depth"] == 2


def test_a_searcher_runs_one_search_at_a_time() -> None:
    def disturb(searcher: _core.Searcher) -> None:
        for act in (
            lambda: searcher.search(_core.State("loa", {}), _core.SearchLimits(depth=1)),
            searcher.clear,
            lambda: searcher.resize(2),
        ):
            with pytest.raises(RuntimeError, match="searching"):
                act()
        searcher.stop()

    run_beside(disturb, infinite=True)


# --- evaluation


@pytest.mark.parametrize("game", GAMES)
def test_the_terms_of_an_evaluation_add_up(game: str) -> None:
    for seed in range(20):
        judged = random_state(game, seed, 12, {}).evaluate()
        total = sum(judged["terms"].values())
        assert judged["score"] == f"cp:{total or 1}"  # 0 would say a draw


def test_a_finished_game_is_judged_by_its_result() -> None:
    assert _core.State("loa", {}, "8/8/3bbb2/3b3w/7w/7w/7w/8:w:41").evaluate() == {
        "score": "draw",
        "terms": {},
    }


# --- strength


def play_out(
    game: str, seed: int, first: Callable[[_core.State], str], second: Callable[[_core.State], str]
) -> int:
    """Play a game after three random plies: 1, 0 or -1 for the one who made the first move of them."""
    state = random_state(game, seed, 4, {})
    movers = [first, second]
    while not state.over and state.ply < 300:
        state.play([movers[state.ply % 2](state)])
    if state.result in {None, "draw"}:
        return 0
    return 1 if state.seats["first"] == state.result else -1


def by_search(nodes: int) -> Callable[[_core.State], str]:
    searcher = _core.Searcher(1)
    return lambda state: str(searcher.search(state, _core.SearchLimits(nodes=nodes, seed=1))["move"])


def score_of(
    game: str, pairs: int, one: Callable[[_core.State], str], two: Callable[[_core.State], str]
) -> float:
    points = sum(play_out(game, s, one, two) - play_out(game, s, two, one) for s in range(pairs))
    return points / (2 * pairs)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_beats_chance(game: str) -> None:
    chance = random.Random(2)
    assert score_of(game, 5, by_search(3000), lambda state: chance.choice(state.moves())) >= 0.7


@pytest.mark.parametrize("game", GAMES)
def test_more_nodes_beat_fewer(game: str) -> None:
    assert score_of(game, 6, by_search(4000), by_search(60)) > 0.3


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_eight_times_the_nodes_win_clearly(game: str) -> None:
    assert score_of(game, 40, by_search(16000), by_search(2000)) > 0.15
