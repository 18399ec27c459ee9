"""What users of other tournament programs complained of, each as a test that it can't happen here.

Those that need real engines are in tests/process/test_tournament_known.py, test_tournament_faults.py (each
misbehaving engine) and test_tournament_killed.py (kills, Ctrl-C, orphans).
"""

import asyncio
import math
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from bots.players.base import Choice, Limits, Player, Turn
from bots.tournament.config import ContestConfig, CupConfig, PlayerConfig
from bots.tournament.export import json_lines
from bots.tournament.game import Opening
from bots.tournament.match import Adjudication, DrawRule, ResignRule, TimeControl, play
from bots.tournament.outcome import Ending, Seat
from bots.tournament.records import create, read, write
from bots.tournament.report import json_report
from bots.tournament.runner import Ended, Run, Setup, setup_of
from bots.tournament.runner.begin import describe
from bots.tournament.runner.setup import Maker
from bots.tournament.statistics import Counts, Sprt, estimate
from protocol.errors import EngineGone, GoneKind
from tests.tournament.match.players import Act, Scripted, match, raising, saying, slow
from tests.tournament.runner.watching import Silent

CRASH = raising(EngineGone("ended by signal 11", kind=GoneKind.CRASH, exit_code=-11))
SHORT = TimeControl(movetime=60, margin=40, stall=150)
TESTS = [Sprt(elo0=0, elo1=5), Sprt(elo0=-10, elo1=0, model="logistic"), Sprt(elo0=0, elo1=50)]


class Rigged(Setup, frozen=True, kw_only=True):
    """A setup whose players are made by a test."""

    rigged: dict[str, Maker]

    def makers(self) -> dict[str, Maker]:
        return self.rigged


def cup(names: str = "ab", games: int = 4, **more: object) -> CupConfig:
    return CupConfig(
        players=[PlayerConfig(name=name, player="random?seed=1") for name in names],
        contests=[ContestConfig(game="lag", options={"size": 3})],
        games=games,
        **more,  # type: ignore[arg-type]
    )


async def held(path: Path, config: CupConfig, scripts: Mapping[str, Mapping[int, Act]]) -> Run:
    """Play a whole tournament; those with a script do what it says at its plies."""
    tournament = describe(config, path.parent)
    setup = setup_of(tournament)
    makers = setup.makers() | {name: lambda n=name: Scripted(n, scripts[n]) for name in scripts}
    known = {name: getattr(setup, name) for name in setup.__struct_fields__}
    with create(path, tournament) as file:
        run = Run(Rigged(**known, rigged=makers), file, 2, Silent())
        run.load()
        async with asyncio.timeout(30):
            assert await run.run() is Ended.COMPLETE
    return run


@pytest.mark.parametrize("sprt", TESTS)
@pytest.mark.parametrize("cell", [0, 2, 4])
def test_the_sequential_test_is_never_nan_on_lopsided_matches(sprt: Sprt, cell: int) -> None:
    for count in (1, 2, 10, 1000, 100_000):
        pairs = [0, 0, 0, 0, 0]
        pairs[cell] = count
        made = Counts(pairs=pairs)
        assert math.isfinite(sprt.state(made).llr)
        assert all(math.isfinite(value) for value in vars_of(estimate(made)))


def vars_of(said: object) -> list[float]:
    return [float(getattr(said, name)) for name in said.__struct_fields__]  # type: ignore[attr-defined]


@pytest.mark.parametrize("sprt", TESTS)
@pytest.mark.parametrize("cell", [0, 4])
def test_the_sequential_test_does_not_hang_on_all_losses_and_ends(sprt: Sprt, cell: int) -> None:
    began = time.process_time()
    pairs = [0, 0, 0, 0, 0]
    pairs[cell] = 2000
    assert sprt.state(Counts(pairs=pairs)).verdict == ("H1" if cell else "H0")
    assert time.process_time() - began < 1


@pytest.mark.parametrize("sprt", TESTS)
def test_the_sequential_test_says_in_which_elo_its_bounds_are(sprt: Sprt) -> None:
    assert sprt.model in str(sprt.state(Counts()))


