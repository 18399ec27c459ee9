"""The running schedule: hands out games, takes back results; a plan and results rebuild it."""

import heapq
from collections.abc import Iterable, Iterator

from bots.tournament.game import GameResult, GameSpec
from bots.tournament.schedule.encounters import Encounter, fixed_games, fixed_total, swiss_games
from bots.tournament.schedule.plan import Plan
from bots.tournament.schedule.standings import Meeting, Standing, standings
from bots.tournament.schedule.swiss import pair_round


class ScheduleError(ValueError):
    """A result that does not belong to this schedule, or was given twice."""


class _Round:
    """One stretch of games that may be played in any order: a Swiss round, or everything."""

    def __init__(self, games: Iterator[GameSpec], meetings: list[Encounter], bye: str | None) -> None:
        self.games = games
        self.meetings = meetings
        self.bye = bye
        self.exhausted = False
        self.points: dict[tuple[str, str], float] = {}
        self.played: dict[str, int] = {}

    def count(self, result: GameResult) -> None:
        spec = result.spec
        self.played[spec.encounter] = self.played.get(spec.encounter, 0) + 1
        for player in (spec.first, spec.second):
            key = spec.encounter, player
            self.points[key] = self.points.get(key, 0.0) + (result.score(player) or 0.0)


class Schedule:
    """Games to play, in order. Make one with `schedule`.

    Every game is in one of four states: not yet issued; issued; finished; or released, that is to
    be issued again. Nothing but the plan and the finished games is needed to rebuild it.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.finished = 0
        self.issued: dict[str, GameSpec] = {}
        self._released: list[tuple[int, str, GameSpec]] = []
        self._rounds: list[_Round] = []

    @property
    def total(self) -> int:
        """How many games the whole tournament has."""
        if self.plan.format != "swiss":
            return fixed_total(self.plan)
        encounters = self.plan.swiss_rounds * (len(self.plan.players) // 2)
        return 2 * encounters * self.plan.pairs * len(self.plan.contests)

    @property
    def over(self) -> bool:
        """True when every game is finished."""
        return self.finished == self.total

    @property
    def round(self) -> int:
        """The Swiss round being played, from 1; in other formats 1."""
        return max(1, len(self._rounds))

    def next(self) -> GameSpec | None:
        """Return the next game to start; None if none can be now.

        None means that the schedule is over, or that games under way must finish first (a Swiss
        round is paired when the one before it is complete).
        """
        if self._released:
            return self._issue(heapq.heappop(self._released)[2])
        while (current := self._current()) is not None:
            spec = next(current.games, None)
            if spec is not None:
                return self._issue(spec)
            current.exhausted = True
        return None

    def finish(self, result: GameResult) -> None:
        """Take the result of an issued game.

        Raises ScheduleError if the game was not issued or is finished already.
        """
        spec = self.issued.pop(result.spec.id, None)
        if spec is None:
            raise ScheduleError(f"game {result.spec.id} is not under way")
        self._count(result)

    def release(self, game: str) -> None:
        """Take back an issued game that came to nothing; it will be issued again, first of all.

        Raises ScheduleError if the game is not under way.
        """
        spec = self.issued.pop(game, None)
        if spec is None:
            raise ScheduleError(f"game {game} is not under way")
        self._put_back(spec)

    def resume(self, finished: Iterable[GameResult]) -> None:
        """Take the results of an earlier run; only before the first game is issued.

        Raises ScheduleError if one is given twice or belongs to another schedule.
        """
        before: dict[str, GameResult] = {}
        for result in finished:
            if result.spec.id in before:
                raise ScheduleError(f"game {result.spec.id} is finished twice")
            before[result.spec.id] = result
        while before:
            current = self._current()
            if current is None:
                raise ScheduleError(f"{len(before)} games are not of this schedule: {min(before)}, ...")
            self._take_from(current, before)

    def table(self) -> list[Standing]:
        """Return the standing of a Swiss tournament by its finished encounters, best first."""
        return standings(self.plan.players, self._meetings())

    def _take_from(self, current: _Round, before: dict[str, GameResult]) -> None:
        """Count the round's finished games; what lies between them was issued and got lost."""
        for spec in current.games:
            result = before.pop(spec.id, None)
            if result is None:
                self._put_back(spec)
            elif result.spec != spec:
                raise ScheduleError(f"game {spec.id} was played by others or on another opening")
            else:
                self._count(result)
            if not before:
                return
        current.exhausted = True

    def _issue(self, spec: GameSpec) -> GameSpec:
        self.issued[spec.id] = spec
        return spec

    def _put_back(self, spec: GameSpec) -> None:
        heapq.heappush(self._released, (spec.number, spec.id, spec))

    def _current(self) -> _Round | None:
        if self._rounds and not self._rounds[-1].exhausted:
            return self._rounds[-1]
        if self.issued or self._released:
            return None
        following = self._following()
        if following is not None:
            self._rounds.append(following)
        return following

    def _following(self) -> _Round | None:
        if self.plan.format != "swiss":
            return None if self._rounds else _Round(fixed_games(self.plan), [], None)
        if len(self._rounds) == self.plan.swiss_rounds:
            return None
        number = len(self._rounds) + 1
        meetings, bye = pair_round(self.table(), number, self.plan.seed, self.plan.players)
        played = (number - 1) * (self.total // self.plan.swiss_rounds)
        return _Round(swiss_games(self.plan, meetings, played), meetings, bye)

    def _meetings(self) -> Iterator[Meeting]:
        for each in self._rounds:
            if each.bye is not None:
                yield Meeting(each.bye, None)
            games = 2 * self.plan.pairs * len(self.plan.contests)
            for encounter in each.meetings:
                if each.played.get(encounter.id) == games:
                    first, second = (self.plan.players[i] for i in (encounter.first, encounter.second))
                    points = [each.points[encounter.id, name] for name in (first, second)]
                    yield Meeting(first, second, *points)

    def _count(self, result: GameResult) -> None:
        self.finished += 1
        if self.plan.format == "swiss":
            self._rounds[-1].count(result)


def schedule(plan: Plan, finished: Iterable[GameResult] = ()) -> Schedule:
    """Return the schedule of a plan, the finished games left out.

    Raises PlanError if the plan cannot be played, ScheduleError if a game is given twice.
    """
    plan.check()
    made = Schedule(plan)
    made.resume(finished)
    return made
