"""The requests of a pool under way: what they wait for, and which errors are no answer yet."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from protocol.answers import NewAnswer, PositionAnswer
from protocol.client.bus_mailbox import Letter, Received
from protocol.client.pool_engines import Known
from protocol.client.pool_sessions import Mirror
from protocol.errors import ErrorCode
from protocol.messages import Error, Ok, Request
from protocol.order import ORDER, Kind, Touches

PATIENCE = 5  # attempts after which an error that should pass is believed


@dataclass(eq=False, slots=True)
class Errand:
    """One request of the caller, wherever it is now.

    Attributes:
        expires: when the caller's deadline is, by the loop's clock.
        margin: s before that at which it is given up if no engine was found.
        mirror: the session it is about.
        attempts: how often it was sent.
        known, letter: the engine that has it, and its letter there; None: it waits.
        cancelled: the caller wants it cancelled.
        followers: `stop` and the like that wait until it is sent.
        refusal: the last error that was no answer yet.

    """

    request: Request
    expires: float
    margin: float
    mirror: Mirror | None = None
    attempts: int = 0
    known: Known | None = None
    letter: Letter | None = None
    cancelled: bool = False
    followers: list["Errand"] = field(default_factory=list)
    refusal: Error | None = None

    @property
    def id(self) -> str:
        """The caller's id."""
        return self.request.id

    @property
    def work(self) -> bool:
        """Whether it takes a search slot."""
        return ORDER[self.request.verb].kind is Kind.WORK

    @property
    def makes_session(self) -> bool:
        """Whether it needs nothing of its session."""
        return ORDER[self.request.verb].touches is Touches.MAKES_SESSION

    def passes(self, error: Error) -> bool:
        """Return whether the same request may fare better elsewhere or later."""
        if error.code is ErrorCode.BUSY:
            return error.field != "session" or self.makes_session
        if error.code is ErrorCode.SHUTTING_DOWN:
            return True
        if self.attempts >= PATIENCE:
            return False
        if error.code is ErrorCode.UNKNOWN_SESSION:
            return self.mirror is not None and self.mirror.game is not None
        if error.code is ErrorCode.CANCELLED:
            return not self.cancelled
        return error.code is ErrorCode.FORBIDDEN and error.field in {"infinite", "ponder"}

    def for_caller(self, reply: Received) -> Received:
        """Return an answer in the caller's terms: with his name of the session."""
        if self.mirror is None:
            return reply
        if isinstance(reply, Error):
            message = reply.message.replace(self.mirror.wire, self.mirror.name)
            return msgspec.structs.replace(reply, message=message)
        if isinstance(reply, Ok) and isinstance(reply.fields, NewAnswer | PositionAnswer):
            return Ok(reply.id, msgspec.structs.replace(reply.fields, session=self.mirror.name))
        return reply


class Errands:
    """All errands of a pool, in order of arrival."""

    def __init__(self) -> None:
        self._all: dict[str, Errand] = {}

    def __iter__(self) -> Iterator[Errand]:
        return iter(list(self._all.values()))

    def __contains__(self, errand: Errand) -> bool:
        return self._all.get(errand.id) is errand

    def add(self, errand: Errand) -> None:
        """Take an errand on."""
        self._all[errand.id] = errand
        if errand.mirror is not None:
            errand.mirror.open.append(errand.id)

    def remove(self, errand: Errand) -> None:
        """Forget one that is answered."""
        del self._all[errand.id]
        if errand.mirror is not None:
            errand.mirror.open.remove(errand.id)

    def clear(self) -> None:
        """Forget all."""
        self._all.clear()

    def get(self, identity: str) -> Errand | None:
        """Return the errand of that id."""
        return self._all.get(identity)

    def of(self, mirror: Mirror) -> list[Errand]:
        """List the errands of a session, in order."""
        return [self._all[identity] for identity in mirror.open]

    def at(self, known: Known) -> list[Errand]:
        """List the errands that an engine has, in order."""
        return [each for each in self._all.values() if each.known is known and each.letter is not None]

    def target(self, errand: Errand) -> Errand | None:
        """Return what a `stop`, `cancel` or `ponderhit` is about."""
        named = getattr(errand.request.args, "request", None)
        if isinstance(named, str):
            return self.get(named)
        if errand.mirror is None:
            return None
        return next((each for each in self.of(errand.mirror) if each.request.verb == "go"), None)

    def is_due(self, errand: Errand) -> bool:
        """Return whether all earlier requests of its session were sent, so that this one may be."""
        if errand.mirror is None:
            return True
        waiting = (each for each in self.of(errand.mirror) if each.letter is None and not is_control(each))
        return next(waiting, errand) is errand


def is_control(errand: Errand) -> bool:
    """Return whether an errand is about other requests."""
    return ORDER[errand.request.verb].kind is Kind.CONTROL
