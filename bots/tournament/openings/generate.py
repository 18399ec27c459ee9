"""Random openings: legal, undecided, no two the same, and balanced as far as a search can tell."""

import random
from collections.abc import Callable, Iterator

from bots.tournament.game import Contest, Opening
from bots.tournament.openings.symmetry import Sameness
from engine import games
from engine.games import State

Evaluate = Callable[[State], int | None]
"""Returns a position's score in hundredths for the side to move, or None if the game is decided."""

TRIES_EACH = 300
"""Candidates looked at for each opening wanted, before giving up."""
SWAP = "swap"


class OpeningError(ValueError):
    """As many openings as were asked for do not exist, or could not be found."""


def candidates(contest: Contest, plies: int, seed: int) -> Iterator[Opening]:
    """Yield openings of so many random plies, without end unless the search for new ones is hopeless.

    Every one is legal, leads to a game that is not over and in which the side to move cannot win at
    once, and differs from all before it by more than the order of moves or a symmetry of the board.
    LOT's swap is never part of one: it is for the players to decide. The same arguments give the same
    openings.

    Raises RequestError if the contest's game or options do not exist.
    """
    rng = random.Random(f"{seed} {contest.name} {plies}")
    sameness = Sameness(contest.game, contest.options)
    start = games.begin(contest.game, contest.options)
    seen = set()
    misses = 0
    while misses < TRIES_EACH:
        state = start.copy()
        misses += 1
        if not _wander(state, plies, rng) or _decided(state):
            continue
        key = sameness.key(state)
        if key not in seen:
            seen.add(key)
            misses = 0
            yield Opening(moves=tuple(state.history))


def generate(
    contest: Contest,
    count: int,
    plies: int,
    seed: int,
    *,
    evaluate: Evaluate | None = None,
    margin: int = 60,
    progress: Callable[[int], None] = lambda found: None,
) -> tuple[Opening, ...]:
    """Return so many openings, the same for the same arguments.

    plies -- random plies each is made of; 0 gives the game's start alone
    evaluate -- a short search; with one, only openings of a score within -margin..margin are taken
    margin -- hundredths, as in the scores of the protocol
    progress -- told how many are found, after each

    Raises OpeningError if there are not so many; it says how many there were.
    """
    found: list[Opening] = []
    looked = 0
    for opening in candidates(contest, plies, seed):
        looked += 1
        if evaluate is None or _balanced(evaluate(play_opening(contest, opening)), margin):
            found.append(opening)
            progress(len(found))
        if len(found) == count:
            return tuple(found)
        if looked >= count * TRIES_EACH:
            break
    balanced = "" if evaluate is None else f" within {margin} hundredths of balance"
    raise OpeningError(
        f"{contest.name}: only {len(found)} of {count} different openings of {plies} plies{balanced} were"
        f" found among {looked}; ask for fewer, for more plies"
        + (", or for a wider margin" if balanced else "")
    )


def play_opening(contest: Contest, opening: Opening) -> State:
    """Return the game as it stands after an opening.

    Raises RequestError if the position or a move is not legal.
    """
    state = games.begin(contest.game, contest.options, opening.position)
    games.play(state, opening.moves)
    return state


def _wander(state: State, plies: int, rng: random.Random) -> bool:
    """Play random plies; False if the game ends, or offers only a swap, before they are played."""
    for _ in range(plies):
        moves = [move for move in state.moves() if move != SWAP]
        if not moves:
            return False
        state.play([rng.choice(moves)])
    return not state.over


def _decided(state: State) -> bool:
    """Tell whether the side to move can win at once."""
    mover = state.turn
    for move in state.moves():
        state.play([move])
        won = move != SWAP and state.result == mover
        state.undo(1)
        if won:
            return True
    return False


def _balanced(score: int | None, margin: int) -> bool:
    return score is not None and abs(score) <= margin
