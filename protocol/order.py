"""What may follow what: the one table that the engine obeys and PROTOCOL.md shows.

Theory of operation. Requests of one session take effect in the order in which they arrive; each is answered
at once, except those that *work* (`go`, `perft`, `eval`). Work runs on a snapshot of its position, so nothing
that comes later can change it, and nothing has to wait for it. A few requests would pull the ground from
under running work: they are `busy` while it runs. Control requests (`stop`, `cancel`, `ponderhit`) name other
requests by id; they always reach them, and what they end is answered before they are.

Nothing here depends on which role a program plays.
"""

from enum import StrEnum

from msgspec import Struct


class Kind(StrEnum):
    """How a verb is served."""

    PROMPT = "answered at once"
    WORK = "works on a snapshot; answered when done"
    CONTROL = "acts on other requests, then is answered"


class Clash(StrEnum):
    """When a verb is refused with `busy` because of running work."""

    NEVER = "never"
    SESSION_GO = "while its session runs a go"
    SESSION_WORK = "while its session runs work"
    ANY_WORK = "while any work runs"


class Touches(StrEnum):
    """What a verb reads or changes beyond its own arguments."""

    NOTHING = "nothing"
    CONTEXT = "reads a session or its own game"
    MAKES_SESSION = "makes or replaces a session"
    CHANGES_SESSION = "changes an open session"
    SETTINGS = "settings"
    TABLES = "tables"
    REQUESTS = "open requests"


class Order(Struct, frozen=True, kw_only=True):
    """One row: how a verb stands to the others."""

    kind: Kind = Kind.PROMPT
    touches: Touches = Touches.NOTHING
    clash: Clash = Clash.NEVER
    reaches: frozenset[str] = frozenset()  # the verbs whose open requests a control verb can name
    finished_game: bool = True  # False: `game-over` when the position is finished
    mqtt: bool = True  # False: `forbidden` over MQTT
    ends: bool = False  # True: ends the connection, and over stdio the process


WORK = frozenset({"go", "perft", "eval"})
"""The verbs that work. A test holds it equal to the rows below."""

CHANGING = frozenset({"new", "position", "play", "undo", "close", "set"})
"""The verbs that must not be done twice. A test holds it to the rows below."""

ORDER: dict[str, Order] = {
    "hello": Order(),
    "describe": Order(),
    "new": Order(touches=Touches.MAKES_SESSION),
    "position": Order(touches=Touches.MAKES_SESSION),
    "play": Order(touches=Touches.CHANGES_SESSION, finished_game=False),
    "undo": Order(touches=Touches.CHANGES_SESSION),
    "close": Order(touches=Touches.CHANGES_SESSION, clash=Clash.SESSION_WORK),
    "moves": Order(touches=Touches.CONTEXT),
    "show": Order(touches=Touches.CONTEXT),
    "status": Order(touches=Touches.CONTEXT),
    "go": Order(kind=Kind.WORK, touches=Touches.CONTEXT, clash=Clash.SESSION_GO, finished_game=False),
    "stop": Order(kind=Kind.CONTROL, touches=Touches.REQUESTS, reaches=frozenset({"go"})),
    "cancel": Order(kind=Kind.CONTROL, touches=Touches.REQUESTS, reaches=WORK),
    "ponderhit": Order(kind=Kind.CONTROL, touches=Touches.REQUESTS, reaches=frozenset({"go"})),
    "options": Order(touches=Touches.SETTINGS),
    "set": Order(touches=Touches.SETTINGS),
    "clear": Order(touches=Touches.TABLES, clash=Clash.ANY_WORK, mqtt=False),
    "eval": Order(kind=Kind.WORK, touches=Touches.CONTEXT),
    "perft": Order(kind=Kind.WORK, touches=Touches.CONTEXT),
    "ping": Order(),
    "quit": Order(kind=Kind.CONTROL, touches=Touches.REQUESTS, reaches=WORK, mqtt=False, ends=True),
}

SETTING_ORDER: dict[str, Order] = {
    "memory": Order(touches=Touches.TABLES, clash=Clash.ANY_WORK, mqtt=False),
}
"""Settings whose `set` is stricter than the row of `set`."""
