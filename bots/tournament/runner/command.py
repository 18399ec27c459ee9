"""What the commands do: errors become one line for the person, results an exit code for the script."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from bots.config import ConfigError, load
from bots.errors import CommandError, UsageError
from bots.players.spec import SpecError
from bots.tournament.config import CupConfig
from bots.tournament.openings import OpeningError, OpeningFileError
from bots.tournament.records import RecordsError, Writer, create, read, write
from bots.tournament.runner.begin import describe
from bots.tournament.runner.drive import drive
from bots.tournament.runner.run import Ended
from bots.tournament.runner.view import choose_view
from bots.tournament.schedule.plan import PlanError
from protocol.errors import RequestError

STOPPED = 130  # as a shell has it for a program ended by Ctrl-C


@contextmanager
def explained() -> Iterator[None]:
    """Turn what can be wrong with a description or a file into one line."""
    try:
        yield
    except PlanError as error:
        raise UsageError(f"{error.field}: {error}") from error
    except (ConfigError, SpecError, OpeningError, OpeningFileError) as error:
        raise UsageError(str(error)) from error
    except RequestError as error:
        raise UsageError(f"{error.field or 'game'}: {error.message}") from error
    except RecordsError as error:
        raise CommandError(str(error)) from error


def read_description(path: Path) -> CupConfig:
    """Read a TOML description. Raises UsageError, which names file, line and key."""
    with explained():
        config = load(path, CupConfig)
        config.check()
        return config


def begin(
    config: CupConfig,
    folder: Path,
    path: Path,
    concurrency: int | None,
    scheduler: str | None,
    *,
    as_json: bool,
) -> None:
    """Begin a tournament in a new file and play it."""
    if path.exists():
        raise UsageError(
            f"{path} exists", f"go on with it: trilogue-bots resume {path}; or choose another --file"
        )
    with explained(), create(path, describe(config, folder)) as file:
        _play(file, config.concurrency if concurrency is None else concurrency, scheduler, as_json=as_json)


def go_on(path: Path, concurrency: int | None, scheduler: str | None, *, as_json: bool) -> None:
    """Go on with the tournament of a file."""
    with explained(), write(path) as file:
        usual = int(file.tournament().config["concurrency"])
        _play(file, usual if concurrency is None else concurrency, scheduler, as_json=as_json)


def write_report(path: Path, output: Path | None, *, as_json: bool) -> None:
    """Write a tournament's page, or its JSON document to stdout."""
    import msgspec

    from bots.tournament.report import html_page, json_report

    with explained(), read(path) as reader:
        if as_json:
            sys.stdout.buffer.write(msgspec.json.encode(json_report(reader)) + b"\n")
            return
        page = html_page(reader)
    target = output or path.with_suffix(".html")
    target.write_text(page, encoding="utf-8")
    typer.echo(f"{target}: open it in a browser")


def write_export(path: Path, output: Path | None, *, sgf: bool) -> None:
    """Write all games as JSON lines or SGF."""
    from bots.tournament.export import json_lines, sgf_games

    with explained(), read(path) as reader:
        name = reader.tournament().name
        parts = (
            (game.encode() + b"\n" for game in sgf_games(reader.games(), name))
            if sgf
            else (line.rstrip(b"\n") + b"\n" for line in json_lines(reader.games()))
        )
        if output is None:
            for part in parts:
                sys.stdout.buffer.write(part)
        else:
            with output.open("wb") as stream:
                stream.writelines(parts)


def _play(file: Writer, concurrency: int, scheduler: str | None, *, as_json: bool) -> None:
    view = choose_view(as_json=as_json)
    ended = drive(file, concurrency, view, scheduler)
    if ended is Ended.STOPPED:
        typer.echo(f"stopped; go on with: trilogue-bots resume {file.path}", err=True)
        raise typer.Exit(STOPPED)
    if not as_json:
        typer.echo(f"{file.path}: see trilogue-bots report {file.path}")
