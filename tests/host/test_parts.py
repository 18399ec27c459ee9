"""The host's pure parts: policy, ledger, breaker, matchmaking, configuration."""

from pathlib import Path
from typing import Any

import pytest

from bots.config import ConfigError
from bots.host.breaker import Breaker
from bots.host.config import BotConfig, Matchmaking, Policy, read
from bots.host.ledger import Ledger
from bots.host.matchmaking import Matchmaker
from bots.host.policy import asked, offer, refusal, suits
from protocol.tables.answers import BotInfo
from protocol.tables.documents import BotOffer

DEPLOY = Path(__file__).parents[2] / "deploy"


def bot(**policy: Any) -> BotConfig:
    return BotConfig(user="bot", player="random", slots=3, accept=Policy(**policy))


@pytest.mark.parametrize(
    ("policy", "challenge", "how", "reason"),
    [
        ({}, {}, {}, None),
        ({"games": ("lot",)}, {}, {}, "I do not play loa, but lot"),
        ({"time": (1_000, 60_000)}, {}, {}, "time is 300000; I play with 1000 to 60000"),
        ({"inc": (0, 0)}, {}, {}, "inc is 3000; I play with 0 to 0"),
        ({"rated": "rated"}, {}, {}, "I play rated games only"),
        ({"rated": "casual"}, {"rated": True}, {}, "I play casual games only"),
        ({"rated": "casual"}, {"rated": False}, {}, None),
        ({"opponents": "people"}, {}, {"is_bot": True}, "I play with people only"),
        ({"opponents": "bots"}, {}, {}, "I play with bots only"),
        ({"opponents": "bots"}, {}, {"is_bot": True}, None),
        ({"only": ("ann",)}, {}, {}, "I play with certain users only"),
        ({"only": ("ann",)}, {"user": "ann"}, {}, None),
        ({"block": ("ann",)}, {"user": "ann"}, {}, "I do not play with you"),
        ({"rating": (1600, 3000)}, {}, {}, "your rating is 1500; I play with 1600 to 3000"),
        ({"per_user": 2}, {}, {"with_user": 2}, "2 games with you are enough"),
        ({}, {}, {"free": 0}, "all my tables are taken; try again later"),
    ],
)
def test_policy(
    policy: dict[str, Any], challenge: dict[str, Any], how: dict[str, Any], reason: str | None
) -> None:
    assert refusal(bot(**policy), asked(**challenge), **{"is_bot": False, **how}) == reason
    published = offer(bot(**policy), how.get("free", 1))
    made = asked(**challenge)
    hopes = suits(
        published,
        game=made.game,
        time=made.time,
        inc=made.inc,
        rated=made.rated,
        rating=made.rating,
        is_bot=how.get("is_bot", False),
    )
    secret = {"only", "block", "per_user"} & set(policy)  # not told to everybody
    assert secret or hopes == (reason is None)


def test_the_ledger_pairs_taking_and_freeing() -> None:
    ledger = Ledger(3, {"a": 2, "b": 2})
    assert ledger.take("a", "t1", "ann")
    assert ledger.take("a", "t1", "ann"), "the same table once more is the same slot"
    assert ledger.take("a", "t2", "bob")
    assert not ledger.take("a", "t3", "eve")
    assert ledger.take("a", "t3", "eve", owed=True)
    assert (ledger.free("a"), ledger.free("b"), ledger.taken) == (0, 0, 3)
    ledger.release("a", "t1")
    ledger.release("a", "t1")
    assert (ledger.free("a"), ledger.free("b"), ledger.taken) == (0, 1, 2)
    assert dict(ledger.of("a")) == {"t2": "bob", "t3": "eve"}


def test_the_breaker_opens_in_a_loop_and_not_before() -> None:
    breaker = Breaker(3, 10, 60)
    for now in (0, 11, 22, 33):
        breaker.fault(now)
    assert not breaker.is_open(33)
    breaker.fault(34)
    assert breaker.pause(34) == pytest.approx(0.4)
    breaker.fault(35)
    assert breaker.is_open(94)
    assert not breaker.is_open(95)
    assert breaker.pause(95) == 0
    assert breaker.times == 6


def a_bot(user: str, **fields: Any) -> BotInfo:
    known: dict[str, Any] = {"games": ["loa"], "free": 1, "slots": 1, "rated": [True, False], **fields}
    return BotInfo(user=user, offer=BotOffer(**known), ratings={})


