"""Verbs that make and change sessions. Each does all or nothing."""

from typing import Any

from msgspec import UNSET

from engine import games
from engine.games import State
from engine.sessions import Peer
from protocol.answers import Empty, NewAnswer, PlayAnswer, PositionAnswer, UndoAnswer
from protocol.arguments import NewArgs, PlayArgs, PositionArgs, SessionArgs, UndoArgs
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Request


def new(peer: Peer, args: NewArgs, request: Request) -> NewAnswer:
    """Begin a game in a session."""
    state = games.begin(args.game, request.options)
    peer.put(args.session, state)
    return NewAnswer(
        session=args.session,
        game=state.game,
        **_standing(state),
    )


def position(peer: Peer, args: PositionArgs, request: Request) -> PositionAnswer:
    """Set a session to a position and the moves from it."""
    state = _given(peer, args, request)
    if args.moves is not UNSET:
        games.play(state, args.moves, field="moves")
    peer.put(args.session, state)
    return PositionAnswer(
        session=args.session,
        game=state.game,
        **_standing(state),
        **_ending(state),
    )


def _given(peer: Peer, args: PositionArgs, request: Request) -> State:
    if args.game is not UNSET:
        return games.begin(args.game, request.options, args.position)
    session = peer.sessions.get(args.session)
    if session is None:
        message = f'which game? There is no session "{args.session}" to take it from'
        raise RequestError(ErrorCode.BAD_ARGUMENT, message, field="game")
    # a size follows from the position, so only the other options stay as they are
    kept = {name: value for name, value in session.state.options.items() if name != "size"}
    return games.begin(session.state.game, {**kept, **request.options}, args.position)


def play(peer: Peer, args: PlayArgs, _request: Request) -> PlayAnswer:
    """Play moves in a session."""
    state = peer.session(args.session).state
    if args.ply is not UNSET and args.ply != state.ply:
        raise RequestError(ErrorCode.BAD_ARGUMENT, f"the session is at ply {state.ply}", field="ply")
    played = games.play(state, args.moves, field="session")
    return PlayAnswer(
        moves=played,
        **_standing(state),
        **_ending(state),
    )


def undo(peer: Peer, args: UndoArgs, _request: Request) -> UndoAnswer:
    """Take back plies in a session."""
    state = peer.session(args.session).state
    games.undo(state, args.count)
    return UndoAnswer(**_standing(state))


def close(peer: Peer, args: SessionArgs, _request: Request) -> Empty:
    """Forget a session, and whose tables its searches filled."""
    peer.session(args.session)
    del peer.sessions[args.session]
    peer.engine.searches.disown(peer, args.session)
    return Empty()


def _standing(state: State) -> dict[str, Any]:
    """Return the fields that every answer about a session's new position has."""
    return {"position": state.position, "turn": state.turn, "ply": state.ply, "hash": state.hash}


def _ending(state: State) -> dict[str, Any]:
    """Return the fields that say whether and how the game has ended."""
    return {"over": state.over, "result": state.result or UNSET, "reason": state.reason or UNSET}
