"""Openings from a file: one a line, as a position, as moves, or as both.

# LOA, after two plies and from a position
b1-b3 a4-c4
6wb/6ww/8/8/8/8/ww6/bw6:b:0 pass
"""

from pathlib import Path

from bots.tournament.game import Contest, Opening
from bots.tournament.openings.generate import play_opening
from protocol.errors import RequestError

COMMENT = "#"
MOST_LINES = 100_000


class OpeningFileError(ValueError):
    """A line of a file is no opening; `line` counts from 1, 0 stands for the file itself."""

    def __init__(self, source: str, line: int, message: str) -> None:
        where = f"{source}:{line}" if line else source
        super().__init__(f"{where}: {message}")
        self.line = line


def read_openings(contest: Contest, path: Path) -> tuple[Opening, ...]:
    """Return the openings of a contest from a file.

    Raises OpeningFileError, also if the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise OpeningFileError(str(path), 0, "is not UTF-8 text") from error
    except OSError as error:
        raise OpeningFileError(str(path), 0, f"cannot be read: {error.strerror}") from error
    return parse_openings(contest, text, str(path))


def parse_openings(contest: Contest, text: str, source: str = "openings") -> tuple[Opening, ...]:
    """Return the openings that a text lists, moves in canonical form.

    A word with a `/` is a position; it stands first. Moves are separated by spaces or commas. What
    follows a `#` is a comment.

    Raises OpeningFileError for the first line that is not legal, that decides the game, or that leads
    to the same position as a line before it.
    """
    found: list[Opening] = []
    seen: dict[tuple[str, str], int] = {}
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise OpeningFileError(source, MOST_LINES + 1, f"a file holds at most {MOST_LINES} lines")
    for number, line in enumerate(lines, start=1):
        words = line.split(COMMENT, 1)[0].replace(",", " ").split()
        if not words:
            continue
        opening, key = _parse(contest, words, source, number)
        if key in seen:
            raise OpeningFileError(source, number, f"leads to the same position as line {seen[key]}")
        seen[key] = number
        found.append(opening)
    if not found:
        raise OpeningFileError(source, 0, "holds no opening")
    return tuple(found)


def _parse(contest: Contest, words: list[str], source: str, number: int) -> tuple[Opening, tuple[str, str]]:
    position = words[0] if "/" in words[0] else None
    opening = Opening(position=position, moves=tuple(words[position is not None :]))
    try:
        state = play_opening(contest, opening)
    except RequestError as error:
        raise OpeningFileError(source, number, _say(error, opening)) from error
    if state.over:
        raise OpeningFileError(source, number, f"the game is over: {state.result} ({state.reason})")
    canonical = Opening(position=position and state.start, moves=tuple(state.history))
    return canonical, (state.position, state.seats["first"])


def _say(error: RequestError, opening: Opening) -> str:
    if error.index is not None:
        return f"move {error.index + 1} ({opening.moves[error.index]}): {error.message}"
    return f"{error.field or 'opening'}: {error.message}"
