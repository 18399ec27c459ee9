"""The flight recorder of one game: what was out of the ordinary, with what is needed to understand it."""

import time
from collections.abc import Mapping

from bots.players.base import Player
from bots.players.engine import EnginePlayer
from bots.tournament.game import Event, GameSpec
from bots.tournament.outcome import Outcome, Seat
from protocol.client import Client
from protocol.client.transcript import render
from protocol.errors import EngineFault
from protocol.messages import Error, Violation

SEATS: tuple[Seat, Seat] = ("first", "second")
LINES_KEPT = 60
"""Protocol lines of each side that are kept of an abnormal game."""


class Recorder:
    """Watches the engines of one game; made before they are prepared."""

    def __init__(self, spec: GameSpec, players: Mapping[Seat, Player]) -> None:
        self._spec = spec
        self._players = players
        self._before = {seat: self._client(seat) for seat in SEATS}
        self._dead = {seat: client is not None and not client.alive for seat, client in self._before.items()}
        self._violations = {
            seat: 0 if client is None else client.violations for seat, client in self._before.items()
        }

    def events(
        self, outcome: Outcome, blamed: Seat | None, error: BaseException | None = None
    ) -> tuple[Event, ...]:
        """Return what the file is to keep of the game besides its moves.

        error -- what the blamed player's failure was, where it was an exception
        """
        notes = [event for seat in SEATS for event in (self._restart(seat), self._warning(seat)) if event]
        return (*notes, self._verdict(outcome, blamed, error)) if outcome.abnormal else tuple(notes)

    def _client(self, seat: Seat) -> Client | None:
        player = self._players[seat]
        return player.client if isinstance(player, EnginePlayer) else None

    def _restart(self, seat: Seat) -> Event | None:
        """Say that an engine had ended between its games: that costs no game, but should be known."""
        before = self._before[seat]
        if before is None or not self._dead[seat]:
            return None
        text = "it had ended since its last game, and was started again"
        return self._note("restart", text, seat, stderr={seat: before.stderr_tail})

    def _warning(self, seat: Seat) -> Event | None:
        """Say that an engine wrote what is no answer to anything; it may still play well."""
        client = self._client(seat)
        if client is None:
            return None
        count = client.violations - (self._violations[seat] if client is self._before[seat] else 0)
        if count <= 0:
            return None
        last = client.complaints[-1]
        said = render(last) if isinstance(last, Violation | Error) else ""
        lines = "1 line" if count == 1 else f"{count} lines"
        return self._note("warning", f"{lines} that answer nothing, the last: {said}", seat)

    def _verdict(self, outcome: Outcome, blamed: Seat | None, error: BaseException | None) -> Event:
        clients = {seat: client for seat in SEATS if (client := self._client(seat)) is not None}
        lines: dict[str, list[str]] = {
            seat: client.transcript.lines(LINES_KEPT) for seat, client in clients.items()
        }
        stderr: dict[str, str] = {seat: client.stderr_tail for seat, client in clients.items()}
        if blamed is not None and blamed not in clients and isinstance(error, EngineFault):
            # it never came up: only the exception knows what it said
            lines[blamed], stderr[blamed] = list(error.last_lines), error.stderr_tail
        reason = "" if outcome.reason == outcome.ending else f"{outcome.reason}: "
        return Event(
            kind=outcome.ending,
            text=f"{reason}{outcome.detail}",
            game=self._spec.id,
            player=None if blamed is None else self._spec.player(blamed),
            time=time.time(),
            lines=lines,
            stderr=stderr,
        )

    def _note(self, kind: str, text: str, seat: Seat, stderr: Mapping[str, str] | None = None) -> Event:
        return Event(
            kind=kind,
            text=text,
            game=self._spec.id,
            player=self._spec.player(seat),
            time=time.time(),
            stderr=dict(stderr or {}),
        )
