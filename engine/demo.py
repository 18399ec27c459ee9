"""A look at the engine for people: it thinks about a position of a real game and shows what it sees."""

import sys
from typing import Any

from engine import _core, games
from protocol.errors import RequestError

MOVETIME_MS = 3000
MEMORY_MIB = 64

POSITIONS: dict[str, tuple[str, str]] = {
    "lag": ("the middle of a game", "b1bbb/bbbbbb/2b4/8/9/8/1w3ww/wwww2/w1www:b:5"),
    "loa": ("the middle of a recorded game", "2b5/8/2b3ww/1bb1w1bw/1bb4w/4b1b1/4ww2/3b4:b:24"),
    "lot": ("Black has two in line beside a stack", "w6/2bwb2/3w2w/7/3B1w1/7/w3b2:b:12"),
}
"""Game -> what is to be seen, and the position."""


def demo(game: str) -> int:
    """Think about a position of a game, print the thinking and the move; return the exit status."""
    try:
        games.declared(game)
    except RequestError as error:
        sys.stderr.write(f"trilogue: {error.message}\n")
        return 2
    about, position = POSITIONS.get(game, ("the start", None))
    state = games.begin(game, {}, position)
    sys.stdout.write(f"{game}: {about}; {state.turn} to move\n\n{state.text().rstrip()}\n\n")
    sys.stdout.write(f"thinking for {MOVETIME_MS / 1000:g} s\n")
    sys.stdout.write(f"{'depth':>6}{'score':>9}{'nodes':>12}{'nodes/s':>12}  line\n")
    found = _core.Searcher(MEMORY_MIB).search(state, _core.SearchLimits(movetime=MOVETIME_MS), _show)
    state.play([found["move"]])
    sys.stdout.write(f"\n{found['move']} is my move (score {found['score']}):\n\n{state.text().rstrip()}\n")
    return 0


def _show(info: dict[str, Any]) -> None:
    line = " ".join(info["pv"][:6])
    nps = info.get("nps", 0)
    sys.stdout.write(f"{info['depth']:>6}{info['score']:>9}{info['nodes']:>12,}{nps:>12,}  {line}\n")
    sys.stdout.flush()
