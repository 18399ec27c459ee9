"""Play one game: ask the players in turn, keep the clocks, apply the rules, tell faults apart."""

import asyncio
import time
from collections.abc import Mapping

import msgspec

from bots.players.base import Choice, Player
from bots.players.engine import EnginePlayer
from bots.tournament.game import Contest, Event, GameResult, GameSpec, Opening, Ply
from bots.tournament.match.adjudication import Adjudication, Adjudicator
from bots.tournament.match.clock import Clock, TimeControl
from bots.tournament.match.pulse import Pulse
from bots.tournament.match.recorder import SEATS, Recorder
from bots.tournament.match.turn import turn_of
from bots.tournament.match.verdict import Fault, blame
from bots.tournament.openings import play_opening
from bots.tournament.outcome import Ending, Outcome, Seat, by_rule, forfeit, seat_of, voided
from engine import games
from protocol.errors import RequestError, UgpError

PREPARE_DEADLINE = 15.0  # seconds
UNHEARD = (Ending.STALL, Ending.DISCONNECT)
"""Endings that only say that nothing was heard of a player."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """All that one game needs besides the players.

    controls -- by seat
    prepare -- seconds in which both players must be ready
    """

    spec: GameSpec
    contest: Contest
    opening: Opening
    controls: dict[Seat, TimeControl]
    adjudication: Adjudication = Adjudication()
    prepare: float = PREPARE_DEADLINE


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a game: the result, its moves after the opening, and what was out of the ordinary.

    unready -- the player that could not be made ready, so that there was no game
    """

    result: GameResult
    plies: tuple[Ply, ...] = ()
    events: tuple[Event, ...] = ()
    unready: str | None = None


class StoodStillError(Exception):
    """The runner itself was too slow, or cut off from a player, for a verdict on it."""


class _Blamed(Exception):
    """A player's fault, on its way to the verdict."""

    def __init__(self, seat: Seat, fault: Fault, *, unready: bool = False) -> None:
        super().__init__(fault.detail)
        self.seat = seat
        self.fault = fault
        self.unready = unready


async def play(match: Match, players: Mapping[Seat, Player], pulse: Pulse | None = None) -> Played:
    """Play the game to its end and return what came of it.

    pulse -- the event loop's, where several games are played side by side

    A player that fails loses; a fault of the runner voids the game and is nobody's. Only cancellation
    leaves this without a result. The players stay open; one that failed may be in any state.
    """
    return await _Game(match, players, pulse or Pulse()).play()


