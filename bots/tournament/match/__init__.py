"""One game between two players: the clock, the verdicts on faults, adjudication."""

from bots.tournament.match.adjudication import Adjudication, DrawRule, ResignRule
from bots.tournament.match.clock import Clock, TimeControl
from bots.tournament.match.match import Match, Played, play
from bots.tournament.match.pulse import Pulse
from bots.tournament.match.turn import turn_of

__all__ = [
    "Adjudication",
    "Clock",
    "DrawRule",
    "Match",
    "Played",
    "Pulse",
    "ResignRule",
    "TimeControl",
    "play",
    "turn_of",
]
