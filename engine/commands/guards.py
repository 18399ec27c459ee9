"""Refusals that follow from the protocol's table of what may follow what; checked before a handler runs."""

from collections.abc import Callable

from engine.commands.context import session_of
from engine.sessions import Peer
from protocol.arguments import Context
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Request
from protocol.order import ORDER, WORK, Clash, Order

Guard = Callable[[Peer, Request], None]


def refuse_clash(peer: Peer, order: Order, session: str | None) -> None:
    """Raise busy when running work stands in the way of what has that row in the table.

    - `session`: the session that it is about, if any.
    """
    if order.clash is Clash.ANY_WORK:
        if not peer.engine.searches.idle:
            raise RequestError(ErrorCode.BUSY, "not while a search runs: stop it first")
    elif order.clash is not Clash.NEVER and session is not None:
        verbs = WORK if order.clash is Clash.SESSION_WORK else frozenset({"go"})
        job = peer.work_in(session, verbs)
        if job is not None:
            doing = "searching" if job.verb == "go" else f"busy with {job.verb}"
            message = f'session "{session}" is {doing} (request {job.id})'
            raise RequestError(ErrorCode.BUSY, message, field="session")


def refuse_remote(peer: Peer, order: Order, what: str, field: str | None = None) -> None:
    """Raise forbidden for what would hurt other users of a shared process."""
    if peer.remote and not order.mqtt:
        raise RequestError(ErrorCode.FORBIDDEN, f"{what} is not for users of a shared engine", field=field)


def _guard(order: Order) -> Guard:
    def check(peer: Peer, request: Request) -> None:
        args = request.args
        refuse_remote(peer, order, request.verb)
        session = session_of(args) if isinstance(args, Context) else getattr(args, "session", None)
        refuse_clash(peer, order, session)

    return check


GUARDS: dict[str, Guard] = {
    verb: _guard(order) for verb, order in ORDER.items() if order.clash is not Clash.NEVER or not order.mqtt
}
"""Verb -> check, for the verbs that can be refused at all."""
