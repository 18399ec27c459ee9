"""What the referee says to the world: events, states, notices, lobby, presence."""

import msgspec

from bots.tables.asked import Effects
from bots.tables.desk import Desk
from bots.tables.outbox import Outbox
from bots.tables.table import Now
from protocol.bus import Message
from protocol.bus.presence import EngineStatus, State, encode
from protocol.tables import topics

JSON = "application/json"
NOTICE_LIFE = 60  # s that a notice is worth something; `mine` tells what was missed

_encode = msgspec.json.Encoder().encode


def presence(service: str, epoch: int, state: State, version: str = "", tables: int = 0) -> Message:
    """Return the referee's presence; `offline` is its Last Will."""
    status = EngineStatus(
        state, name="trilogue tables", version=version, slots=tables, free=tables, epoch=epoch
    )
    return Message(topics.status(service), encode(status), 1, retain=True, content_type=JSON)


class Publisher:
    """Turns effects into messages, in the order in which they must be seen."""

    def __init__(self, service: str, desk: Desk, outbox: Outbox) -> None:
        self._service = service
        self._desk = desk
        self._outbox = outbox
        self.lobby_changed = True

    def tell(self, effects: Effects, now: Now) -> None:
        """Publish what was committed: first each table's events, then its state, then who should know."""
        for step in effects.steps:
            for event in step.events:
                topic = topics.events(self._service, step.table.id)
                self._outbox.send(Message(topic, _encode(event), 1, content_type=JSON))
            self.state(step.table.id, now)
            if {"started", "over"} & {event.kind for event in step.events}:
                self.lobby_changed = True
        for user, notice in effects.notices:
            topic = topics.notices(self._service, user)
            body = _encode(notice)
            self._outbox.send(Message(topic, body, 1, expiry=NOTICE_LIFE, content_type=JSON))
        if effects.opened or effects.closed:
            self.lobby_changed = True

    def state(self, name: str, now: Now) -> None:
        """Publish a table's state."""
        body = _encode(self._desk.document(self._desk.tables[name], now))
        topic = topics.state(self._service, name)
        self._outbox.send(Message(topic, body, 1, retain=True, content_type=JSON))

    def hide(self, name: str) -> None:
        """Take a finished table's state off the bus."""
        self._outbox.send(Message(topics.state(self._service, name), b"", 1, retain=True))

    def lobby(self, now: Now) -> None:
        """Publish the lobby if it changed."""
        if self.lobby_changed:
            self.lobby_changed = False
            body = _encode(self._desk.lists.lobby(now))
            self._outbox.send(Message(topics.lobby(self._service), body, 1, retain=True, content_type=JSON))

    def everything(self, now: Now) -> None:
        """Publish all states anew: the broker, or we, may have forgotten."""
        for name in self._desk.tables:
            self.state(name, now)
        self.lobby_changed = True
