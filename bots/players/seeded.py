"""What the built-in bots share: chance that can be repeated, and nothing to bring up or end."""

from collections.abc import Mapping
from random import Random

from protocol.values import Scalar


class Seeded:
    """A player without a process. With a seed it plays the same again in each game, whatever came before."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self._seed = seed
        self.random = Random(seed)

    async def prepare(
        self, game: str, options: Mapping[str, Scalar], start: str | None, seed: int | None = None
    ) -> None:
        """Start the sequence of chances anew if there is a seed."""
        chosen = seed if self._seed is None else self._seed
        if chosen is not None:
            self.random = Random(chosen)

    async def close(self) -> None:
        """Do nothing: there is nothing to end."""
