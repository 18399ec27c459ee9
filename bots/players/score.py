"""Scores of the protocol as values that can be compared."""

from dataclasses import dataclass
from functools import total_ordering
from typing import Literal, Self

Kind = Literal["loss", "cp", "draw", "win"]


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """A score from one player's side: `cp` hundredths, or a proved `win`, `loss` (plies) or `draw`."""

    kind: Kind
    value: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `cp:12`, `win:5`, `loss:4` or `draw`. Raises ValueError for anything else."""
        kind, _, value = text.partition(":")
        if text == "draw":
            return cls("draw")
        if kind == "cp":
            return cls("cp", int(value))
        if kind == "win":
            return cls("win", int(value))
        if kind == "loss":
            return cls("loss", int(value))
        raise ValueError(f"{text!r} is no score")

    @classmethod
    def of_result(cls, result: str, colour: str, plies: int = 0) -> Self:
        """Return what a result (black, white, draw) is worth to a colour, `plies` from now."""
        if result == "draw":
            return cls("draw")
        return cls("win" if result == colour else "loss", plies)

    def turned(self) -> "Score":
        """Return the same from the other player's side."""
        if self.kind == "cp":
            return Score("cp", -self.value)
        if self.kind == "draw":
            return self
        return Score("loss" if self.kind == "win" else "win", self.value)

    def __str__(self) -> str:
        return self.kind if self.kind == "draw" else f"{self.kind}:{self.value}"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._key() < other._key()

    def _key(self) -> tuple[int, int]:
        """Order by outcome, a quick win before a slow one and a slow loss before a quick one."""
        if self.kind == "win":
            return 1, -self.value
        if self.kind == "loss":
            return -1, self.value
        return 0, self.value
