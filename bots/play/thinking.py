"""What an engine thinks, in words for people."""

from msgspec import UnsetType

from bots.players.base import Choice
from bots.players.score import Score
from protocol.answers import GoInfo

_SHOWN = 8  # moves of a line of play


def score_text(score: str) -> str:
    """Write a score: `+0.35`, `win in 5`; as it is if it has a form unknown here."""
    try:
        read = Score.parse(score)
    except ValueError:
        return score
    if read.kind == "cp":
        return f"{read.value / 100:+.2f}"
    return "draw" if read.kind == "draw" else f"{read.kind} in {read.value}"


def count_text(number: int) -> str:
    """Write a large number short: `829k`, `3.1M`."""
    if number < 10_000:
        return str(number)
    return f"{number / 1000:.0f}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


def seconds_text(milliseconds: int) -> str:
    """Write a time: `0.48 s`, `12.3 s`."""
    seconds = milliseconds / 1000
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"


def info_text(info: GoInfo) -> str:
    """Write one line of thinking in columns: depth, score, nodes, time, moves."""
    seldepth = "" if isinstance(info.seldepth, UnsetType) else f"/{info.seldepth}"
    elapsed = "" if isinstance(info.elapsed, UnsetType) else seconds_text(info.elapsed)
    bound = {"lower": "≥", "upper": "≤"}.get(str(info.bound), "")
    depth = f"{info.depth}{seldepth}"
    score = bound + score_text(info.score)
    line = " ".join(info.pv[:_SHOWN])
    return f"{depth:>7}  {score:>10}  {count_text(info.nodes):>6}  {elapsed:>7}  {line}".rstrip()


HEADING = f"{'depth':>7}  {'score':>10}  {'nodes':>6}  {'time':>7}  line"


def choice_text(choice: Choice) -> str:
    """Write what a player says of its move, in brackets; empty if it says nothing."""
    parts = []
    if choice.score is not None:
        parts.append(score_text(choice.score))
    if choice.depth is not None:
        parts.append(f"depth {choice.depth}")
    if choice.nodes is not None:
        parts.append(f"{count_text(choice.nodes)} nodes")
    if choice.time_ms is not None:
        parts.append(seconds_text(choice.time_ms))
    if len(choice.pv) > 1:
        parts.append(f"expects {choice.pv[1]}")
    return f"({', '.join(parts)})" if parts else ""
