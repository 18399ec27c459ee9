"""The loop of a tournament: what counts, what is played again, and what stops it."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from bots.errors import CommandError
from bots.tournament.game import Event, GameResult, Ply
from bots.tournament.match import Match, Played
from bots.tournament.records import Writer
from bots.tournament.runner import Ended, RunError
from bots.tournament.runner import drive as driving
from bots.tournament.runner.views import LineView
from tests.tournament.runner.fields import FakeField, config, forfeited, run_on, start, unready, void, won


async def test_a_void_game_is_played_again_and_the_attempt_is_kept(tmp_path: Path) -> None:
    spoilt: list[str] = []

    async def play(match: Match) -> Played:
        if match.spec.number == 1 and len(spoilt) < 2:
            spoilt.append(match.spec.id)
            return void(match)
        return won(match)

    with start(tmp_path / "m.db", config()) as file:
        run, watch = run_on(file, play)
        assert await run.run() is Ended.COMPLETE
        assert [each.spec.number for each in (one.result for one in watch.played)] == [0, 1, 2, 3]
        assert len(watch.spoilt_games) == 2
        assert [event.text for event in file.events()] == ["attempt 1: disk full", "attempt 2: disk full"]
        assert run.tally.void == 0
        assert run.tally.games == 4


async def test_a_game_void_every_time_counts_for_nobody(tmp_path: Path) -> None:
    async def play(match: Match) -> Played:
        return void(match) if match.spec.number == 1 else won(match)

    with start(tmp_path / "m.db", config()) as file:
        run, _ = run_on(file, play)
        assert await run.run() is Ended.COMPLETE
        assert (run.tally.games, run.tally.void) == (3, 1)
        assert all(not forfeits for forfeits in run.tally.forfeits.values())
        assert len(list(file.events())) == 3, "two attempts before, and the one that stands"


async def test_attempts_are_counted_across_restarts(tmp_path: Path) -> None:
    calls = 0

    async def play(match: Match) -> Played:
        nonlocal calls
        calls += 1
        if calls == 2:
            run.stop()
        return void(match) if match.spec.number == 0 else won(match)

    with start(tmp_path / "m.db", config(games=2)) as file:
        run, _ = run_on(file, play)
        assert await run.run() is Ended.STOPPED
        again, watch = run_on(file, play)
        assert await again.run() is Ended.COMPLETE
        assert len(watch.spoilt_games) == 0, "the third attempt is the last"
        assert again.tally.void == 1


async def test_a_runner_that_can_play_nothing_stops_and_blames_nobody(tmp_path: Path) -> None:
    async def play(match: Match) -> Played:
        return void(match, "OSError: no files left")

    with start(tmp_path / "m.db", config(games=1000)) as file:
        run, _ = run_on(file, play)
        with pytest.raises(ExceptionGroup) as caught:
            await run.run()
        assert isinstance(caught.value.exceptions[0], RunError)
        assert file.count() <= 1, "the games are there to be played"
        assert run.tally.games == 0
        assert len(list(file.events())) == 6, "every attempt, also the last"


async def test_one_standstill_that_spoils_all_games_under_way_does_not_stop_the_run(tmp_path: Path) -> None:
    """A laptop that was asleep: twelve games side by side are too late at once, and are played again."""
    spoilt: set[str] = set()

    async def play(match: Match) -> Played:
        await asyncio.sleep(0)
        if match.spec.number < 12 and match.spec.id not in spoilt:
            spoilt.add(match.spec.id)
            return void(match, "the runner itself stood still")
        return won(match)

    with start(tmp_path / "m.db", config(games=40)) as file:
        run, _ = run_on(file, play, 12)
        assert await run.run() is Ended.COMPLETE
        assert (run.tally.games, run.tally.void) == (40, 0)


async def test_a_player_that_never_comes_up_does_not_lose_a_thousand_games(tmp_path: Path) -> None:
    async def play(match: Match) -> Played:
        return unready(match, match.spec.seat("b"))

    with start(tmp_path / "m.db", config(games=1000)) as file:
        run, _ = run_on(file, play, concurrency=2)
        with pytest.raises(ExceptionGroup) as caught:
            await run.run()
        error = caught.value.exceptions[0]
        assert isinstance(error, RunError)
        assert "b could not be made ready for 5 games in a row, the last time: no such file" in str(error)
        assert file.count() <= 6, "the fifth, and one that was under way beside it"


async def test_a_player_that_comes_up_now_and_then_only_loses_games(tmp_path: Path) -> None:
    async def play(match: Match) -> Played:
        return won(match) if match.spec.number % 4 == 0 else unready(match, match.spec.seat("b"))

    with start(tmp_path / "m.db", config(games=20)) as file:
        run, _ = run_on(file, play)
        assert await run.run() is Ended.COMPLETE
        assert run.tally.forfeits["b"] == {"crash": 15}


@pytest.mark.parametrize("concurrency", [1, 3, 200])
async def test_games_side_by_side_never_exceed_what_was_asked(tmp_path: Path, concurrency: int) -> None:
    now = most = 0

    async def play(match: Match) -> Played:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return won(match)

    with start(tmp_path / "m.db", config(games=12)) as file:
        run, watch = run_on(file, play, concurrency)
        assert await run.run() is Ended.COMPLETE
    assert most == min(concurrency, 12)
    assert len(watch.played) == 12


async def test_the_sequential_test_stops_the_match(tmp_path: Path) -> None:
    from bots.tournament.statistics import Sprt

    async def play(match: Match) -> Played:
        from bots.tournament.outcome import by_rule
        from tests.tournament.runner.fields import played

        colour = "black" if match.spec.first == "a" else "white"
        return played(match, by_rule(colour, "line", {"first": "black", "second": "white"}))

    with start(tmp_path / "m.db", config(games=10_000, sprt=Sprt(elo0=0, elo1=20))) as file:
        run, _ = run_on(file, play, 4)
        assert await run.run() is Ended.SPRT
        assert run.sprt is not None
        assert run.sprt.verdict == "H1"
        assert 2 < run.tally.games < 10_000
        again, watch = run_on(file, play, 4)
        assert await again.run() is Ended.SPRT, "a resumed match knows that it is decided"
        assert watch.played == []


async def test_what_the_test_accepted_stands_whatever_the_games_under_way_bring(tmp_path: Path) -> None:
    from bots.tournament.records import read
    from bots.tournament.report import json_report
    from bots.tournament.statistics import Sprt

    async def play(match: Match) -> Played:
        await asyncio.sleep(0)
        if match.spec.number < least:
            return forfeited(match, "b")
        while run.sprt is None or run.sprt.verdict is None:
            await asyncio.sleep(0)
        return forfeited(match, "a")

    test = Sprt(elo0=-50, elo1=50, model="logistic")
    least = 2 * next(pairs for pairs in range(1, 100) if test.decidable(pairs))
    cup = config(games=1000, sprt=test)
    with start(tmp_path / "m.db", cup) as file:
        run, _ = run_on(file, play, 8)
        assert await run.run() is Ended.SPRT
        assert run.sprt is not None
        assert run.sprt.verdict == "H1"
        assert run.sprt.llr < run.sprt.upper, "games that were under way have moved it back"
        games = run.tally.games
        again, watch = run_on(file, play, 8)
        assert await again.run() is Ended.SPRT
        assert watch.played == []
    with read(tmp_path / "m.db") as reader:
        assert json_report(reader)["sprt"]["verdict"] == "H1"
        assert [event.kind for event in reader.events() if event.kind != "crash"] == ["H1"]
        assert reader.count() == games == least + 7


def test_a_full_disk_is_one_line_and_nothing_counts_that_is_not_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.db"
    finish = Writer.finish

    def full(
        self: Writer, result: GameResult, plies: Sequence[Ply] = (), events: Sequence[Event] = ()
    ) -> None:
        if result.spec.number == 2:
            raise sqlite3.OperationalError("database or disk is full")
        finish(self, result, plies, events)

    async def play(match: Match) -> Played:
        return won(match)

    monkeypatch.setattr(Writer, "finish", full)
    monkeypatch.setattr(driving, "_field", lambda _: FakeField(play))
    with start(path, config()) as file:
        with pytest.raises(CommandError) as caught:
            driving.drive(file, 1, LineView(Console(quiet=True)))
        assert str(caught.value).startswith(f"{path} can't be written: database or disk is full; ")
        assert f"trilogue-bots resume {path}" in str(caught.value)
        assert file.count() == 2
    monkeypatch.undo()
