"""The command line as a whole: help, and one clear line for every failure."""

import os
import subprocess
import sys

import pytest

from bots import cli
from bots.errors import CommandError


def test_help_lists_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    out = capsys.readouterr().out
    for command in ("play", "draw"):
        assert f" {command} " in out
    assert cli.run([]) == 0
    assert capsys.readouterr().out == out


def test_help_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for command in cli.app.registered_commands:
        assert cli.run([str(command.name), "--help"]) == 0
        assert str(command.name) in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("trilogue-bots 0")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["paly"], "error: No such command 'paly'"),
        (["draw"], "error: Missing argument 'game'; see trilogue-bots draw --help"),
        (["draw", "loa", "--sise", "3"], "error: No such option: --sise"),
        (["draw", "loa", "--size", "3"], "greater than or equal to 16"),
        (["draw", "loa", "--option", "size"], "error: --option size: not name=value; write for example"),
        (
            ["draw", "loa", "--option", "size=5", "--option", "size=6"],
            "--option size is given twice; leave one out",
        ),
        (["draw", "loa", "--engine", "'"], "mind the quotes"),
        (["play"], "error: which game?; write for example: trilogue-bots play loa"),
        (["play", "loa", "--opponent", "engin"], "did you mean engine?"),
        (["play", "loa", "--level", "3", "--nodes", "5"], "give one or the other"),
        (["play", "loa", "--against", "random"], "--against goes with --watch"),
        (["play", "loa", "--watch", "--opponent", "person"], "a person cannot be watched"),
    ],
)
def test_calling_it_wrongly(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "--load", "/nonexistent/game.json"]) == 1
    assert "give the file of a saved game" in capsys.readouterr().err


def test_an_engine_that_cannot_be_started(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["draw", "loa", "--engine", "/nonexistent/engine"]) == 3
    assert "check the engine's command line" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["draw", "loa"], ["conform", "--list"]])
def test_nobody_reads_what_it_writes(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "bots", *arguments]
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed:
        done = subprocess.run(
            command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False, timeout=30
        )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["draw", "loa"]])
def test_no_room_for_what_it_writes(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "bots", *arguments]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=30
        )
    assert done.returncode == 1
    assert done.stderr == "error: [Errno 28] No space left on device; make room, or write elsewhere\n"


def test_a_failure_reads_as_one_line() -> None:
    assert str(CommandError("it is full", "empty it")) == "it is full; empty it"


def test_help_imports_nothing_heavy() -> None:
    heavy = [
        "scipy",
        "numpy",
        "engine._core",
        "aiomqtt",
        "distributed",
        "sqlite3",
        "rich.live",
        "networkx",
        "openskill",
    ]
    script = f"import sys; import bots.cli; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30
    )
    assert done.stdout.strip() == "[]"
