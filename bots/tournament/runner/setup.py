"""What a runner needs of a tournament's file to play its games; nothing else decides how they are played."""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from bots.players.base import Player
from bots.players.engine import EnginePlayer
from bots.players.make import make_player
from bots.players.spec import PlayerSpec
from bots.tournament.config import CupConfig
from bots.tournament.game import GameSpec
from bots.tournament.match import Adjudication, Match, TimeControl
from bots.tournament.records import Tournament
from bots.tournament.statistics import Sprt

REFEREE_DEADLINE = 40 * 24 * 3600.0
"""Seconds: beyond any that the referee of a game has, which tells a stall from a move that comes late."""

Maker = Callable[[], Player]


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How the games of one tournament are played.

    players -- by name: their specs
    controls -- by name: what ends their thinking
    prepare -- seconds in which a player must be ready
    retries -- how often a game spoilt by a fault of the runner is played again
    """

    tournament: Tournament
    players: Mapping[str, PlayerSpec]
    controls: Mapping[str, TimeControl]
    adjudication: Adjudication
    prepare: float
    retries: int
    sprt: Sprt | None

    def match(self, spec: GameSpec) -> Match:
        """Return all that one game needs besides its players."""
        return Match(
            spec=spec,
            contest=self.tournament.contest(spec.contest),
            opening=self.tournament.opening(spec.contest, spec.opening),
            controls={"first": self.controls[spec.first], "second": self.controls[spec.second]},
            adjudication=self.adjudication,
            prepare=self.prepare,
        )

    def makers(self) -> dict[str, Maker]:
        """Return what makes each player, by name."""
        return {name: partial(_player, spec) for name, spec in self.players.items()}


def _player(spec: PlayerSpec) -> Player:
    player = make_player(spec)
    if isinstance(player, EnginePlayer):
        player.deadline = REFEREE_DEADLINE
    return player


def setup_of(tournament: Tournament) -> Setup:
    """Return the setup that a tournament's file describes; a resumed tournament goes on as it began."""
    config = msgspec.convert(tournament.config, CupConfig)
    players = {each.title: each for each in config.players}
    return Setup(
        tournament=tournament,
        players={name: each.spec() for name, each in players.items()},
        controls={name: config.control_of(each) for name, each in players.items()},
        adjudication=config.adjudication,
        prepare=config.prepare,
        retries=config.retries,
        sprt=config.sprt,
    )
