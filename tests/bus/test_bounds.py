"""What bounds an engine on the bus: repeats, credit, thinned infos, presence. All pure."""

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
from protocol.bus.repeats import Entry, Repeats

ANSWER = Message("a", b"x" * 100)


def opened(
    repeats: Repeats, number: int, *, user: str = "ann", changes: bool = False, now: float = 0.0
) -> Entry:
    entry = repeats.open((user, b"%d" % number), user, expires=now + 10, now=now, changes=changes)
    assert entry is not None
    return entry


def test_a_request_is_remembered_until_it_expires() -> None:
    repeats = Repeats()
    entry = opened(repeats, 1)
    assert repeats.seen(("ann", b"1"), 5) is entry
    repeats.close(entry, ANSWER)
    assert repeats.seen(("ann", b"1"), 9.9) is entry
    assert repeats.seen(("ann", b"1"), 10.0) is None
    assert (len(repeats), repeats.bytes) == (0, 0)


def test_a_full_share_gives_up_the_oldest_answers_that_changed_nothing() -> None:
    repeats = Repeats(per_user_entries=4)
    first = opened(repeats, 0, changes=True)
    repeats.close(first, ANSWER)
    for number in range(1, 9):
        repeats.close(opened(repeats, number), ANSWER)
    assert repeats.seen(("ann", b"0"), 1) is first
    assert repeats.seen(("ann", b"1"), 1) is None
    assert repeats.seen(("ann", b"8"), 1) is not None
    assert len(repeats) == 4


def test_a_share_full_of_answers_that_must_stay_takes_no_more() -> None:
    repeats = Repeats(per_user_entries=3)
    for number in range(3):
        repeats.close(opened(repeats, number, changes=True), ANSWER)
    assert repeats.open(("ann", b"new"), "ann", expires=10, now=0, changes=False) is None
    assert repeats.open(("bob", b"new"), "bob", expires=10, now=0, changes=False) is not None
    assert repeats.open(("ann", b"new"), "ann", expires=30, now=11, changes=False) is not None


def test_an_open_request_is_never_given_up() -> None:
    repeats = Repeats(per_user_entries=2)
    opened(repeats, 1)
    opened(repeats, 2)
    assert repeats.open(("ann", b"3"), "ann", expires=10, now=0, changes=False) is None


def test_bytes_are_bounded_too() -> None:
    repeats = Repeats(per_user_bytes=10_000)
    for number in range(100):
        repeats.close(opened(repeats, number), Message("a", b"x" * 1000))
    assert repeats.bytes < 12_000


def test_an_answer_after_its_expiry_is_no_trouble() -> None:
    repeats = Repeats()
    entry = opened(repeats, 1)
    assert repeats.seen(("ann", b"1"), 20) is None
    repeats.close(entry, ANSWER)
    assert repeats.bytes == 0


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans(), st.floats(0, 5)), max_size=200))
def test_the_books_of_repeats_balance(steps: list[tuple[int, bool, bool, float]]) -> None:
    repeats = Repeats(per_user_entries=5, per_user_bytes=3000)
    now = 0.0
    for number, changes, answered, wait in steps:
        now += wait
        key = ("ann", b"%d" % number)
        if repeats.seen(key, now) is None:
            entry = repeats.open(key, "ann", expires=now + 3, now=now, changes=changes)
            if entry is not None and answered:
                repeats.close(entry, ANSWER)
        assert len(repeats) <= 5
    assert repeats.seen(("ann", b"none"), now + 100) is None
    assert (len(repeats), repeats.bytes) == (0, 0)


def test_the_heap_does_not_outgrow_what_it_orders() -> None:
    repeats = Repeats(per_user_entries=10)
    for number in range(10_000):
        repeats.close(opened(repeats, number), ANSWER)
    assert len(repeats._order) < 2000


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
