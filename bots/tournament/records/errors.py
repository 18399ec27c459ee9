"""What can be wrong with a tournament's file; every message says what to do about it."""


class RecordsError(Exception):
    """Something is wrong with the file or with how it is used."""


class FileFormatError(RecordsError):
    """The file is no tournament, or was written by another version."""


class FileBusyError(RecordsError):
    """Another runner is writing the file."""


class AlreadyRecordedError(RecordsError):
    """A game was recorded before; it counts once, as it was recorded first."""
