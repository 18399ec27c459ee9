"""schema.json: it is that of the declarations, and it takes and refuses what the codecs take and refuse."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from protocol import schema
from protocol.verbs import VERBS
from tests.protocol.cases import REQUESTS
from tests.protocol.cases_boards import BOARDS
from tests.protocol.cases_searches import SEARCHES

SCHEMA = json.loads(schema.PATH.read_text(encoding="utf-8"))
MESSAGE = jsonschema.Draft202012Validator(SCHEMA)
REQUEST = MESSAGE.evolve(schema=SCHEMA | {"anyOf": [{"$ref": "#/$defs/request"}]})


def test_the_file_is_up_to_date() -> None:
    """Renew it by `python -m protocol.schema`."""
    assert schema.PATH.read_text(encoding="utf-8") == schema.text()


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("case", [*REQUESTS, *BOARDS, *SEARCHES], ids=lambda case: case.text[:40])
def test_it_takes_every_message(case: Any) -> None:
    MESSAGE.validate(case.map)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"id": "1"},
        {"do": "frobnicate"},
        {"id": "a b", "do": "ping"},
        {"do": "ping", "x": 1},
        {"do": "go", "movetime": 0},
        {"do": "go", "movetime": "5"},
        {"do": "go", "movetme": 5},
        {"do": "go", "depth": 1, "size": 6},
        {"do": "new"},
        {"do": "new", "game": "loa", "size": [6]},
        {"do": "new", "game": "loa", "Size": 6},
        {"do": "new", "game": "loa", "ok": 6},
        {"do": "play", "moves": []},
        {"do": "play", "moves": "b1-b3"},
        {"do": "set", "threads": 0},
        {"id": "1", "error": {"code": "nonsense", "message": "", "retry": False}},
        {"id": "1", "error": {"code": "busy", "message": ""}},
    ],
    ids=str,
)
def test_it_refuses(message: dict[str, Any]) -> None:
    assert not MESSAGE.is_valid(message)


def test_options_go_with_a_game() -> None:
    assert REQUEST.is_valid({"do": "go", "depth": 1, "game": "loa", "size": 6})
    assert REQUEST.is_valid({"do": "describe", "game": "loa", "repetition": "off"})


def test_every_verb_has_its_own_request() -> None:
    kinds = SCHEMA["$defs"]["request"]["oneOf"]
    assert [kind["properties"]["do"]["const"] for kind in kinds] == list(VERBS)
    (go,) = (kind for kind in kinds if kind["properties"]["do"]["const"] == "go")
    assert go["properties"]["movetime"]["unit"] == "ms"
    assert go["properties"]["movetime"]["description"]


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "PATH", tmp_path / "schema.json")
    monkeypatch.setattr("sys.argv", ["schema"])
    schema.main()
    assert (tmp_path / "schema.json").read_text(encoding="utf-8") == schema.text()
    monkeypatch.setattr("sys.argv", ["schema", "-"])
    schema.main()
    assert capsys.readouterr().out == schema.text()
