"""What the commands do: errors become one line for the person, results an exit code for the script."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import typer

from bots.config import ConfigError, load, located
from bots.errors import CommandError, UsageError
from bots.tournament.config import CupConfig, CupError
from bots.tournament.openings import OpeningFileError
from bots.tournament.quick import argument
from bots.tournament.records import RecordsError, Writer, create, read, write
from bots.tournament.runner.begin import describe
from bots.tournament.runner.drive import drive
from bots.tournament.runner.run import Ended
from bots.tournament.runner.views import choose_view
from bots.tournament.vet import vet

FILE_HINT = "what is finished is in it; make room, then go on: trilogue-bots resume FILE"
FILE_ENDINGS = ("", "-wal", "-shm", "-lock")  # of the files that a tournament's file is made of
STOPPED = 130  # as a shell has it for a program ended by Ctrl-C


@contextmanager
def explained(description: Path | None = None) -> Iterator[None]:
    """Turn what can be wrong with a description or a file into one line, with the description's line.

    description -- None: there is none, what was described stood on the command line
    """
    try:
        yield
    except CupError as error:
        if description is None:
            raise UsageError(f"{argument(error.path)}: {error.problem}") from error
        raise UsageError(str(located(description, error.path, error.problem))) from error
    except (ConfigError, OpeningFileError) as error:
        raise UsageError(str(error)) from error
    except RecordsError as error:
        raise CommandError(str(error)) from error
    except sqlite3.Error as error:
        raise CommandError(f"the tournament's file can't be used: {error}", FILE_HINT) from error
    except BrokenPipeError:
        raise  # nobody reads any more: the end of the command, not a fault
    except OSError as error:
        raise CommandError(f"{error.filename or 'a file'}: {error.strerror or error}") from error


def read_description(path: Path) -> CupConfig:
    """Read a TOML description. Raises UsageError, which names file, line and key."""
    with explained(path):
        config = load(path, CupConfig)
        vet(config)
        return config


def check_description(path: Path, *, full: bool, as_json: bool) -> None:
    """Try every player of a description; exit with 1 unless all is well."""
    from bots.tournament.check import Finding, check_all

    def tell(finding: Finding) -> None:
        if as_json:
            typer.echo(msgspec.json.encode(finding).decode())
        else:
            mark = "ok  " if finding.good else "FAIL"
            typer.echo(f"{mark} {finding.player}: {finding.what}: {finding.text}")

    config = read_description(path)
    with explained(path):
        well = check_all(config, path.parent, tell, full=full)
    if not as_json:
        typer.echo("all is well" if well else "something is wrong: mend it before the tournament begins")
    raise typer.Exit(0 if well else 1)


def begin(
    config: CupConfig,
    description: Path | None,
    path: Path,
    concurrency: int | None,
    scheduler: str | None,
    *,
    as_json: bool,
) -> None:
    """Begin a tournament in a new file and play it; relative names start where its description lies."""
    if path.exists():
        raise UsageError(
            f"{path} exists", f"go on with it: trilogue-bots resume {path}; or choose another --file"
        )
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path.absolute().parent} is no directory", "make it, or choose another --file")
    folder = Path() if description is None else description.parent
    with explained(description), create(path, describe(config, folder)) as file:
        _play(file, config.concurrency if concurrency is None else concurrency, scheduler, as_json=as_json)


def go_on(path: Path, concurrency: int | None, scheduler: str | None, *, as_json: bool) -> None:
    """Go on with the tournament of a file."""
    with explained(), write(path) as file:
        usual = int(file.tournament().config["concurrency"])
        _play(file, usual if concurrency is None else concurrency, scheduler, as_json=as_json)


def write_report(path: Path, output: Path | None, *, as_json: bool) -> None:
    """Write a tournament's page, or its JSON document to stdout."""
    from bots.tournament.report import html_page, json_report

    target = output or path.with_suffix(".html")
    _spare(path, target)
    with explained(), read(path) as reader:
        if as_json:
            sys.stdout.buffer.write(msgspec.json.encode(json_report(reader)) + b"\n")
            return
        page = html_page(reader)
    with explained():
        target.write_text(page, encoding="utf-8")
    typer.echo(f"{target}: open it in a browser")


def write_export(path: Path, output: Path | None, *, sgf: bool) -> None:
    """Write all games as JSON lines or SGF."""
    from bots.tournament.export import SGF_GAME, json_lines, sgf_games

    if output is not None:
        _spare(path, output)
    with explained(), read(path) as reader:
        tournament = reader.tournament()
        if sgf and not any(each.game == SGF_GAME for each in tournament.plan.contests):
            raise UsageError(f"{path} has no games of Lines of Action, so no SGF", "leave --sgf out")
        parts = (
            (game.encode() + b"\n" for game in sgf_games(reader.games(), tournament.name))
            if sgf
            else (line.rstrip(b"\n") + b"\n" for line in json_lines(reader.games()))
        )
        if output is None:
            for part in parts:
                sys.stdout.buffer.write(part)
        else:
            with output.open("wb") as stream:
                stream.writelines(parts)


def _spare(path: Path, output: Path) -> None:
    """Raise UsageError if what is to be written would take the place of the tournament itself."""
    own = path.resolve()
    if output.resolve() in {own.with_name(own.name + ending) for ending in FILE_ENDINGS}:
        raise UsageError(f"{output} is the tournament's own file", "choose another --output")


def _play(file: Writer, concurrency: int, scheduler: str | None, *, as_json: bool) -> None:
    view = choose_view(as_json=as_json)
    ended = drive(file, concurrency, view, scheduler)
    if ended is Ended.STOPPED:
        typer.echo(f"stopped; go on with: trilogue-bots resume {file.path}", err=True)
        raise typer.Exit(STOPPED)
    if not as_json:
        typer.echo(f"{file.path}: see trilogue-bots report {file.path}")