@pytest.mark.parametrize("sprt", [*TESTS, Sprt(elo0=-1000, elo1=1000, model="logistic")])
@pytest.mark.parametrize("score", [0, 0.5, 1])
def test_the_sequential_test_does_not_end_after_one_game(sprt: Sprt, score: float) -> None:
    one = Counts()
    one.single(score)
    assert sprt.state(one).verdict is None


async def test_a_crash_is_noticed_at_fixed_nodes_too(tmp_path: Path) -> None:
    played = await play(
        match(control=TimeControl(nodes=1)), {"first": Scripted("A"), "second": Scripted("B", {1: CRASH})}
    )
    assert played.result.outcome.ending is Ending.CRASH
    silent = TimeControl(nodes=1, stall=50)
    played = await play(
        match(control=silent), {"first": Scripted("A"), "second": Scripted("B", {1: slow(60)})}
    )
    assert played.result.outcome.ending is Ending.STALL


async def test_an_engine_that_crashes_in_every_game_does_not_keep_the_tournament_from_its_end(
    tmp_path: Path,
) -> None:
    run = await held(tmp_path / "m.db", cup("abc", 6, format="round-robin"), {"b": {2: CRASH, 3: CRASH}})
    assert run.schedule.over
    assert run.tally.games == 18
    assert run.tally.forfeits["b"] == {"crash": 12}


@pytest.mark.parametrize("names", ["ab", "abcd"])
async def test_counts_are_the_same_everywhere_after_stopping_and_resuming(tmp_path: Path, names: str) -> None:
    """Also with more than two players: the pairings go on where they were."""
    path, config = tmp_path / "m.db", cup(names, 10, format="round-robin")
    tournament = describe(config, tmp_path)
    with create(path, tournament) as file:
        watch = Stopping(after=7)
        run = watch.run = Run(setup_of(tournament), file, 2, watch)
        run.load()
        assert await run.run() is Ended.STOPPED
    with write(path) as file:
        run = Run(setup_of(file.tournament()), file, 2, Silent())
        run.load()
        before = run.tally.games
        assert 7 <= before <= 9
        assert await run.run() is Ended.COMPLETE
    total = 10 * len(names) * (len(names) - 1) // 2
    with read(path) as reader:
        assert reader.count() == run.tally.games == total
        assert len(list(json_lines(reader.games()))) == total
        assert len(json_report(reader)["games"]) == total
        met = [frozenset((each.spec.first, each.spec.second)) for each in reader.results()]
        assert all(met.count(pair) == 10 for pair in set(met))


class Stopping(Silent):
    """Stops the run after so many games."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.run: Run | None = None
        self._after = after

    def finished(self, played: object) -> None:
        super().finished(played)  # type: ignore[arg-type]
        if len(self.played) == self._after and self.run is not None:
            self.run.stop()


async def test_a_stall_and_a_disconnect_are_told_apart(tmp_path: Path) -> None:
    gone = raising(EngineGone("closed its output", kind=GoneKind.DISCONNECT))
    endings = []
    for act in (slow(60), gone):
        played = await play(match(control=SHORT), {"first": Scripted("A", {0: act}), "second": Scripted("B")})
        endings.append(played.result.outcome.ending)
    assert endings == [Ending.STALL, Ending.DISCONNECT]


async def test_a_move_that_comes_late_loses_on_time_and_is_not_called_illegal(tmp_path: Path) -> None:
    run = await held(tmp_path / "m.db", cup(control=SHORT), {"b": {0: slow(0.17), 1: slow(0.17)}})
    assert run.tally.endings == {Ending.TIME: 4}
    assert run.tally.forfeits["b"] == {"time-forfeit": 4}, "each counted once"


@pytest.mark.parametrize("standstill", [0.12, 0.4])
async def test_no_burst_of_false_time_losses_when_the_machine_is_busy(standstill: float) -> None:
    """What the runner itself was late by is nobody's fault: the game is void and will be played again."""

    async def busy() -> None:
        await asyncio.sleep(0.03)
        time.sleep(standstill)

    players: dict[Seat, Player] = {"first": Scripted("A", {0: slow(0.05)}), "second": Scripted("B")}
    task = asyncio.create_task(busy())
    played = await play(match(control=SHORT), players)
    await task
    assert played.result.outcome.ending is Ending.VOID
    assert "the runner itself stood still" in played.result.outcome.detail


