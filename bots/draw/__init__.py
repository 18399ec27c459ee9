"""Draws any board from the data of `describe` and `show`; nothing here knows a game."""

from bots.draw.board import Board, BoardError, Cell, Colour, Piece, read
from bots.draw.marks import Marks
from bots.draw.script import board_script
from bots.draw.svg import render

__all__ = ["Board", "BoardError", "Cell", "Colour", "Marks", "Piece", "board_script", "read", "render"]
