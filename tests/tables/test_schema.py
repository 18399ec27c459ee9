"""The tables' JSON Schema: up to date, and true of what a referee publishes."""

import json
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from protocol import schema
from protocol.tables import answers
from tests.tables.hall import hall
from tests.tables.test_game import begin


def check(name: str, value: msgspec.Struct) -> None:
    built: dict[str, Any] = json.loads(schema.tables_text())
    wanted = {"$ref": f"#/$defs/{name}", "$defs": built["$defs"]}
    Draft202012Validator(wanted).validate(msgspec.to_builtins(value))


def test_it_is_up_to_date() -> None:
    """Renew it by `python -m protocol.schema`."""
    assert schema.TABLES_PATH.read_text(encoding="utf-8") == schema.tables_text()


async def test_what_is_published_fits(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        table = await begin(ann, bob, "lot")
        found = await ann.sync(table, since=0)
        check("TableState", found.state)
        check("Event", found.events[0])
        check("SyncAnswer", found)
        check("LobbyAnswer", await ann.request("lobby", answers.LobbyAnswer))
        check("HelloAnswer", await ann.request("hello", answers.HelloAnswer))
