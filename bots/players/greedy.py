"""A player that looks one move ahead and takes what looks best."""

from collections.abc import Callable

from bots.players.base import Choice, Limits, Turn
from bots.players.score import Score
from bots.players.seeded import Seeded
from engine import games
from protocol.answers import GoInfo


class GreedyPlayer(Seeded):
    """Plays each move on a board of its own and keeps the one with the best evaluation; ties by chance."""

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        """Choose the best of all legal moves one ply ahead; limits do not matter."""
        state = games.begin(view.game, view.options, view.start)
        games.play(state, view.moves)
        scores = {move: _after(state, move) for move in view.legal}
        best = max(scores.values())
        move = self.random.choice([move for move, score in scores.items() if score == best])
        return Choice(move=move, score=str(best), depth=1, nodes=len(scores), pv=(move,))


def _after(state: games.State, move: str) -> Score:
    """Return the worth of a move to its player: what it wins at once, else the evaluation after it."""
    mover = state.turn
    after = state.copy()
    after.play([move])
    if after.result is not None:
        return Score.of_result(after.result, mover, plies=1)
    score = Score.parse(str(after.evaluate()["score"]))
    return score if after.turn == mover else score.turned()
