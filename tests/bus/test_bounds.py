"""What bounds an engine on the bus: repeats, credit, thinned infos, presence. All pure."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.bus import Caller, Message
from protocol.bus.coalesce import LINES, Coalescer
from protocol.bus.credit import Credit
from protocol.bus.presence import (
    MAX_STATUS,
    ClientPresence,
    EngineStatus,
    Roster,
    client_is_present,
    decode_engine,
    encode,
)
from protocol.bus.repeats import ENTRY_BYTES, KEPT, LONGEST, Bounds, Entry, Repeats, check_expiry
from protocol.errors import RequestError

ANSWER = Message("a", b"x" * 100)


def opened(
    repeats: Repeats,
    number: int,
    *,
    user: str = "ann",
    changes: bool = False,
    now: float = 0.0,
    expiry: float = 10.0,
) -> Entry:
    key = (user, b"%d" % number)
    entry = repeats.open(key, user, expires=now + expiry, now=now, changes=changes)
    assert entry is not None
    return entry


def known(repeats: Repeats, *, user: str = "ann", now: float = 1.0) -> list[int]:
    """List which of a hundred requests are known."""
    return [number for number in range(100) if repeats.seen((user, b"%d" % number), now) is not None]


@pytest.mark.parametrize("changes", [False, True])
def test_a_request_is_remembered_until_it_expires(changes: bool) -> None:
    repeats = Repeats()
    entry = opened(repeats, 1, changes=changes)
    assert repeats.seen(("ann", b"1"), 5) is entry
    repeats.close(entry, ANSWER, 5)
    assert repeats.seen(("ann", b"1"), 9.9) is entry
    assert repeats.seen(("ann", b"1"), 10.0) is None
    assert (len(repeats), repeats.bytes) == (0, 0)


def test_an_answer_that_changed_nothing_is_not_kept_for_a_long_expiry() -> None:
    """Endless searches and their like expire in a day: their answers would pile up until then."""
    repeats = Repeats()
    day = 86_400.0
    entry = opened(repeats, 0, expiry=day)
    assert repeats.seen(("ann", b"0"), day / 2) is entry
    repeats.close(entry, ANSWER, day / 2)
    assert repeats.seen(("ann", b"0"), day / 2 + KEPT - 1) is entry
    assert repeats.seen(("ann", b"0"), day / 2 + KEPT) is None
    assert (len(repeats), repeats.bytes) == (0, 0)


def test_of_a_users_answers_that_changed_nothing_the_oldest_go_first() -> None:
    repeats = Repeats(Bounds(passing=4 * (ENTRY_BYTES + 100)))
    for number in (9, *range(9)):
        repeats.close(opened(repeats, number), ANSWER, 0)
    repeats.close(opened(repeats, 1, user="bob"), ANSWER, 0)
    assert known(repeats) == [5, 6, 7, 8]
    assert known(repeats, user="bob") == [1]
    assert repeats.bytes == 5 * (ENTRY_BYTES + 100)


def test_of_all_answers_that_changed_nothing_the_oldest_go_first() -> None:
    repeats = Repeats(Bounds(passing_total=4 * (ENTRY_BYTES + 100)))
    for number in range(3):
        for user in ("ann", "bob"):
            repeats.close(opened(repeats, number, user=user), ANSWER, 0)
    assert known(repeats) == known(repeats, user="bob") == [1, 2]


def test_a_user_without_room_for_what_changes_something_may_still_ask() -> None:
    repeats = Repeats(Bounds(entries=3))
    for number in range(3):
        repeats.close(opened(repeats, number, changes=True), ANSWER, 0)
    repeats.close(opened(repeats, 50), ANSWER, 0)
    assert repeats.open(("ann", b"new"), "ann", expires=10, now=0, changes=True) is None
    assert repeats.open(("bob", b"new"), "bob", expires=10, now=0, changes=True) is not None
    assert known(repeats) == [0, 1, 2, 50]
    assert repeats.open(("ann", b"new"), "ann", expires=30, now=11, changes=True) is not None


def test_what_changes_something_is_bounded_in_bytes_for_a_user_and_in_all() -> None:
    long = Message("a", b"x" * 4000)
    repeats = Repeats(Bounds(size=10_000, total=20_000))
    taken = Counter[str]()
    for user, number in itertools.product(("ann", "bob", "eve"), range(10)):
        entry = repeats.open((user, b"%d" % number), user, expires=10, now=0, changes=True)
        if entry is not None:
            repeats.close(entry, long, 0)
            taken[user] += 1
    assert taken == {"ann": 2, "bob": 2}
    assert repeats.seen(("ann", b"0"), 1) is not None


def test_open_requests_are_never_given_up() -> None:
    repeats = Repeats(Bounds(passing=3000, passing_total=3000))
    entries = [opened(repeats, number) for number in range(9)]
    assert known(repeats) == list(range(9))
    for entry in entries:
        repeats.close(entry, ANSWER, 0)
    assert known(repeats) == [7, 8]


def test_an_answer_after_its_expiry_is_no_trouble() -> None:
    repeats = Repeats()
    for number, changes in enumerate((False, True)):
        entry = opened(repeats, number, changes=changes)
        assert repeats.seen(entry.key, 20) is None
        repeats.close(entry, ANSWER, 20)
        assert (len(repeats), repeats.bytes) == (0, 0)


def test_what_changes_something_must_expire_soon() -> None:
    check_expiry(LONGEST, changes=True)
    check_expiry(LONGEST + 1, changes=False)
    with pytest.raises(RequestError, match=str(LONGEST)):
        check_expiry(LONGEST + 1, changes=True)


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from("ab"), st.booleans(), st.booleans(), st.floats(0, 5)),
        max_size=200,
    )
)
def test_the_books_of_repeats_balance(steps: list[tuple[int, str, bool, bool, float]]) -> None:
    bounds = Bounds(entries=5, size=4000, total=7000, passing=3000, passing_total=4000, kept=2.0)
    repeats = Repeats(bounds)
    now = 0.0
    for number, user, changes, answered, wait in steps:
        now += wait
        key = (user, b"%d" % number)
        if repeats.seen(key, now) is None:
            entry = repeats.open(key, user, expires=now + 3, now=now, changes=changes)
            assert entry is not None or changes
            if entry is not None and answered:
                repeats.close(entry, ANSWER, now)
        assert repeats.bytes <= bounds.total + ENTRY_BYTES + 100 + bounds.passing_total
    assert repeats.seen(("ann", b"none"), now + 100) is None
    assert (len(repeats), repeats.bytes) == (0, 0)
    assert (repeats._due, repeats._shares) == ({}, {})


def test_memory_is_flat_while_answers_keep_coming() -> None:
    """Half an hour of a hundred requests a second, with expiries of ten seconds and of a day."""
    repeats = Repeats()
    sizes = []
    for number in range(180_000):
        now = number / 100
        entry = opened(repeats, number, now=now, expiry=10 if number % 2 else 86_400)
        repeats.close(entry, ANSWER, now)
        if number % 6000 == 5999:
            sizes.append((repeats.bytes, len(repeats), sum(map(len, repeats._due.values()))))
    assert len(set(sizes)) == 1, sizes
    assert sizes[0][0] <= Bounds().passing


def test_credit_by_user_and_in_all() -> None:
    credit = Credit(per_user=2, total=3)
    assert [credit.take(user) for user in ("ann", "ann", "ann", "bob", "bob")] == [
        True,
        True,
        False,
        True,
        False,
    ]
    credit.give("ann")
    assert credit.take("bob")
    assert credit.open == 3


def test_infos_keep_the_newest_of_each_line() -> None:
    infos: Coalescer[str] = Coalescer(1.0)
    assert infos.offer(1, "a", 0.0) == ["a"]
    assert infos.offer(1, "b", 0.1) == []
    assert infos.offer(2, "c", 0.2) == []
    assert infos.offer(1, "d", 0.3) == []
    assert infos.due == 1.0
    assert infos.ready(0.9) == []
    assert infos.ready(1.0) == ["c", "d"]
    assert infos.due is None
    for line in range(10 * LINES):
        infos.offer(line, "x", 1.5)
    assert len(infos.ready(9.0)) == LINES


def test_presence_round_trip_and_nonsense() -> None:
    status = EngineStatus(
        "ready", "trilogue", "1", games={"loa": {"size": {"default": 8}}}, slots=4, free=3, epoch=7
    )
    assert decode_engine(encode(status)) == status
    for nonsense in (
        b"",
        b"{",
        b"[]",
        b'{"state":"asleep"}',
        b"x" * (MAX_STATUS + 1),
        b"[" * 20_000,
        b"\xff",
    ):
        assert decode_engine(nonsense) is None
        assert not client_is_present(nonsense)
    assert client_is_present(encode(ClientPresence()))
    assert decode_engine(b'{"state":"ready","news":1}') is not None


def test_the_roster_sweeps_those_who_did_not_come_back() -> None:
    roster = Roster(limit=2)
    one, two, three = (Caller("ann", name) for name in ("1", "2", "3"))
    for each in (one, two, three):
        roster.came(each)
    assert three not in roster
    roster.mark()
    roster.came(one)
    assert roster.sweep() == [two]
    assert roster.went(one)
    assert not roster.went(one)
    assert len(roster) == 0