async def test_an_illegal_move_loses_its_game_and_ends_neither_program_nor_record(tmp_path: Path) -> None:
    run = await held(tmp_path / "m.db", cup(), {"b": {2: saying("a1-h8"), 3: saying("????")}})
    assert run.tally.endings == {Ending.ILLEGAL: 4}
    assert run.tally.counts("b", "a").wins == run.tally.counts("b", "a").draws == 0, "lost, not drawn"
    with read(tmp_path / "m.db") as reader:
        assert all("a1-h8" not in record.moves and "????" not in record.moves for record in reader.games())
    assert run.tally.games == 4


async def test_the_adjudication_says_its_rule_and_what_it_counted() -> None:
    rules = Adjudication(draw=DrawRule(score=5, moves=3, after=4), plies=200)
    players: dict[Seat, Player] = {
        "first": Scripted("A", score="cp:2"),
        "second": Scripted("B", score="cp:-3"),
    }
    played = await play(match("loa", adjudication=rules), players)
    outcome = played.result.outcome
    assert (outcome.ending, outcome.reason, outcome.winner) == (Ending.ADJUDICATION, "score", None)
    assert outcome.counters == {"moves": 3, "limit": 3, "score": 5}
    assert played.result.plies == 10, "nothing before ply 4 is counted, then three moves of each"


async def test_a_result_by_the_rules_is_not_overruled_by_a_claim() -> None:
    """A game that the rules end is over, whatever scores and limits say at that move."""
    rules = Adjudication(plies=1000, proven=True)
    players: dict[Seat, Player] = {
        "first": Scripted("A", score="win:1"),
        "second": Scripted("B", score="win:1"),
    }
    played = await play(match(adjudication=rules, size=3), players)
    assert played.result.outcome.ending is Ending.WIN


async def test_a_drawn_game_is_not_overruled_by_a_claim() -> None:
    """Lines of Action, both connected by the same move: a draw, though one side claims to have won."""
    rules = Adjudication(proven=True, resign=ResignRule(score=1, moves=1, both=False))
    players: dict[Seat, Player] = {"first": Scripted("A", score="win:1"), "second": Scripted("B")}
    opening = Opening(position="5/3b1/4w/5/w3b:b:0")
    played = await play(match("loa", adjudication=rules, opening=opening, size=5), players)
    assert (played.result.outcome.ending, played.result.plies) == (Ending.DRAW, 1)


async def test_a_line_of_play_that_goes_on_beyond_the_end_is_no_illegal_move() -> None:
    async def dreaming(view: Turn, limits: Limits) -> Choice:
        return Choice(move=view.legal[0], pv=(view.legal[0], "z9-z8", "????"))

    players: dict[Seat, Player] = {"first": Scripted("A", dict.fromkeys(range(0, 200, 2), dreaming)),
                                   "second": Scripted("B")}  # fmt: skip
    played = await play(match(size=3), players)
    assert played.result.outcome.ending is Ending.WIN
    assert played.events == ()


async def test_more_seats_than_games(tmp_path: Path) -> None:
    tournament = describe(cup(games=2), tmp_path)
    with create(tmp_path / "m.db", tournament) as file:
        run = Run(setup_of(tournament), file, 200, Silent())
        run.load()
        assert await run.run() is Ended.COMPLETE


def test_openings_are_not_repeated_before_all_were_played(tmp_path: Path) -> None:
    from bots.tournament.config import OpeningsConfig
    from bots.tournament.schedule import schedule

    config = CupConfig(
        players=[PlayerConfig(player="random"), PlayerConfig(player="greedy")],
        contests=[ContestConfig(game="loa", openings=OpeningsConfig(count=20, margin=0))],
        games=80,
    )
    made = schedule(describe(config, tmp_path).plan)
    specs = [made.next() for _ in range(80)]
    used = [spec.opening for spec in specs if spec is not None]
    assert sorted(set(used[:40])) == list(range(20))
    assert all(used.count(index) == 4 for index in range(20))
