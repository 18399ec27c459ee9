"""Running a tournament: players kept up, games side by side, every result in the file before it counts."""

from bots.tournament.runner.run import Ended, Run, RunError, Watch
from bots.tournament.runner.setup import Setup, setup_of
from bots.tournament.runner.stable import Stable

__all__ = ["Ended", "Run", "RunError", "Setup", "Stable", "Watch", "setup_of"]
