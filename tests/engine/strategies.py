"""Hypothesis strategies for requests as a peer may send them: mostly sensible, often not."""

import json

from hypothesis import strategies as st

from protocol.fields import Field, Kind, fields_of
from protocol.verbs import VERBS

SESSIONS = ["main", "a", "b", "nowhere"]
GAMES = ["lag", "loa", "lot", "chess", ""]
POSITIONS = [
    "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0",
    "8/8/b2bwb2/3b3w/7w/7w/7w/8:b:40",
    "8/8/3bbb2/3b3w/7w/7w/7w/8:w:41",
    "bbbb/bbbbb/6/7/6/wwwww/wwww:w:0",
    "bbbbb/bbbbbb/7/8/9/8/7/wwwwww/wwwww:w:0",
    "7/7/7/1bb4/7/7/w5w:b:4",
    "5/5/5/5/5:b:0",
    "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12",
]
MOVES = ["b1-b3", "c1xa3", "a4-c4", "d4", "swap", "pass", "d4:b4-d4^b4", "A3:C1", "b2-c2", "a1", "z9", ""]
OPTIONS = {
    "size": ["3", "4", "5", "6", "7", "8", "9", "x"],
    "pie": ["on", "off", "maybe"],
    "repetition": ["3", "2", "off", "1"],
    "simultaneous": ["draw", "mover"],
    "nomove": ["pass", "loss"],
    "setup": ["standard", "scrambled"],
    "colour": ["red"],
}
HEAVY = {
    "depth": 3,
    "nodes": 2000,
    "movetime": 20,
    "time": 200,
    "inc": 5,
    "threads": 3,
    "memory": 8,
    "count": 5,
}
"""Greatest values of arguments that make work, so that an example takes milliseconds."""

text = st.text(max_size=12)


def _mangled(values: list[str]) -> st.SearchStrategy[str]:
    """Strings that nearly are one of the values."""

    def mangle(value: str, at: int, put: str) -> str:
        at %= len(value) + 1
        return value[:at] + put + value[at + 1 :]

    return st.builds(mangle, st.sampled_from(values), st.integers(0, 60), st.text(max_size=2))


def _value(verb: str, field: Field) -> st.SearchStrategy[object]:
    name = field.name
    if name == "session":
        return st.sampled_from(SESSIONS)
    if name == "game":
        return st.sampled_from(GAMES)
    if name == "position":
        return st.sampled_from(POSITIONS) | _mangled(POSITIONS)
    if name == "request":
        return st.sampled_from(["r1", "r2", "r3", "nobody"])
    if field.kind is Kind.LIST:
        return st.lists(st.sampled_from(MOVES) | text, max_size=4)
    if field.kind is Kind.BOOLEAN:
        return st.booleans()
    if field.kind is Kind.INTEGER:
        high = 2 if verb == "perft" and name == "depth" else HEAVY.get(name, 400)
        return st.integers(0, high) | st.sampled_from([-1, 2**63, 2**70])
    return text


def _line(verb: str) -> st.SearchStrategy[str]:
    """Lines of one verb with any of its arguments."""
    declared = fields_of(VERBS[verb].args)
    required = [name for name, field in declared.items() if field.required]

    @st.composite
    def line(draw: st.DrawFn) -> str:
        names = draw(st.lists(st.sampled_from(sorted(declared)), max_size=3)) if declared else []
        if draw(st.integers(0, 9)):
            names = [*required, *names]
        if draw(st.integers(0, 9)):
            names = list(dict.fromkeys(names))
        parts = [verb]
        for name in names:
            value = draw(_value(verb, declared[name]))
            parts.append(
                f"{name}={json.dumps(value)}" if isinstance(value, str | list) else f"{name}={value}".lower()
            )
        if draw(st.booleans()):
            option = draw(st.sampled_from(sorted(OPTIONS)))
            parts.append(f"{option}={draw(st.sampled_from(OPTIONS[option]))}")
        return " ".join(parts)

    return line()


VERBS_TO_TRY = sorted(set(VERBS) - {"quit"})

line = st.sampled_from(VERBS_TO_TRY).flatmap(_line)
"""A request line without id."""

noise = st.one_of(
    text.filter(lambda value: not value.lstrip().startswith("quit")),
    _mangled(["new loa", "play b1-b3 ply=0", "moves detail", 'show session="a"', "stop {", "#x ping"]),
).map(lambda value: value.replace("\n", " "))
"""A line that is nearly one, or nothing like one."""
