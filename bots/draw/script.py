"""The script that changes positions on a drawing, for pages that step through games."""

from importlib.resources import files


def board_script() -> str:
    """JavaScript that defines `trilogueBoard(svg)`; needs no library (see board.js for its use)."""
    return files("bots.draw").joinpath("board.js").read_text(encoding="utf-8")
