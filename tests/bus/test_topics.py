"""Names of topics, and whose they are."""

import pytest

from protocol.bus import topics
from protocol.bus.identity import request_id
from protocol.bus.topics import BadName, Caller


def test_the_topics_as_documented() -> None:
    caller = Caller("ann", "desk")
    assert topics.request("anna", "ann") == "ugp/1/anna/req/ann"
    assert topics.answer("anna", caller) == "ugp/1/anna/rsp/ann/desk"
    assert topics.status("anna") == "ugp/1/anna/status"
    assert topics.client(caller) == "ugp/1/clients/ann/desk"


@pytest.mark.parametrize("name", ["", "a/b", "a+", "#", "a b", "é", "x" * 65, "\0"])
def test_what_cannot_be_a_level(name: str) -> None:
    with pytest.raises(BadName):
        topics.level(name)
    assert topics.asking_user("anna", f"ugp/1/anna/req/{name}") is None
    assert topics.answer_client("anna", "ann", f"ugp/1/anna/rsp/ann/{name}") is None


@pytest.mark.parametrize("name", ["clients", "tables"])
def test_reserved_engine_names(name: str) -> None:
    with pytest.raises(BadName):
        topics.engine_name(name)


@pytest.mark.parametrize("user", ["req", "rsp", "status"])
def test_reserved_users_have_no_topics(user: str) -> None:
    assert topics.asking_user("anna", topics.request("anna", user)) is None
    assert topics.present_caller(f"ugp/1/clients/{user}/ann") is None


def test_an_answer_topic_belongs_to_one_user_of_one_engine() -> None:
    own = topics.answer("anna", Caller("ann", "desk"))
    assert topics.answer_client("anna", "ann", own) == "desk"
    for engine, user in (("anna", "bob"), ("bea", "ann"), ("anna", "an"), ("anna", "ann/desk")):
        assert topics.answer_client(engine, user, own) is None
    assert topics.answer_client("anna", "ann", None) is None


def test_presence_topics_are_taken_apart() -> None:
    assert topics.status_engine("ugp/1/anna/status") == "anna"
    for other in ("ugp/1/anna/req/ann", "ugp/2/anna/status", "status"):
        assert topics.status_engine(other) is None
    assert topics.present_caller("ugp/1/clients/ann/desk") == Caller("ann", "desk")
    for other in ("ugp/1/clients/ann", "ugp/1/clients/ann/desk/x", "ugp/1/anna/rsp/ann", "ugp/1/clients//x"):
        assert topics.present_caller(other) is None


@pytest.mark.parametrize(
    ("pattern", "topic", "expected"),
    [
        ("a/b", "a/b", True),
        ("a/+", "a/b", True),
        ("a/+", "a", False),
        ("a/+", "a/b/c", False),
        ("+/b", "a/b", True),
        ("a/#", "a", True),
        ("a/#", "a/b/c", True),
        ("#", "a/b", True),
        ("#", "$SYS/x", False),
        ("+/x", "$SYS/x", False),
        ("$SYS/#", "$SYS/x", True),
        ("a/b", "a/b/c", False),
        ("a//b", "a//b", True),
        ("a/+/b", "a//b", True),
    ],
)
def test_filters(pattern: str, topic: str, expected: bool) -> None:
    assert topics.matches(pattern, topic) is expected


def test_correlation_data_as_an_id() -> None:
    assert request_id(b"abc.1") == "abc.1"
    assert request_id(b"\x00\xff") == "x.00ff"
    assert request_id(b"x.00ff") == "x." + b"x.00ff".hex()
    assert request_id("é".encode()) == "x.c3a9"
    long = [request_id(bytes([number]) * 64) for number in range(256)]
    assert len(set(long)) == 256
    assert all(len(identity) <= 64 for identity in long)
