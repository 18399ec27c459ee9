"""Logs of long-running commands: structlog to stderr, quiet by default, JSON on request."""

import logging
import sys
from typing import Any


def configure(*, verbose: bool, as_json: bool) -> None:
    """Set up structlog for this process: warnings only unless `verbose`. stdout is never written to."""
    import structlog

    processors: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if as_json:
        processors += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Not structlog's own tracebacks: they show local variables, which may be a password.
        tracebacks = structlog.dev.plain_traceback
        processors.append(
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=tracebacks)
        )
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO if verbose else logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
