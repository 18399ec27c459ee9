"""Sessions and those who own them: a peer is a connection on stdio, a user over MQTT."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from engine.games import State
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Error, Info, Ok
from protocol.settings import Settings

if TYPE_CHECKING:
    from engine.searches import Job
    from engine.server import Engine

Deliver = Callable[[Info | Ok | Error], None]


class Session:
    """A game under way and the settings that its owner chose for it."""

    __slots__ = ("name", "overrides", "state")

    def __init__(self, name: str, state: State) -> None:
        self.name = name
        self.state = state
        self.overrides: dict[str, int] = {}


class Peer:
    """Somebody who sends requests: the scope of request ids, sessions and settings.

    Made by `Engine.join`.

    - `deliver`: takes every answer, in the engine's thread.
    - `remote`: shares the process with other peers (MQTT) and may not do what hurts them.
    - `congested`: set by the transport while its client reads too slowly: infos are held back and thinned.
    - `jobs`: the long requests still open, by request id.
    """

    def __init__(self, engine: "Engine", deliver: Deliver, *, remote: bool) -> None:
        self.engine = engine
        self.deliver = deliver
        self.remote = remote
        self.congested = False
        self.settings = Settings()
        self.sessions: dict[str, Session] = {}
        self.jobs: dict[str, Job] = {}

    def session(self, name: str) -> Session:
        """Return an open session.

        Raises RequestError: unknown-session.
        """
        try:
            return self.sessions[name]
        except KeyError:
            message = f'there is no session "{name}": begin with new or position'
            raise RequestError(ErrorCode.UNKNOWN_SESSION, message, field="session") from None

    def put(self, name: str, state: State) -> Session:
        """Open a session, or give an open one another game; it keeps its settings.

        Raises RequestError: busy when the process has as many sessions as it may.
        """
        session = self.sessions.get(name)
        if session is None:
            self.engine.admit_session()
            session = self.sessions[name] = Session(name, state)
        session.state = state
        return session

    def settings_of(self, name: str | None) -> Settings:
        """Return the settings in force: a session's own choices over the connection's."""
        session = self.sessions.get(name) if name else None
        if session is None or not session.overrides:
            return self.settings
        return msgspec.structs.replace(self.settings, **session.overrides)

    def work_in(self, session: str, verbs: frozenset[str]) -> "Job | None":
        """Return a job of those verbs that runs in a session and was not told to end, if there is one."""
        for job in self.jobs.values():
            if job.session == session and job.verb in verbs and not job.stopping:
                return job
        return None
