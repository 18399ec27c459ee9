"""What a person, or a program, reads of a tournament: one HTML page, or one JSON document."""

from bots.tournament.report.choose import MOST_GAMES
from bots.tournament.report.document import json_report
from bots.tournament.report.page import html_page
from bots.tournament.report.summary import Section, Summary, summarise

__all__ = ["MOST_GAMES", "Section", "Summary", "html_page", "json_report", "summarise"]
