"""Logs: to stderr, quiet by default, JSON on request, and never the end of the process."""

import json

import pytest

from engine.logs import Level, Log


def test_quiet_below_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log()
    log.debug("detail")
    log.info("life")
    assert capsys.readouterr() == ("", "")
    log.warning("look", at="this")
    out, err = capsys.readouterr()
    assert out == ""
    assert "look" in err
    assert "at=this" in err


def test_json_has_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log(Level.debug, json=True)
    log.debug("one", n=1)
    log.fault("two", KeyError("key"), verb="go")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["event"], first["level"], first["n"]) == ("one", "debug", 1)
    assert (second["event"], second["verb"]) == ("two", "go")
    assert "KeyError" in second["exception"]


def test_a_stderr_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    Log().warning("nobody reads this")
