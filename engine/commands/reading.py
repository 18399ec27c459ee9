"""Verbs that read a game and change nothing."""

import msgspec
from msgspec import UNSET

from engine.commands.context import look
from engine.sessions import Peer
from protocol.answers import EvalAnswer, MoveDetail, MovesAnswer, ShowAnswer, StatusAnswer
from protocol.arguments import EvalArgs, MovesArgs, ShowArgs, StatusArgs
from protocol.messages import Request


def moves(peer: Peer, args: MovesArgs, request: Request) -> MovesAnswer:
    """List the legal moves, on request each with its clicks and the cells it changes."""
    state = look(peer, args, request.options)
    listed: list[str | MoveDetail] = []
    if args.detail:
        listed.extend(msgspec.convert(state.moves_detail(), list[MoveDetail]))
    else:
        listed.extend(state.moves())
    return MovesAnswer(count=len(listed), moves=listed, hash=state.hash, ply=state.ply)


def show(peer: Peer, args: ShowArgs, request: Request) -> ShowAnswer:
    """Give the position as a string, as cells and as a drawing in text."""
    state = look(peer, args, request.options)
    return ShowAnswer(position=state.position, cells=state.cells(), text=state.text())


def status(peer: Peer, args: StatusArgs, request: Request) -> StatusAnswer:
    """Say whose turn it is or who has won, with the history enough to resume elsewhere."""
    state = look(peer, args, request.options)
    answer = StatusAnswer(
        over=state.over,
        result=state.result or UNSET,
        reason=state.reason or UNSET,
        turn=state.turn,
        ply=state.ply,
        seats=state.seats,
        legal=state.legal,
        hash=state.hash,
    )
    if not args.history:
        return answer
    return msgspec.structs.replace(
        answer, game=state.game, options=state.options, start=state.start, moves=state.history
    )


def evaluate(peer: Peer, args: EvalArgs, request: Request) -> EvalAnswer:
    """Give the static score. It takes microseconds, so it is answered at once and never in the way."""
    state = look(peer, args, request.options)
    value = state.evaluate()
    terms = value["terms"] if args.detail else UNSET
    return EvalAnswer(score=value["score"], terms=terms, hash=state.hash, ply=state.ply)
