"""Verbs that act on other requests. What they end is answered before they are."""

from collections.abc import Sequence

from msgspec import UNSET

from engine.commands.searching import Clocks, Go
from engine.searches import Job
from engine.sessions import Peer
from protocol.answers import Answer, CountAnswer, Empty
from protocol.arguments import AddressArgs, CancelArgs, NoArgs, PonderhitArgs
from protocol.messages import Ok, Request
from protocol.values import DEFAULT_SESSION


def stop(peer: Peer, args: AddressArgs, request: Request) -> Answer | None:
    """End searches early; each answers with the move it has. One that is ending already is not counted."""
    ended = [go for go in _addressed(peer, args) if not go.stopping]
    for go in ended:
        go.stop()
    return _when_answered(peer, request.id, ended, CountAnswer(count=len(ended)))


def cancel(peer: Peer, args: CancelArgs, request: Request) -> Answer | None:
    """Give up a long request: it answers with an error that names this one."""
    job = peer.jobs.get(args.request)
    if job is None or job.cancelled_by is not None:
        return CountAnswer(count=0)
    job.cancel(request.id)
    return _when_answered(peer, request.id, [job], CountAnswer(count=1))


def ponderhit(peer: Peer, args: PonderhitArgs, _request: Request) -> CountAnswer:
    """Tell searches that the predicted move was played: their limits run from now."""
    hit = [go for go in _addressed(peer, args) if go.pondering and not go.stopping]
    clocks = Clocks.of(args)
    for go in hit:
        go.ponderhit(clocks)
    return CountAnswer(count=len(hit))


def quit_(peer: Peer, _args: NoArgs, request: Request) -> Answer | None:
    """Stop everything; the transport ends the process once the answers have left."""
    return _when_answered(peer, request.id, peer.engine.shut_down(at_once=False), Empty())


def _addressed(peer: Peer, args: AddressArgs) -> list[Go]:
    if args.request is not UNSET:
        job = peer.jobs.get(args.request)
        return [job] if isinstance(job, Go) and args.session in (UNSET, job.session) else []
    name = DEFAULT_SESSION if args.session is UNSET else args.session
    return [job for job in peer.jobs.values() if isinstance(job, Go) and job.session == name]


def _when_answered(peer: Peer, request_id: str, jobs: Sequence[Job], answer: Answer) -> Answer | None:
    """Answer a request after the last of some jobs has had its own answer; at once if there is none."""
    if not jobs:
        return answer
    left = set(jobs)

    for job in jobs:

        def answered(job: Job = job) -> None:
            left.discard(job)
            if not left:
                peer.deliver(Ok(request_id, answer))

        job.after.append(answered)
    return None