class _Game:
    def __init__(self, match: Match, players: Mapping[Seat, Player], pulse: Pulse) -> None:
        self._match = match
        self._players = players
        self._state: games.State | None = None
        self._clock = Clock(match.controls["first"], match.controls["second"])
        self._adjudicator = Adjudicator(match.adjudication)
        self._plies: list[Ply] = []
        self._pulse = pulse
        self._asked = 0.0  # when what is waited for, a move or readiness, was asked for; the loop's time
        self._recorder = Recorder(match.spec, players)

    async def play(self) -> Played:
        started, began = time.time(), time.monotonic()
        blamed: Seat | None = None
        cause: BaseException | None = None
        unready: str | None = None
        self._pulse.start()
        try:
            self._state = play_opening(self._match.contest, self._match.opening)
            await self._prepare()
            outcome = await self._moves(self._state)
        except _Blamed as error:
            blamed, cause = error.seat, error.__cause__
            fault = error.fault
            outcome = forfeit(fault.ending, blamed, fault.reason, fault.detail)
            unready = self._match.spec.player(blamed) if error.unready else None
        except Exception as error:
            # the one place that turns a fault of our own into a result: void, so that nobody is blamed
            outcome = voided("runner-fault", f"{type(error).__name__}: {error}")
        finally:
            self._pulse.end()
        spec, state = self._match.spec, self._state
        result = GameResult(
            spec=spec,
            outcome=outcome,
            plies=len(self._plies),
            swapped=state is not None and "swap" in state.history,
            started=started,
            seconds=time.monotonic() - began,
            final="" if state is None else state.position,
        )
        events = self._recorder.events(outcome, blamed, cause)
        return Played(result=result, plies=tuple(self._plies), events=events, unready=unready)

    async def _prepare(self) -> None:
        """Bring both players up side by side; of two faults the first seat's is told."""
        self._asked = time.monotonic()
        found = await asyncio.gather(*(self._ready(seat) for seat in SEATS), return_exceptions=True)
        for error in found:
            if error is not None:
                raise error

    async def _ready(self, seat: Seat) -> None:
        contest, spec = self._match.contest, self._match.spec
        start = self._match.opening.position
        try:
            async with asyncio.timeout(self._match.prepare):
                await self._players[seat].prepare(contest.game, contest.options, start, spec.seed)
        except TimeoutError:
            detail = f"not ready after {self._match.prepare:g} s"
            used = (time.monotonic() - self._asked) * 1000
            excuse = self._excuse(seat, used, used / 2, detail)
            raise excuse or _Blamed(seat, Fault(Ending.STALL, "not-ready", detail), unready=True) from None
        except UgpError as error:
            raise self._blame(seat, error, unready=True) from error

    async def _moves(self, state: games.State) -> Outcome:
        while not state.over:
            seat = seat_of(state.turn, state.seats)
            choice, used = await self._ask(seat, state)
            if not self._clock.spend(seat, used):
                raise self._late(seat, used)
            self._accept(seat, state, choice, used)
            if state.over:
                break
            ruled = self._adjudicator.see(seat, choice.score, len(state.history))
            if ruled is not None:
                return ruled
        assert state.result is not None
        assert state.reason is not None
        return by_rule(state.result, state.reason, state.seats)

    def _late(self, seat: Seat, used: float) -> Exception:
        """Return what a move that came too late is: the player's fault, unless the runner was asleep."""
        allowed = self._clock.allowed(seat) or 0
        detail = f"{used:.0f} ms for a move that had {allowed:.0f} ms, margin included"
        return self._excuse(seat, used, allowed, detail) or _Blamed(seat, Fault(Ending.TIME, "late", detail))

    def _silent(self, seat: Seat, used: float) -> Exception:
        """Return what a move that never came is."""
        detail = f"no move after {used / 1000:.1f} s"
        fair = self._clock.allowed(seat) or self._clock.deadline(seat) / 2
        fault = Fault(Ending.STALL, "no-answer", detail)
        return self._excuse(seat, used, fair, detail) or _Blamed(seat, fault)

    def _excuse(self, seat: Seat, used: float, fair: float, detail: str) -> StoodStillError | None:
        """Return the runner's own fault if, without its standstill, the player would have been in time."""
        if self._cut_off(seat):
            return StoodStillError(f"{detail}; but the way to it was broken meanwhile")
        still = self._pulse.stood_still(self._asked) * 1000
        if used - still > fair:
            return None
        return StoodStillError(f"{detail}; but the runner itself stood still for {still:.0f} ms of them")

    def _cut_off(self, seat: Seat) -> bool:
        """Return whether the way to a player was broken meanwhile: on a bus that is not its fault."""
        player = self._players[seat]
        client = player.client if isinstance(player, EnginePlayer) else None
        return client is not None and client.was_cut_off(self._asked)

    async def _ask(self, seat: Seat, state: games.State) -> tuple[Choice, float]:
        """Have a player choose; return its choice and the milliseconds it took."""
        turn = turn_of(self._match.contest, self._match.opening, state)
        limits = self._clock.limits(seat)
        deadline = self._clock.deadline(seat)
        began = self._asked = time.monotonic()
        try:
            async with asyncio.timeout(deadline / 1000):
                choice = await self._players[seat].choose(turn, limits)
        except TimeoutError:
            raise self._silent(seat, (time.monotonic() - began) * 1000) from None
        except UgpError as error:
            raise self._blame(seat, error) from error
        return choice, (time.monotonic() - began) * 1000

    def _accept(self, seat: Seat, state: games.State, choice: Choice, used: float) -> None:
        try:
            move = games.play(state, [choice.move])[0]
        except RequestError as error:
            raise _Blamed(seat, Fault(Ending.ILLEGAL, "illegal-move", error.message)) from error
        self._plies.append(
            Ply(move, choice.score, choice.depth, choice.nodes, round(used), self._clock.left(seat))
        )

    def _blame(self, seat: Seat, error: UgpError, *, unready: bool = False) -> Exception:
        """Return the player's fault, or what is our own."""
        fault = blame(error)
        if fault is None:
            return error
        if fault.ending in UNHEARD and self._cut_off(seat):
            return StoodStillError(f"{fault.detail}; but the way to it was broken meanwhile")
        return _Blamed(seat, fault, unready=unready)
