"""The chapter about tables in PROTOCOL.md: its examples are what a referee does, its figures the rules."""

import asyncio
import re
from pathlib import Path

import pytest

from bots.tables.client import TableClient
from bots.tables.desk import MOST_EVENTS
from bots.tables.lists import MOST_LISTED
from bots.tables.people import MAX_PRESENCE
from bots.tables.rules import Rules
from protocol.body import encode_body
from protocol.bus import Bus, Caller, Message, Subscription
from protocol.bus import topics as bus_topics
from protocol.bus.memory import MemoryBus
from protocol.limits import Limits
from protocol.tables import topics
from protocol.tables.order import MAY
from protocol.tables.verbs import CHANGING, PLANS, VERBS
from tests.engine.transcript import matches
from tests.tables.hall import hall

TEXT = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```tables\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINE = re.compile(r"(\w+)([><!]) (.*)")


class Desk:
    """One user of the example, who speaks text without any client of ours."""

    def __init__(self, user: str, bus: Bus, answers: Subscription, notices: Subscription) -> None:
        self._caller = Caller(user, user)
        self._bus = bus
        self._answers = answers
        self._notices = notices
        self._number = 0

    @classmethod
    async def open(cls, user: str, bus: Bus) -> "Desk":
        caller = Caller(user, user)
        answers = await bus.subscribe([bus_topics.answer(topics.address("main"), caller)])
        notices = await bus.subscribe([topics.notices("main", user)])
        await bus.announce(Message(bus_topics.client(caller), b'{"state":"online"}', 1, retain=True))
        return cls(user, bus, answers, notices)

    async def send(self, line: str) -> None:
        self._number += 1
        topic = bus_topics.request(topics.address("main"), self._caller.user)
        answer = bus_topics.answer(topics.address("main"), self._caller)
        correlation = str(self._number).encode()
        body = line.encode()
        message = Message(topic, body, 1, expiry=10, response_topic=answer, correlation=correlation)
        await self._bus.publish(message)

    async def receive(self, mark: str) -> str:
        source = self._answers if mark == "<" else self._notices
        message = await asyncio.wait_for(source.get(), 5)
        return message.payload.decode()


@pytest.mark.parametrize("example", EXAMPLES)
async def test_examples(example: str, tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        desks: dict[str, Desk] = {}
        for user in ("ann", "bob", "eve"):
            bus = await MemoryBus(place.broker, user, user=user).start()
            desks[user] = await Desk.open(user, bus)
        challenge = ""
        for line in example.splitlines():
            found = LINE.fullmatch(line)
            assert found, line
            user, mark, text = found.groups()
            if mark == ">":
                await desks[user].send(text.replace("$challenge", challenge))
                continue
            got = await desks[user].receive(mark)
            assert matches(text, got), f"expected {text}\n     got {got}"
            if got.startswith("ok challenge="):
                challenge = got.removeprefix("ok challenge=")


def test_there_is_an_example_and_every_verb_stands_in_the_document() -> None:
    assert EXAMPLES
    for name in VERBS:
        assert f"#### {name} (tables)\n" in TEXT
    assert set(VERBS) >= CHANGING
    assert {action.split()[0] for action in MAY} <= set(VERBS)


def test_the_figures_of_the_document_are_the_rules() -> None:
    rules = Rules()
    chapter = " ".join(TEXT[TEXT.index("## 15. Tables") :].split())
    for words in (
        f"at most {Limits().line} bytes",
        f"{rules.rate} requests a second of one user ({rules.burst} at once)",
        f"{rules.user_tables} games and {rules.user_challenges} challenges of one user",
        f"{rules.tables} games and {rules.challenges} challenges in all, {rules.guests} guests",
        f"{rules.first_move // 1000} s are allowed for it",
        f"has {rules.grace // 1000} s to come back",
        f"lapses ({rules.lapse // 60_000} minutes)",
        f"same player {rules.offers} plies later",
        f"end after {rules.guest_life // 3_600_000} hours",
        f"the latest {MOST_LISTED} challenges",
        f"at most {MOST_EVENTS} events",
        f"a presence of more than {MAX_PRESENCE} bytes",
    ):
        assert words in chapter, words


async def test_text_and_msgpack_requests_are_the_same(tmp_path: Path) -> None:
    from protocol.body import CONTENT_TYPES, decode_request_body
    from protocol.encoding import Encoding
    from protocol.requests import build

    samples: list[tuple[str, dict[str, object]]] = [
        ("challenge", {"game": "loa", "to": "bob", "time": 60_000, "size": "6", "rated": True}),
        ("decline", {"challenge": "abc", "reason": "no time now"}),
        ("move", {"table": "abc", "move": "b1-b3", "ply": 4}),
        ("draw", {"table": "abc", "what": "accept"}),
        ("sync", {"table": "abc", "since": 0}),
        ("ratings", {}),
        ("guest", {"name": "Ann"}),
    ]
    for verb, arguments in samples:
        request = build(PLANS, verb, "x", arguments)
        for encoding in Encoding:
            body = encode_body(request, encoding, PLANS)
            assert decode_request_body(body, CONTENT_TYPES[encoding], "x", PLANS) == request


async def test_a_client_of_ours_sees_the_same(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann: TableClient = await place.player("ann")
        assert ann.up
        assert ann.epoch == 1
