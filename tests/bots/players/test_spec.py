"""Players written down: what is read from a line, and what is said of a wrong one."""

import pytest

from bots.players import Limits, PlayerSpec, SpecError, parse
from bots.players.levels import LEVELS
from bots.players.make import MAKERS
from bots.players.spec import KINDS


@pytest.mark.parametrize(
    ("text", "spec", "title"),
    [
        ("random", PlayerSpec("random"), "random"),
        ("greedy?seed=7", PlayerSpec("greedy", seed=7), "greedy(seed=7)"),
        ("engine", PlayerSpec("engine", encoding="msgpack"), "engine"),
        (
            "engine?nodes=1000&threads=2&multipv=%33",
            PlayerSpec(
                "engine",
                limits=Limits(nodes=1000),
                settings={"threads": 2, "multipv": 3},
                encoding="msgpack",
            ),
            "engine(nodes=1000,threads=2,multipv=3)",
        ),
        (
            "engine?level=3&name=Anna&encoding=text",
            PlayerSpec("engine", name="Anna", limits=LEVELS[3]),
            "Anna",
        ),
        ("cmd:./x/other --quiet", PlayerSpec("cmd", target="./x/other --quiet"), "other"),
        (
            "cmd?movetime=50&encoding=msgpack:python -c 'a:b?c=d'",
            PlayerSpec("cmd", target="python -c 'a:b?c=d'", limits=Limits(movetime=50), encoding="msgpack"),
            "python",
        ),
        (
            "mqtt?nodes=5://host:1884/anna",
            PlayerSpec("mqtt", target="//host:1884/anna", limits=Limits(nodes=5)),
            "anna",
        ),
        ("mqtts://host", PlayerSpec("mqtts", target="//host"), "host"),
        ("wss://host:8084/anna", PlayerSpec("wss", target="//host:8084/anna"), "anna"),
    ],
)
def test_what_a_line_says(text: str, spec: PlayerSpec, title: str) -> None:
    assert parse(text) == spec
    assert spec.title == title


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no such player"),
        ("engin", "did you mean engine"),
        ("cmd", "cmd:./my-engine"),
        ("cmd:'x", "no closing quotation"),
        ("ws://ann:s3cret@host/anna", "ws: no password"),
        ("mqtt:host/x", "write for example mqtt://localhost/engine-name"),
        ("engine:./x", "takes nothing after ':'"),
        ("engine?nodes", "'nodes' is not key=value"),
        ("engine?nodes=many", "nodes is a whole number"),
        ("engine?nodes=" + "9" * 5000, "nodes is a whole number"),
        ("random?seed=-1", "seed is a whole number"),
        ("engine?nodes=1&nodes=2", "stands there twice"),
        ("engine?level=11", "level is 1 to 10"),
        ("engine?level=1&nodes=5", "in place of limits"),
        ("engine?encoding=json", "text or msgpack"),
        ("random?sede=7", "did you mean seed"),
        ("engine?node=500", "engine takes no node; did you mean nodes?"),
        ("cmd?thread=2:./other", "cmd takes no thread; did you mean threads?"),
        ("engine?nmae=Anna", "did you mean name"),
        ("engine?session=main", "engine takes no session"),
        ("mqtt?threads=0://host", "threads must be 1 to 256"),
        ("engine?memory=much", "memory"),
        ("greedy?nodes=7", "limits mean nothing"),
        ("mqtt://ann:s3cret@host/anna", "no password"),
    ],
)
def test_what_is_said_of_a_wrong_line(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message.replace("?", r"\?")):
        parse(text)


def test_every_kind_can_be_made() -> None:
    assert tuple(MAKERS) == KINDS


def test_own_limits_go_before_those_given() -> None:
    given = Limits(movetime=100, time=9000)
    assert Limits(movetime=5, nodes=7).over(given) == Limits(movetime=5, nodes=7, time=9000)
    assert Limits().over(given) == given


def test_every_level_allows_more_than_the_one_before() -> None:
    nodes = [limits.nodes for limits in LEVELS.values() if limits.nodes is not None]
    assert nodes == sorted(nodes)
    assert list(LEVELS) == list(range(1, 11))


def test_a_password_is_not_even_quoted() -> None:
    with pytest.raises(SpecError) as caught:
        parse("mqtts?nodes=x://ann:s3cret@host/anna")
    assert "s3cret" not in str(caught.value)
