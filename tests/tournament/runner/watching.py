"""A watch that looks away."""

from bots.tournament.game import GameSpec
from bots.tournament.match import Played


class Silent:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.played: list[Played] = []
        self.spoilt_games: list[Played] = []

    def started(self, spec: GameSpec) -> None:
        """Nothing."""

    def finished(self, played: Played) -> None:
        self.played.append(played)

    def spoilt(self, played: Played) -> None:
        self.spoilt_games.append(played)
