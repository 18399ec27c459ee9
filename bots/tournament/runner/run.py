"""The loop of a tournament: take games from the schedule, play them, commit them, go on."""

import asyncio
import time
from enum import StrEnum
from typing import Protocol

import msgspec

from bots.tournament.game import Event, GameSpec
from bots.tournament.match import Played
from bots.tournament.outcome import Ending
from bots.tournament.records import Writer
from bots.tournament.runner.field import Field, LocalField
from bots.tournament.runner.setup import Setup
from bots.tournament.schedule import Schedule, schedule
from bots.tournament.statistics import SprtState, Tally
from bots.tournament.statistics.sprt import Verdict


class Ended(StrEnum):
    """Why a run ended."""

    COMPLETE = "complete"
    SPRT = "sprt"
    STOPPED = "stopped"


UNREADY_LIMIT = 5
"""Games in a row for which one player could not be made ready: it never will be, and the run stops."""
VOID_GAMES = 2
"""Games in a row, with all their attempts, that a fault of the runner spoilt: it will not go by itself. One
standstill may spoil all games under way at once, which counts as one."""


class RunError(Exception):
    """The run can't go on; what was finished is in the file. `hint` says what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Watch(Protocol):
    """Somebody who looks on, in the runner's thread."""

    def started(self, spec: GameSpec) -> None:
        """Hear that a game begins."""

    def finished(self, played: Played) -> None:
        """Hear of a game that is committed and counts."""

    def spoilt(self, played: Played) -> None:
        """Hear of a game that a fault of the runner spoilt and that will be played again."""


class Run:
    """One run of a tournament on this machine; `tally` and `schedule` say at any time how it stands.

    setup -- how games are played
    file -- open for writing; the caller closes it
    concurrency -- games side by side, each with players of its own
    field -- where games are played: on this machine unless given
    """

    def __init__(
        self, setup: Setup, file: Writer, concurrency: int, watch: Watch, field: Field | None = None
    ) -> None:
        self.setup = setup
        self.tally = Tally(setup.tournament.plan.players)
        self.sprt: SprtState | None = None
        self.schedule: Schedule
        self._file = file
        self._concurrency = concurrency
        self._watch = watch
        self._field = field or LocalField()
        self._stopping = False
        self._news = asyncio.Event()
        self._voids_running = 0
        self._unready: dict[str, int] = {}

    def load(self) -> None:
        """Take what the file says is finished; before `run`."""
        results = list(self._file.results())
        self.schedule = schedule(self.setup.tournament.plan, results)
        for result in results:
            self.tally.add(result)
        self._test(self._file.accepted())

    async def run(self) -> Ended:
        """Play until the schedule is over, the test decides or `stop` is called.

        Cancelling gives up the games under way: they are not in the file, and are played anew on resuming.

        Raises an ExceptionGroup: RunError when going on would only spoil games, and what the file raises.
        """
        games = self.schedule.total - self.schedule.finished
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self._concurrency, max(games, 1))):
                group.create_task(self._work())
        if self.schedule.over:
            return Ended.COMPLETE
        return Ended.SPRT if self._decided else Ended.STOPPED

    def stop(self) -> None:
        """Start no more games; those under way are played to their end."""
        self._stopping = True
        self._news.set()

    @property
    def _decided(self) -> bool:
        return self.sprt is not None and self.sprt.verdict is not None

    async def _work(self) -> None:
        """One worker: games one after another, with players of its own."""
        async with self._field.seat(self.setup) as play:
            while (spec := await self._next()) is not None:
                self._watch.started(spec)
                self._take(await play(self.setup.match(spec)))

    async def _next(self) -> GameSpec | None:
        """Return the next game; wait while others must finish first. None: there is nothing more to do."""
        while not (self._stopping or self._decided or self.schedule.over):
            spec = self.schedule.next()
            if spec is not None:
                return spec
            if not self.schedule.issued:
                return None
            self._news.clear()
            await self._news.wait()
        return None

    def _take(self, played: Played) -> None:
        """Commit a game, then let it count; or have it played again."""
        spec, outcome = played.result.spec, played.result.outcome
        self._voids_running = self._voids_running + 1 if outcome.void else 0
        if self._voids_running >= VOID_GAMES * (self.setup.retries + 1) + self._concurrency - 1:
            self._note(played)
            raise RunError(
                f"{self._voids_running} attempts in a row came to nothing, the last: {outcome.detail}",
                "mend it, then go on with trilogue-bots resume; nobody was blamed",
            )
        if outcome.void and self._again(spec, played):
            self.schedule.release(spec.id)
            self._watch.spoilt(played)
        else:
            self._file.finish(played.result, played.plies, played.events)
            self.schedule.finish(played.result)
            self.tally.add(played.result)
            self._test(self.sprt.verdict if self.sprt else None)
            self._watch.finished(played)
        self._news.set()
        self._check_ready(played)

    def _check_ready(self, played: Played) -> None:
        """Stop the run when a player does not come up time after time: its games are lost, but not all."""
        for name in (played.result.spec.first, played.result.spec.second):
            if name == played.unready:
                self._unready[name] = self._unready.get(name, 0) + 1
            elif played.unready is None:
                self._unready[name] = 0
        if played.unready is not None and self._unready[played.unready] >= UNREADY_LIMIT:
            raise RunError(
                f"{played.unready} could not be made ready for {UNREADY_LIMIT} games in a row,"
                f" the last time: {played.result.outcome.detail}",
                "mend it, then go on with trilogue-bots resume; or begin anew in another file",
            )

    def _again(self, spec: GameSpec, played: Played) -> bool:
        """Whether a void game is to be played again; says so in the file."""
        if self._file.attempts(spec.id, Ending.VOID) >= self.setup.retries:
            return False
        self._note(played)
        return True

    def _note(self, played: Played) -> None:
        """Commit what was seen of a void game that does not stand."""
        attempt = self._file.attempts(played.result.spec.id, Ending.VOID) + 1
        for event in played.events:
            self._file.event(msgspec.structs.replace(event, text=f"attempt {attempt}: {event.text}"))

    def _test(self, accepted: Verdict | None) -> None:
        """Bring the sequential test up to date; what it accepts is committed, and stands."""
        if self.setup.sprt is None:
            return
        first, second = self.setup.tournament.plan.players
        state = self.setup.sprt.state(self.tally.counts(first, second), accepted)
        if accepted is None and state.verdict is not None:
            self._file.event(Event(kind=state.verdict, text=str(state), time=time.time()))
        self.sprt = state
