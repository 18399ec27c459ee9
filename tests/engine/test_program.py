"""The command line, and the demonstration for people."""

import pytest

from engine import bounds, demo, games
from engine.__main__ import main, parse


def test_defaults() -> None:
    args = parse([])
    assert (args.searches, args.sessions, args.memory) == (
        bounds.DEFAULT_SEARCHES,
        bounds.DEFAULT_SESSIONS,
        bounds.DEFAULT_MEMORY,
    )
    assert args.demo is None


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--searches", "0"], "--searches: 0: must be 1 to 64"),
        (["--memory", "lots"], "--memory: lots: must be 1 to "),
        (["--colour"], "unrecognized arguments: --colour"),
        (["--log-level", "loud"], "invalid choice: 'loud'"),
    ],
)
def test_a_wrong_command_line(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(argv)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--mqtt", "bogus://host", "--name", "a"], "'bogus': want mqtt, mqtts, ws or wss"),
        (["--mqtt", "mqtt://host", "--name", "tables"], "engine name 'tables' is reserved"),
        (["--mqtt", "mqtt://ann:s3cret@host", "--name", "a"], "no password in the URL"),
        (["--mqtt", "mqtt://far.example", "--name", "a", "--broker", "embedded"], "this machine only"),
        (["--mqtt", "mqtt://host", "--name", "a", "--credentials", "/no/such"], "No such file"),
    ],
)
def test_what_cannot_lead_to_a_broker(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "s3cret" not in said
    assert said.count("\n") == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("trilogue ")


@pytest.mark.parametrize("game", games.names())
def test_demo(game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "MOVETIME_MS", 50)
    monkeypatch.setattr(demo, "MEMORY_MIB", 4)
    assert demo.demo(game) == 0
    text = capsys.readouterr().out
    assert "to move" in text
    assert "depth" in text
    assert " is my move (score " in text


def test_demo_of_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo.demo("chess") == 2
    assert capsys.readouterr().err == "trilogue: chess: known are lag, loa, lot\n"


def test_positions_to_show_are_of_games_and_not_decided() -> None:
    assert set(demo.POSITIONS) <= set(games.names())
    for game, (_, position) in demo.POSITIONS.items():
        assert not games.begin(game, {}, position).over
