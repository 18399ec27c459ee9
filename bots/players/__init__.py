"""Players: bots and engines behind one small interface."""

from bots.players.base import Choice, Limits, Player, Turn
from bots.players.make import make_player
from bots.players.spec import PlayerSpec, SpecError, parse

__all__ = ["Choice", "Limits", "Player", "PlayerSpec", "SpecError", "Turn", "make_player", "parse"]
