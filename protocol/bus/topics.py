"""The topics of UGP/1 on MQTT: every name that is published to, made and taken apart here.

`<engine>`, `<user>` and `<client>` are topic levels: 1 to 64 of `[A-Za-z0-9_.@-]`, so that no name can
hold a separator or a wildcard. The broker's access rules tie `<user>` to the login.
"""

import re
from typing import NamedTuple

from protocol.bus.errors import BusError

ROOT = "ugp/1"
LEVEL = re.compile(r"[A-Za-z0-9_.@-]{1,64}")
ANONYMOUS = "anonymous"  # the user of a broker without logins, unless it gives itself a name
RESERVED = frozenset({"clients", "tables"})  # second levels that are no engine
RESERVED_USERS = frozenset({"req", "rsp", "status"})  # so that no user's topic is another kind's


class BadName(BusError):
    """A name that cannot be a level of a topic."""


class Caller(NamedTuple):
    """Who asks: the user whom the broker vouches for, and which of the user's clients."""

    user: str
    client: str


def level(name: str, what: str = "name") -> str:
    """Return `name` if it can be one level of a topic, else raise BadName."""
    if not LEVEL.fullmatch(name):
        raise BadName(f"{what} {name!r}: 1 to 64 of A-Z a-z 0-9 _ . @ -")
    return name


def engine_name(name: str) -> str:
    """Return `name` if an engine may be called so, else raise BadName."""
    if level(name, "engine name") in RESERVED:
        raise BadName(f"engine name {name!r} is reserved")
    return name


def _is_user(name: str) -> bool:
    return LEVEL.fullmatch(name) is not None and name not in RESERVED_USERS


def request(engine: str, user: str) -> str:
    """Return the topic on which `user` asks `engine`; `+` as user gives the engine's filter."""
    return f"{ROOT}/{engine}/req/{user}"


def answer(engine: str, caller: Caller) -> str:
    """Return the only topic under which `engine` answers `caller`."""
    return f"{ROOT}/{engine}/rsp/{caller.user}/{caller.client}"


def status(engine: str) -> str:
    """Return the topic of an engine's presence; `+` gives the filter over all engines."""
    return f"{ROOT}/{engine}/status"


def client(caller: Caller) -> str:
    """Return the topic of a client's presence; `+` and `+` give the filter over all clients."""
    return f"{ROOT}/clients/{caller.user}/{caller.client}"


def asking_user(engine: str, topic: str) -> str | None:
    """Return the user of a request topic of `engine`, or None if `topic` is none."""
    head, _, user = topic.rpartition("/")
    return user if head == f"{ROOT}/{engine}/req" and _is_user(user) else None


def answer_client(engine: str, user: str, response_topic: str | None) -> str | None:
    """Return the client of a Response Topic, or None unless it is `user`'s own at `engine`."""
    prefix = f"{ROOT}/{engine}/rsp/{user}/"
    if response_topic is None or not response_topic.startswith(prefix):
        return None
    name = response_topic[len(prefix) :]
    return name if LEVEL.fullmatch(name) else None


def status_engine(topic: str) -> str | None:
    """Return the engine, or the other service, of a presence topic; None for another topic."""
    head, _, last = topic.rpartition("/")
    return head.removeprefix(f"{ROOT}/") if last == "status" and head.startswith(f"{ROOT}/") else None


def present_caller(topic: str) -> Caller | None:
    """Return whose presence a topic is, or None."""
    parts = topic.split("/")
    if len(parts) != 5 or parts[:3] != ["ugp", "1", "clients"]:
        return None
    user, name = parts[3:]
    return Caller(user, name) if _is_user(user) and LEVEL.fullmatch(name) else None


def matches(pattern: str, topic: str) -> bool:
    """Return whether `topic` falls under the MQTT filter `pattern`."""
    wanted, given = pattern.split("/"), topic.split("/")
    if given[0].startswith("$") and wanted[0] in {"+", "#"}:
        return False
    for index, part in enumerate(wanted):
        if part == "#":
            return True
        if index >= len(given) or part not in {"+", given[index]}:
            return False
    return len(wanted) == len(given)
