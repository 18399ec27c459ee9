"""How fast games go, and what the runner costs beside its engines.

    taskset -c 0,1 python -m tests.benchmarks.bench_tournament [speed|overhead] [--games N] [--runs N]

speed -- LAG size 4, both sides nodes=1, two games side by side, engines as processes: plies a second over the
    whole match, start and end of the engines included. With --profile the runner's own functions by time.
overhead -- LAG size 4 at 100 ms a move: processor time of the runner as a share of the time that its engines
    thought.

Each figure is the median of the runs; beside it the processor time of the runner and of its engines for a
ply, which other work on the machine disturbs less than the clock, and the round trip of a bare asyncio line
echo of the same run.
"""

import argparse
import asyncio
import cProfile
import pstats
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bots.tournament.config import ContestConfig, CupConfig, OpeningsConfig, PlayerConfig
from bots.tournament.game import GameSpec
from bots.tournament.match import Adjudication, Played, TimeControl
from bots.tournament.records import create
from bots.tournament.runner import Ended, Run, setup_of
from bots.tournament.runner.begin import describe
from tests.benchmarks.bench_client import ECHO, one_by_one

ENGINE = "engine?threads=1&memory=1"


@dataclass
class Measured:
    """One match: seconds on the clock, of the runner's processor, of its engines'; plies; thinking time."""

    seconds: float
    runner: float
    engines: float
    plies: int
    thought: float


class Counting:
    """Counts plies."""

    def __init__(self) -> None:
        self.plies = 0
        self.thought = 0.0

    def started(self, spec: GameSpec) -> None:
        """Nothing."""

    def finished(self, played: Played) -> None:
        """Count a game; one that went wrong would make the figure worthless."""
        assert not played.result.outcome.abnormal, played.events
        self.plies += len(played.plies)
        self.thought += sum(ply.time for ply in played.plies) / 1000

    def spoilt(self, played: Played) -> None:
        """Never happens here."""
        raise AssertionError(played.result.outcome.detail)


def cup(games: int, control: TimeControl, plies: int | None) -> CupConfig:
    """Return a match of our engine with itself."""
    return CupConfig(
        players=[PlayerConfig(name="a", player=ENGINE), PlayerConfig(name="b", player=ENGINE)],
        contests=[
            ContestConfig(game="lag", options={"size": 4}, openings=OpeningsConfig(count=50, margin=0))
        ],
        games=games,
        control=control,
        adjudication=Adjudication(plies=plies),
    )


def processor(who: int) -> float:
    """Return the seconds of processor that this process, or its children that have ended, used."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measure(config: CupConfig, profile: cProfile.Profile | None = None) -> Measured:
    """Play the whole match in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        tournament = describe(config, Path(folder))
        watch = Counting()
        with create(Path(folder, "match.db"), tournament) as file:
            run = Run(setup_of(tournament), file, 2, watch)
            run.load()
            own, others = processor(resource.RUSAGE_SELF), processor(resource.RUSAGE_CHILDREN)
            began = time.monotonic()
            if profile is not None:
                profile.enable()
            assert asyncio.run(run.run()) is Ended.COMPLETE
            if profile is not None:
                profile.disable()
            seconds = time.monotonic() - began
    return Measured(
        seconds,
        processor(resource.RUSAGE_SELF) - own,
        processor(resource.RUSAGE_CHILDREN) - others,
        watch.plies,
        watch.thought,
    )


async def bare_echo() -> float:
    """Return the microseconds of a round trip to a process that only echoes lines."""
    pipe = asyncio.subprocess.PIPE
    peer = await asyncio.create_subprocess_exec(sys.executable, "-c", ECHO, stdin=pipe, stdout=pipe)
    assert peer.stdin is not None
    assert peer.stdout is not None
    write, read = peer.stdin.write, peer.stdout.readline

    async def echo() -> None:
        write(b"#123 ping\n")
        await read()

    took, _ = await one_by_one(echo, 1000)
    peer.stdin.close()
    await peer.wait()
    return took


def speed(games: int, runs: int, profiled: bool) -> None:
    """Measure plies a second."""
    config = cup(games, TimeControl(nodes=1), None)
    if profiled:
        profile = cProfile.Profile(time.process_time)
        measure(config, profile)
        pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(45)
        return
    echo = statistics.median(asyncio.run(bare_echo()) for _ in range(3))
    found = [measure(config) for _ in range(runs)]
    rate = statistics.median(each.plies / each.seconds for each in found)
    own = statistics.median(each.runner / each.plies for each in found)
    engines = statistics.median(each.engines / each.plies for each in found)
    sys.stdout.write(
        f"{rate:.0f} plies/s over matches of {games} games, {found[0].plies} plies;"
        f" processor for a ply: runner {own * 1e6:.0f} us, engines {engines * 1e6:.0f} us;"
        f" a ply of a game took {2e6 / rate / echo:.1f} bare echoes of {echo:.0f} us\n"
    )


def overhead(games: int, runs: int) -> None:
    """Measure the runner's share at 100 ms a move."""
    config = cup(games, TimeControl(movetime=100, margin=1000), 40)
    found = [measure(config) for _ in range(runs)]
    share = statistics.median(each.runner / each.thought for each in found)
    sys.stdout.write(
        f"runner: {share:.2%} of its engines' thinking time"
        f" ({found[0].plies} plies of 100 ms, {found[0].thought:.0f} s)\n"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the runner of tournaments.")
    parser.add_argument("what", nargs="?", choices=("speed", "overhead"), default="speed")
    parser.add_argument("--games", type=int)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    if given.what == "speed":
        speed(given.games or 200, given.runs, given.profile)
    else:
        overhead(given.games or 4, given.runs)


if __name__ == "__main__":
    main()
