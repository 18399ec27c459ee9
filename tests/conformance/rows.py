"""What is known of each game: a fourth game adds its rows here."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from engine import _core

Options = Mapping[str, int | str]


class Perft(NamedTuple):
    """The leaves at depth 1, 2, ... from a position, or from the start."""

    game: str
    options: Options
    position: str | None
    leaves: tuple[int, ...]


PERFT = (
    Perft("lag", {"size": 3}, None, (8, 64, 600, 5668)),
    Perft("lag", {"size": 4}, None, (10, 100, 1220, 14880, 204336)),
    Perft("lag", {}, None, (12, 144, 2088, 30276, 512562)),
    Perft("loa", {}, None, (36, 1244, 44952, 1563208, 55963132)),
    Perft("loa", {"size": 6}, None, (24, 524, 11440)),
    Perft("loa", {"setup": "scrambled"}, None, (32, 992, 32000)),
    Perft("loa", {}, "6wb/6ww/8/8/8/8/ww6/bw6:b:0", (1, 22, 22)),
    Perft("lot", {}, None, (49, 2401, 112896)),
    Perft("lot", {"pie": "off"}, None, (49, 2352, 110544)),
    Perft("lot", {"size": 5}, None, (25, 625, 14400)),
    Perft("lot", {}, "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12", (39, 1710, 67066)),
)

STARTS = {
    ("lag", 3): "bbb/bbbb/5/wwww/www:w:0",
    ("lag", 4): "bbbb/bbbbb/6/7/6/wwwww/wwww:w:0",
    ("lag", 5): "bbbbb/bbbbbb/7/8/9/8/7/wwwwww/wwwww:w:0",
    ("loa", 5): "1bbb1/w3w/w3w/w3w/1bbb1:b:0",
    ("loa", 8): "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1:b:0",
    ("lot", 5): "5/5/5/5/5:b:0",
    ("lot", 7): "7/7/7/7/7/7/7:b:0",
}

REPETITION = [
    "d1-b3",
    "h7-f7",
    "e1-g3",
    "f7xb3",
    "g1-g4",
    "h3xf1",
    "g8-g5",
    "h6-f6",
    "d8-b6",
    "a4-c2",
    "c8-c5",
    "a6-c4",
    "b8-e5",
    "h2-e2",
    "e5xe2",
    "a3xc1",
    "f8-d6",
    "f6-f4",
    "b6-e3",
    "c1xc5",
    "b1xb3",
    "a2-d2",
    "e8-f8",
    "c5xg5",
    "g3-d3",
    "h5-e5",
    "e2xe5",
    "h4-f6",
    "d6xf6",
    "f1-f5",
    "b3-b4",
    "a5xe5",
    "e3xe5",
    "d2-f2",
    "f8-d6",
    "a7-a6",
    "b4-b5",
    "f2-e3",
    "e5xe3",
    "g5-d5",
    "d6-c5",
    "f5-d7",
    "c5-d6",
    "d7-f5",
    "d6-c5",
    "f5-d7",
    "c5-d6",
    "d7-f5",
]
"""A game of LOA that the third occurrence of a position draws at ply 48, the second at ply 44."""


def combinations() -> Iterator[tuple[str, dict[str, int | str]]]:
    """List every game with every combination of its options."""
    for game in _core.games():
        ranges = []
        for option in game["options"].values():
            values = option.get("values") or range(option["min"], option["max"] + 1)
            ranges.append(list(values))
        for values in product(*ranges):
            yield game["name"], dict(zip(game["options"], values, strict=True))
