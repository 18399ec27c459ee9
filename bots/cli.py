"""The command `trilogue-bots`: its parts in one place, and how every one of them ends.

A part is a module with `register(app)`. It imports at its head what `--help` needs, and the rest within
its commands, so that help stays quick.
"""

import errno
import os
import sys
from importlib import import_module
from typing import Annotated, NoReturn

import typer

from bots.errors import CommandError
from protocol.errors import EngineFault, EngineGone, GoneKind, UgpError

PARTS = (
    "bots.play.cli",
    "bots.draw.cli",
    "bots.conform.cli",
    "bots.tables.cli",
    "bots.host.cli",
    "bots.tournament.cli",
)

INTERRUPTED = 130  # what a shell gives for a command ended by Ctrl-C
ENGINE_FAILED = 3
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})

app = typer.Typer(
    name="trilogue-bots",
    help="Play, draw and set engines and bots against each other, in any game of a UGP engine.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib import metadata

        typer.echo(f"trilogue-bots {metadata.version('trilogue')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    _show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for part in PARTS:
    import_module(part).register(app)


def main() -> NoReturn:
    """Run the command line and exit: every failure is one line on stderr that names the next step."""
    sys.exit(run())


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code. Codes: see CommandError; 130 after Ctrl-C."""
    try:
        code = app(args=arguments, prog_name="trilogue-bots", standalone_mode=False)
    except typer.TyperException as error:
        return _fail(error.format_message(), f"see {_called(error)} --help", error.exit_code)
    except CommandError as error:
        return _fail(error.message, error.hint, error.code)
    except UgpError as error:
        return _fail(str(error), _next_step(error), ENGINE_FAILED)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (OSError, SystemExit) as error:
        return _unwritten(error)
    return code if isinstance(code, int) else 0


def _unwritten(error: OSError | SystemExit) -> int:
    """End a command whose output has no reader (`… | head`: quietly) or no room; raise any other error."""
    # typer takes a broken pipe for a failure and leaves
    cause = error.__context__ if isinstance(error, SystemExit) else error
    gone = isinstance(cause, BrokenPipeError)
    if not gone and not (isinstance(cause, OSError) and cause.errno in NO_ROOM):
        raise error
    # keep Python from flushing into it once more at exit
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if gone else _fail(str(error), "make room, or write elsewhere", 1)


def _called(error: typer.TyperException) -> str:
    path = getattr(getattr(error, "ctx", None), "command_path", "")
    return path if isinstance(path, str) and path else "trilogue-bots"


def _next_step(error: UgpError) -> str:
    if isinstance(error, EngineGone) and error.kind is GoneKind.START:
        return "check the engine's command line, or its name on the bus"
    if isinstance(error, EngineGone) and error.kind is GoneKind.UNREACHABLE:
        return "see that the broker runs, its address and your login"
    if isinstance(error, EngineFault) and error.stderr_tail:
        return f"its last words were: {error.stderr_tail.strip().splitlines()[-1]}"
    return ""


def _fail(message: str, hint: str, code: int) -> int:
    line = " ".join(message.split()).rstrip(".")
    typer.echo(f"error: {line}{'; ' + hint if hint else ''}", err=True)
    return code
