"""Charts as inline SVG, coloured by the page's style sheet (see assets/style.css)."""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from bots.tournament.report.axis import Axis
from bots.tournament.report.wording import PLUS_MINUS, number, signed
from bots.tournament.statistics import Rating, RatingList

WIDTH = 640
ROW = 30
NAMES = 150
VALUES = 100
BOTTOM = 34
MOST_SHOWN_ERROR = 600.0
GROUP_GAP = 34


class Series(NamedTuple):
    """A line of a chart: points by game number, in order, and the band about each, if it has one."""

    name: str
    points: list[tuple[int, float]]
    band: list[tuple[float, float]]


def ratings_chart(rated: RatingList, title: str) -> str:
    """Draw every rating as a dot on its 95 % interval, best first; an arrow where it goes on."""
    shown = [rating for rating in rated.ratings if rating.games]
    if not shown:
        return ""
    errors = [min(rating.error, MOST_SHOWN_ERROR) for rating in shown]
    low = min(rating.elo - error for rating, error in zip(shown, errors, strict=True))
    high = max(rating.elo + error for rating, error in zip(shown, errors, strict=True))
    room = max(20.0, (high - low) * 0.04)
    axis = Axis(low - room, high + room, NAMES, WIDTH - VALUES)
    rows: list[str] = []
    y = 12.0
    for group, members in groupby(shown, key=lambda rating: rating.group):
        if group:
            y += GROUP_GAP
            note = "never met those above, not even through others"
            rows.append(f'<text class="note" x="{NAMES}" y="{y - 10:.0f}">{note}</text>')
        for rating in members:
            rows.append(_rating_row(rating, axis, y + ROW / 2))
            y += ROW
    grid = [_vertical(axis.at(tick), 8, y, signed(tick)) for tick in axis.ticks(8)]
    return _svg("ratings", title, y + BOTTOM, [*grid, *rows])


def _rating_row(rating: Rating, axis: Axis, y: float) -> str:
    left, right, dot = axis.at(rating.low), axis.at(rating.high), axis.at(rating.elo)
    name = escape(rating.player)
    value = f"{signed(rating.elo)} {PLUS_MINUS} {number(rating.error)}"
    ends = _end(left, y, -1, rating.low < axis.low) + _end(right, y, 1, rating.high > axis.high)
    return (
        f"<g><title>{name}: {value}, {rating.games} games</title>"
        f'<text class="name" x="{NAMES - 12}" y="{y:.1f}">{_clipped(rating.player)}</text>'
        f'<line class="interval" x1="{left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>{ends}'
        f'<circle class="dot" cx="{dot:.1f}" cy="{y:.1f}" r="5.5"/>'
        f'<text class="value" x="{WIDTH - VALUES + 14}" y="{y:.1f}">{value}</text></g>'
    )


def _end(x: float, y: float, side: int, beyond: bool) -> str:
    if beyond:
        tip = x + 7 * side
        return f'<path class="arrow" d="M{tip:.1f} {y:.1f}l{-9 * side} -5v10z"/>'
    return f'<line class="interval" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 5:.1f}" y2="{y + 5:.1f}"/>'


def score_chart(series: Sequence[Series], games: int, title: str) -> str:
    """Draw scores, 0 to 1, against the number of games played; names stand at the lines' ends."""
    height, top = 320.0, 14.0
    values = [value for line in series for _, value in line.points]
    values += [end for line in series for ends in line.band for end in ends]
    low, high = _padded(min([*values, 0.45]), max([*values, 0.55]))
    x = Axis(0, max(1, games), 48, WIDTH - 140)
    y = Axis(low, high, height - BOTTOM, top)
    grid = [_horizontal(x, y.at(tick), f"{100 * tick:.0f} %", tick == 0.5) for tick in y.ticks(7)]
    marks = [
        _vertical(x.at(tick), height - BOTTOM, height - BOTTOM + 5, f"{tick:.0f}") for tick in x.ticks(9)
    ]
    marks.append(f'<text class="note" x="{x.end + 14:.0f}" y="{height - BOTTOM + 20:.0f}">games</text>')
    body: list[str] = []
    for index, line in enumerate(series):
        body.append(_band(line, x, y))
        body.append(_line(line, x, y, index))
    return _svg("scores", title, height, [*grid, *marks, *body, *_ends(series, x, y)])


def _padded(low: float, high: float) -> tuple[float, float]:
    room = 0.06 * (high - low)
    return max(0.0, low - room), min(1.0, high + room)


def _line(line: Series, x: Axis, y: Axis, index: int) -> str:
    points = " ".join(f"{x.at(n):.1f},{y.at(value):.1f}" for n, value in line.points)
    return (
        f'<polyline class="line s{index % 8}" points="{points}"><title>{escape(line.name)}</title></polyline>'
    )


def _band(line: Series, x: Axis, y: Axis) -> str:
    if not line.band:
        return ""
    numbers = [n for n, _ in line.points]
    upper = [f"{x.at(n):.1f},{y.at(high):.1f}" for n, (_, high) in zip(numbers, line.band, strict=True)]
    lower = [f"{x.at(n):.1f},{y.at(low):.1f}" for n, (low, _) in zip(numbers, line.band, strict=True)]
    return f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>'


def _ends(series: Sequence[Series], x: Axis, y: Axis) -> list[str]:
    """Write each name beside the end of its line, moved apart where they would overlap."""
    wanted = sorted((y.at(line.points[-1][1]), index) for index, line in enumerate(series) if line.points)
    placed: list[str] = []
    free = 0.0
    overflow = max(0.0, len(wanted) * 17 - (y.start - y.end)) if wanted else 0.0
    for place, (at, index) in enumerate(wanted):
        last = y.start + overflow - 17 * (len(wanted) - 1 - place)
        free = max(min(at, last), free)
        end = x.at(series[index].points[-1][0])
        name = _clipped(series[index].name, 18)
        placed.append(
            f'<path class="lead s{index % 8}" d="M{end:.1f} {at:.1f}L{x.end + 8:.1f} {free:.1f}"/>'
            f'<text class="end s{index % 8}" x="{x.end + 12:.1f}" y="{free:.1f}">{name}</text>'
        )
        free += 17
    return placed


def _clipped(name: str, most: int = 22) -> str:
    """Return a name, shortened to fit, as XML text."""
    return escape(name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}")


def _vertical(x: float, top: float, bottom: float, text: str) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'
        f'<text class="tick below" x="{x:.1f}" y="{bottom + 15:.1f}">{text}</text>'
    )


def _horizontal(x: Axis, y: float, text: str, even: bool) -> str:
    kind = "grid even" if even else "grid"
    return (
        f'<line class="{kind}" x1="{x.start}" x2="{x.end}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="tick beside" x="{x.start - 8}" y="{y:.1f}">{text}</text>'
    )


def _svg(kind: str, title: str, height: float, parts: list[str]) -> str:
    return (
        f'<svg class="chart {kind}" role="img" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