def test_matchmaking_leaves_alone_who_refuses() -> None:
    maker = Matchmaker("me", Matchmaking(every=100, backoff=1_000, longest=3_000), seed=1)
    bots = [a_bot("me"), a_bot("x"), a_bot("full", free=0), a_bot("other", games=["lag"], time=[1, 2])]
    assert maker.ready(0, 0)
    first = maker.propose(bots, {}, 0)
    assert first is not None
    assert (first.to, first.game) == ("x", "loa")
    assert not maker.ready(99, 0)
    assert not maker.ready(200, 1)
    until = 0
    for pause in (1_000, 2_000, 3_000, 3_000):
        now = until
        maker.refused("x", now)
        until = now + pause
        assert maker.propose(bots, {}, until - 1) is None
        assert maker.propose(bots, {}, until) is not None
    maker.accepted("x")
    maker.refused("x", until)
    assert maker.propose(bots, {}, until + 1_000) is not None, "an accepted game ends the back-off"


def test_matchmaking_asks_everybody_in_turn_and_ends() -> None:
    maker = Matchmaker("me", Matchmaking(every=0, most=9, limit=3), seed=1)
    bots = [a_bot("x"), a_bot("y"), a_bot("z")]
    asked_ones = [maker.propose(bots, {}, now) for now in range(3)]
    assert {each.to for each in asked_ones if each} == {"x", "y", "z"}
    maker.accepted("x")
    assert maker.ready(9, 1)
    assert not maker.ready(9, 2)
    assert Matchmaker("me", Matchmaking(opponents=("q",))).propose(bots, {}, 0) is None


def test_the_example_is_right() -> None:
    config = read(DEPLOY / "bots.toml")
    assert [each.user for each in config.bot] == ["anna", "greta"]


HEAD = '[[bot]]\nuser = "a"\nplayer = "random"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "bot is missing"),
        ("bot = []", "write at least one"),
        ('[[bot]]\nuser = "a b"\nplayer = "random"', "toml:2: bot[1].user: 'a b' can't be"),
        ('[[bot]]\nuser = "status"\nplayer = "random"', "can't be a user's name"),
        ('[[bot]]\nuser = "a"\nplayer = "randm"', "toml:3: bot[1].player: "),
        (HEAD + HEAD, "toml:5: bot[2].user: a stands there twice"),
        (HEAD + "slots = 0", "toml:4: bot[1].slots"),
        (HEAD + '[bot.accept]\ngames = ["lao"]', "toml:5: bot[1].accept.games: lao: no such"),
        (HEAD + '[bot.matchmaking]\ngames = ["chess"]', "toml:5: bot[1].matchmaking.games"),
        (HEAD + "[bot.accept]\ntime = [9, 1]", "the least is more"),
        (HEAD + "[bot.acept]", "did you mean accept?"),
    ],
)
def test_what_a_wrong_file_is_told(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as wrong:
        read(path)
    assert says in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f'broker = "mqt://localhost"\n{HEAD}', ":1: broker: 'mqt': want mqtt, mqtts, ws or wss"),
        (f'service = "a/b"\n{HEAD}', ":1: service: service name 'a/b': 1 to 64 of"),
        (f"{HEAD}[bot.matchmaking]\ntime = 10\n", ":5: bot[1].matchmaking.time: expected `int` >= 1000"),
        (f'{HEAD}[bot.accept]\nonly = ["x y"]\n', ":5: bot[1].accept.only: 'x y' can't be a user's name"),
        (f'{HEAD}credentials = "none"\n', ":4: bot[1].credentials: "),
        (f'ca = "none.pem"\nbroker = "mqtts://localhost"\n{HEAD}', ":1: ca: "),
        (
            f'key = "bots.toml"\nbroker = "mqtts://localhost"\n{HEAD}',
            ":1: key: a client key needs its certificate",
        ),
        (f'ca = "bots.toml"\n{HEAD}', ":1: ca: certificates need mqtts or wss, not mqtt"),
    ],
)
def test_what_could_only_fail_at_the_broker_is_told_before(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as wrong:
        read(path, files=True)
    assert says in str(wrong.value)


def test_the_files_need_not_be_there_to_check_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "bots.toml"
    path.write_text(f'{HEAD}credentials = "none"\n')
    assert read(path).bot[0].credentials == "none"
