"""Logs: structlog to stderr, quiet by default, JSON on request.

structlog costs more to import than the engine's whole start, so it is imported by the first event that is
really written. Events below the level cost one comparison.
"""

import sys
from enum import IntEnum
from typing import Any

Value = str | int | bool | float | None


class Level(IntEnum):
    """How serious an event is; the numbers are those of the standard library."""

    debug = 10
    info = 20
    warning = 30
    error = 40


class Log:
    """Writes events at or above a level to stderr; stdout belongs to the protocol.

    - `level`: events below it are dropped.
    - `json`: one JSON object a line instead of text for people.
    """

    def __init__(self, level: Level = Level.warning, *, json: bool = False) -> None:
        self.level = level
        self.json = json
        self._logger: Any = None

    def debug(self, event: str, **fields: Value) -> None:
        """Write a detail that only somebody looking for a fault wants."""
        self._write(Level.debug, event, fields)

    def info(self, event: str, **fields: Value) -> None:
        """Write what happens in the life of the process."""
        self._write(Level.info, event, fields)

    def warning(self, event: str, **fields: Value) -> None:
        """Write what somebody should look at."""
        self._write(Level.warning, event, fields)

    def fault(self, event: str, error: BaseException, **fields: Value) -> None:
        """Write a fault of ours with its traceback."""
        self._write(Level.error, event, {**fields, "exc_info": error})

    def _write(self, level: Level, event: str, fields: dict[str, Any]) -> None:
        if level < self.level or sys.stderr is None:
            return
        if self._logger is None:
            self._logger = _make_logger(json=self.json)
        try:
            getattr(self._logger, level.name)(event, **fields)
        except (OSError, ValueError):
            return  # stderr is gone: nobody reads, and a log must never end the process


def _make_logger(*, json: bool) -> Any:
    import structlog

    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if json:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        tracebacks = structlog.dev.plain_traceback
        colours = sys.stderr.isatty()
        processors.append(structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=tracebacks))
    return structlog.wrap_logger(structlog.PrintLogger(file=sys.stderr), processors=processors)
