"""What a player is shown of a tournament's game."""

from bots.players.base import Turn
from bots.tournament.game import Contest, Opening
from engine.games import State


def turn_of(contest: Contest, opening: Opening, state: State) -> Turn:
    """Return the turn of a game of the contest that began with the opening and has come to the state."""
    return Turn(
        contest.game,
        contest.options,
        opening.position,
        tuple(state.history),
        state.position,
        tuple(state.moves()),
        state.ply,
    )
