"""A field whose games are played by a function, and runs on it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bots.tournament.config import ContestConfig, CupConfig, PlayerConfig
from bots.tournament.game import Event, GameResult
from bots.tournament.match import Match, Played
from bots.tournament.outcome import Ending, Outcome, Seat, by_rule, forfeit, voided
from bots.tournament.records import Writer, create
from bots.tournament.runner import Run, Setup, setup_of
from bots.tournament.runner.begin import describe
from tests.tournament.runner.watching import Silent

Play = Callable[[Match], Awaitable[Played]]


class FakeField:
    """Seats at which `play` decides what comes of a game."""

    def __init__(self, play: Play) -> None:
        self._play = play

    @asynccontextmanager
    async def seat(self, setup: Setup) -> AsyncIterator[Play]:
        yield self._play


def played(match: Match, outcome: Outcome, unready: str | None = None) -> Played:
    events = (
        (Event(kind=outcome.ending, text=outcome.detail, game=match.spec.id),) if outcome.abnormal else ()
    )
    return Played(result=GameResult(spec=match.spec, outcome=outcome), events=events, unready=unready)


def won(match: Match) -> Played:
    return played(match, by_rule("black", "line", {"first": "black", "second": "white"}))


def void(match: Match, detail: str = "disk full") -> Played:
    return played(match, voided("runner-fault", detail))


def forfeited(match: Match, loser: str) -> Played:
    return played(match, forfeit(Ending.CRASH, match.spec.seat(loser), "crash", "signal 11"))


def unready(match: Match, seat: Seat) -> Played:
    outcome = forfeit(Ending.CRASH, seat, "no-start", "no such file")
    return played(match, outcome, match.spec.player(seat))


def config(games: int = 4, names: Sequence[str] = ("a", "b"), **more: object) -> CupConfig:
    return CupConfig(
        players=[PlayerConfig(name=name, player="random") for name in names],
        contests=[ContestConfig(game="lag", options={"size": 3})],
        games=games,
        **more,  # type: ignore[arg-type]
    )


def start(path: Path, cup: CupConfig) -> Writer:
    return create(path, describe(cup, path.parent))


def run_on(file: Writer, play: Play, concurrency: int = 1) -> tuple[Run, Silent]:
    watch = Silent()
    run = Run(setup_of(file.tournament()), file, concurrency, watch, field=FakeField(play))
    run.load()
    return run, watch
