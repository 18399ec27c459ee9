"""From a file to a finished run in a process: signals, view, exit."""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import Iterator

from bots.errors import CommandError
from bots.tournament.records import RecordsError, Writer
from bots.tournament.runner.field import Field, LocalField
from bots.tournament.runner.run import Ended, Run, RunError
from bots.tournament.runner.setup import setup_of
from bots.tournament.runner.views import View

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def drive(file: Writer, concurrency: int, view: View, scheduler: str | None = None) -> Ended:
    """Play what is left of a tournament.

    scheduler -- address of a Dask scheduler to play on; None: this machine

    The first Ctrl-C (or SIGTERM) starts no more games, the second gives up those under way.
    """
    return asyncio.run(_drive(file, concurrency, view, scheduler))


async def _drive(file: Writer, concurrency: int, view: View, scheduler: str | None) -> Ended:
    run = Run(setup_of(file.tournament()), file, concurrency, view, field=_field(scheduler))
    run.load()
    view.open(run)
    try:
        with _interrupts(run):
            return await run.run()
    except asyncio.CancelledError:
        return Ended.STOPPED
    except BaseExceptionGroup as group:
        raise _explained(_first(group), file) from group
    finally:
        view.close()


def _field(scheduler: str | None) -> Field:
    """Return where games are played."""
    if scheduler is None:
        return LocalField()
    from bots.tournament.runner.cluster import ClusterField

    return ClusterField(scheduler)


@contextlib.contextmanager
def _interrupts(run: Run) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    asked = 0

    def on_signal() -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            run.stop()
        elif task is not None:
            task.cancel()

    for number in SIGNALS:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in SIGNALS:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


def _first(group: BaseException) -> BaseException:
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group


def _explained(error: BaseException, file: Writer) -> CommandError:
    """Return what ended a run as one line for the person, with the next step."""
    go_on = f"what is finished is in the file; mend it, then: trilogue-bots resume {file.path}"
    if isinstance(error, CommandError):
        return error
    if isinstance(error, RunError):
        return CommandError(str(error), error.hint)
    if isinstance(error, sqlite3.Error | RecordsError):
        return CommandError(f"{file.path} can't be written: {error}", go_on)
    return CommandError(f"the run failed: {type(error).__name__}: {error}", go_on)
