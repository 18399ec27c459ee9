"""How long a tournament's file of 100,000 games takes to write, to resume and to report.

Run by hand: `taskset -c 0 python -m tests.benchmarks.bench_records [GAMES]`. The file holds 50 plies a
game with scores, depths, nodes, times and clocks; each reading figure is the median of seven.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bots.tournament.game import GameResult, Ply
from bots.tournament.records import Tournament, create, read, write
from bots.tournament.report import html_page, json_report
from bots.tournament.report.summary import summarise
from bots.tournament.schedule import Plan, schedule
from engine import games
from tests.tournament.helpers import LOA, by_score

PLAYERS = tuple(f"Engine {number}" for number in range(8))
PLIES = 50
RUNS = 7


def some_games(seed: int, count: int) -> list[list[Ply]]:
    """Return random games of LOA, to be used again and again."""
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        state = games.begin("loa")
        while not state.over and len(state.history) < PLIES:
            state.play([rng.choice(state.moves())])
        made.append([Ply(move, f"cp:{rng.randint(-99, 99)}", 7, 12345, 103, 58000) for move in state.history])
    return made


def fill(path: Path, count: int) -> tuple[float, float]:
    """Write a file of so many games; return seconds, and seconds of the processor."""
    pairs = count // (2 * 28)
    plan = Plan(format="round-robin", players=PLAYERS, contests=(LOA,), pairs=pairs)
    rng, moves = random.Random(1), some_games(1, 200)
    made = schedule(plan)
    begun = time.perf_counter(), time.process_time()
    with create(path, Tournament(name="large", plan=plan)) as file:
        while (spec := made.next()) is not None:
            result = by_score(spec, rng.choice((0, 0.5, 1)))
            file.finish(result, moves[spec.number % len(moves)])
            made.finish(result)
    return time.perf_counter() - begun[0], time.process_time() - begun[1]


def timed(name: str, action: Callable[[], object]) -> None:
    """Say the median times of an action: by the clock, and of the processor (others may be at work)."""
    clock, processor = [], []
    for _ in range(RUNS):
        begun = time.perf_counter(), time.process_time()
        action()
        clock.append(time.perf_counter() - begun[0])
        processor.append(time.process_time() - begun[1])
    print(f"{name:<34}{statistics.median(clock):7.2f} s {statistics.median(processor):7.2f} s of processor")


def main(count: int) -> None:
    """Measure all of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.db"
        seconds, processor = fill(path, count)
        with read(path) as reader:
            held: list[GameResult] = list(reader.results())
        size = path.stat().st_size / 1e6
        print(
            f"{len(held)} games, {size:.0f} MB; written in {seconds:.1f} s ({processor:.1f} s of processor,"
            f" {1e6 * processor / len(held):.0f} us a game)"
        )

        def resume() -> None:
            with write(path) as file:
                made = schedule(file.tournament().plan, file.results())
                assert made.next() is None

        def report(action: Callable[..., object]) -> Callable[[], object]:
            def run() -> object:
                with read(path) as reader:
                    return action(reader)

            return run

        timed("resume (file, schedule)", resume)
        timed("figures (table, ratings, balance)", report(summarise))
        timed("JSON report", report(lambda reader: msgspec.json.encode(json_report(reader))))
        timed("HTML page of 2,000 games", report(html_page))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
