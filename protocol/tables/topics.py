"""The topics of a tables service: made and taken apart here. `<service>` and `<user>` are topic levels."""

from protocol.bus import topics
from protocol.bus.topics import ROOT, BadName, level

RESERVED = frozenset({"req", "rsp", "status"})  # service names that would be another kind's topics


def service_name(name: str) -> str:
    """Return `name` if a tables service may be called so, else raise BadName."""
    if level(name, "service name") in RESERVED:
        raise BadName(f"service name {name!r} is reserved")
    return name


def address(service: str) -> str:
    """Return what stands in the place of an engine's name: requests and answers are found under it."""
    return f"tables/{service}"


def status(service: str) -> str:
    """Return the topic of the referee's presence."""
    return topics.status(address(service))


def notices(service: str, user: str) -> str:
    """Return the topic of what concerns one user."""
    return f"{ROOT}/tables/{service}/user/{user}"


def lobby(service: str) -> str:
    """Return the topic of open challenges, games under way and bots."""
    return f"{ROOT}/tables/{service}/lobby"


def state(service: str, table: str) -> str:
    """Return the topic of a table's state; `+` gives the filter over all."""
    return f"{ROOT}/tables/{service}/game/{table}/state"


def events(service: str, table: str) -> str:
    """Return the topic of a table's events; `+` gives the filter over all."""
    return f"{ROOT}/tables/{service}/game/{table}/event"


TOPICS = (
    # topic, who publishes, who reads, QoS, retained, what
    ("…/status", "referee", "all", "1", "yes, Last Will", "the referee's presence: JSON as an engine's"),
    ("…/req/USER", "USER", "referee", "1", "no, expiry required", "requests, with Correlation Data"),
    ("…/rsp/USER/CLIENT", "referee", "USER's CLIENT", "1", "no", "answers"),
    ("…/user/USER", "referee", "USER", "1", "no", "notices: JSON `Notice`"),
    ("…/lobby", "referee", "all", "1", "yes", "challenges, games, bots: JSON `LobbyAnswer`"),
    ("…/game/TABLE/state", "referee", "all", "1", "yes, until some time after the end", "JSON `TableState`"),
    ("…/game/TABLE/event", "referee", "all", "1", "no", "JSON `Event`, each with `seq`"),
    (
        "`ugp/1/clients/USER/CLIENT`",
        "USER's CLIENT",
        "referee",
        "1",
        "yes, Last Will",
        "presence: JSON; a bot's with its `BotOffer` under `bot`",
    ),
)
"""Every topic; `…` stands for `ugp/1/tables/SERVICE`."""
