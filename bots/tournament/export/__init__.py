"""Games of a tournament for other programs: JSON lines, and SGF for Lines of Action."""

from bots.tournament.export.jsonl import json_line, json_lines
from bots.tournament.export.sgf import GAME as SGF_GAME
from bots.tournament.export.sgf import SgfError, sgf, sgf_games

__all__ = ["SGF_GAME", "SgfError", "json_line", "json_lines", "sgf", "sgf_games"]
