"""What a reading request looks at: a session's game, or a game of the request's own."""

from collections.abc import Mapping

from msgspec import UNSET

from engine import games
from engine.games import State
from engine.sessions import Peer
from protocol.arguments import Context
from protocol.values import DEFAULT_SESSION


def session_of(args: Context) -> str | None:
    """Return the name of the session that a request is about; None when it brings its own game."""
    if args.game is not UNSET:
        return None
    return DEFAULT_SESSION if args.session is UNSET else args.session


def look(peer: Peer, args: Context, options: Mapping[str, str]) -> State:
    """Return the game that a request is about. It is to be read only: it may be a session's own.

    Raises RequestError: unknown-session; for a game of its own what `games.begin` and `games.play` raise.
    """
    if args.game is UNSET:
        return peer.session(DEFAULT_SESSION if args.session is UNSET else args.session).state
    state = games.begin(args.game, options, None if args.position is UNSET else args.position)
    if args.moves is not UNSET:
        games.play(state, args.moves)
    return state


def source_of(args: Context) -> str:
    """Return the argument that a fault of the game looked at is to be blamed on."""
    if args.game is UNSET:
        return "session"
    return "moves" if args.moves else "position"
