"""A tournament's file: the one place that knows what was played. SQLite, and no other I/O here."""

from bots.tournament.records.errors import (
    AlreadyRecordedError,
    FileBusyError,
    FileFormatError,
    RecordsError,
)
from bots.tournament.records.reader import Reader, read
from bots.tournament.records.tournament import PlayerEntry, Tournament
from bots.tournament.records.writer import Writer, create, write

__all__ = [
    "AlreadyRecordedError",
    "FileBusyError",
    "FileFormatError",
    "PlayerEntry",
    "Reader",
    "RecordsError",
    "Tournament",
    "Writer",
    "create",
    "read",
    "write",
]
