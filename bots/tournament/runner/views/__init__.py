"""What a person sees of a running tournament: a live table on a terminal, lines in a pipe, or JSON lines."""

from rich.console import Console

from bots.tournament.runner.views.base import View
from bots.tournament.runner.views.json_lines import JsonView
from bots.tournament.runner.views.lines import WIDTH, LineView
from bots.tournament.runner.views.live import LiveView

__all__ = ["JsonView", "LineView", "LiveView", "View", "choose_view"]


def choose_view(*, as_json: bool) -> View:
    """Return the view that suits where the output goes."""
    if as_json:
        return JsonView()
    console = Console(highlight=False, markup=False)
    if console.is_terminal:
        return LiveView(console)
    return LineView(Console(highlight=False, markup=False, width=WIDTH))
