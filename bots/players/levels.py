"""Strength as one number, for people who do not want to think in nodes."""

from bots.players.base import Limits

LEVELS: dict[int, Limits] = {
    1: Limits(depth=1, nodes=100),
    2: Limits(depth=2, nodes=1_000),
    3: Limits(depth=3, nodes=5_000),
    4: Limits(nodes=20_000),
    5: Limits(nodes=60_000),
    6: Limits(nodes=200_000),
    7: Limits(nodes=600_000),
    8: Limits(nodes=2_000_000),
    9: Limits(movetime=3_000),
    10: Limits(movetime=10_000),
}
"""From a beginner's to the full strength at a patient pace; each is clearly stronger than the one before."""

DEFAULT_LEVEL = 6
