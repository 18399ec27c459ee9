"""How the drawings look: colours of the board and of the pieces, and the style sheet."""

from enum import StrEnum

from msgspec import Struct


class Theme(StrEnum):
    """What the drawing stands on: `auto` follows the reader's preference, the others are fixed."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Paint(Struct, frozen=True):
    """The colours of one side's pieces: where light falls, the body, the rim, and a sign upon it."""

    light: str
    body: str
    rim: str
    sign: str


PAINTS = {
    "black": Paint("#6b6560", "#211e1c", "#0b0a09", "#e8c46a"),
    "white": Paint("#ffffff", "#ece6da", "#7d7364", "#a8692a"),
    "red": Paint("#ef7a6d", "#b8322a", "#6d1712", "#ffe9c9"),
    "blue": Paint("#7fb2ea", "#2a62a8", "#143a6b", "#ffe9c9"),
    "green": Paint("#83cc94", "#2f7d46", "#174a27", "#ffe9c9"),
    "yellow": Paint("#ffeb9a", "#d9ac1f", "#7d600a", "#5b3a05"),
}
_SPARE = tuple(PAINTS.values())

SHADES = ("#d5b57c", "#e7cf9f", "#dec28e", "#cda96c")  # cells, by the number that tells neighbours apart

_INK = {Theme.LIGHT: ("#4a4034", "#5a4a36"), Theme.DARK: ("#d9d0c3", "#8a7048")}

_CELLS = """
.tb-cells polygon{stroke:#8f6f3e;stroke-width:1.6;stroke-linejoin:round}
.tb-inner{fill:#6d5227;font:600 16.5px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.tb-edge{font:600 26px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}
.tb-caption{font:600 30px system-ui,sans-serif;dominant-baseline:central}
.tb-last{fill:#f08a24;fill-opacity:.42}
.tb-select{fill:#2f7fd1;fill-opacity:.45}
.tb-target{fill:#2f7d46;fill-opacity:.75}
.tb-gone{fill:none;stroke:#8c2f1b;stroke-width:6;stroke-linecap:round;stroke-opacity:.75}
.tb-arrow{fill:none;stroke:#c2410c;stroke-width:9;stroke-linecap:round;stroke-opacity:.7}
.tb-head{fill:#c2410c;fill-opacity:.85}
"""


def paint(colour: str, index: int) -> Paint:
    """Return the paint for a side: by its name if known here, else a distinct one by its place."""
    return PAINTS.get(colour) or _SPARE[(index + 2) % len(_SPARE)]


def sheet(theme: Theme) -> str:
    """Return the style sheet of a drawing; every class begins with `tb-`, so that it can stand in a page."""
    if theme is not Theme.AUTO:
        return _CELLS + _ground(theme)
    return f"{_CELLS}{_ground(Theme.LIGHT)}@media (prefers-color-scheme:dark){{{_ground(Theme.DARK)}}}\n"


def _ground(theme: Theme) -> str:
    ink, frame = _INK[theme]
    return (
        f".tb-edge,.tb-caption{{fill:{ink}}}"
        f".tb-frame polygon{{fill:{frame};stroke:{frame};stroke-width:18;stroke-linejoin:round}}\n"
    )
