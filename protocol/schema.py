"""The JSON Schema of all messages, from the declarations; `python -m protocol.schema` writes schema.json.

The tables have one of their own, `protocol/tables/schema.json`, with the documents that they publish.

It describes a message as one map, which is msgpack's form and what text stands for. Game options are an open
slot.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from protocol.errors import MEANINGS, ErrorCode
from protocol.requests import ENVELOPE
from protocol.tables import verbs as tables
from protocol.tables.documents import SHAPES
from protocol.values import NAME_PATTERN, OPTION_PATTERN
from protocol.verbs import VERBS, Verb

PATH = Path(__file__).with_name("schema.json")
TABLES_PATH = Path(__file__).with_name("tables") / "schema.json"
_REF = "#/$defs/{name}"
_ID = {"type": "string", "pattern": NAME_PATTERN}
_ID_NOTE = {"description": "left out in a request: the verb serves as id; never sent over MQTT"}
_OPTION = {"type": ["string", "integer", "boolean"], "description": "a game option"}


def _request(verb: Verb, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one verb's requests."""
    names = list(arguments.get("properties", {}))
    schema: dict[str, Any] = {
        "title": f"{verb.name} request",
        "description": verb.summary,
        "type": "object",
        "properties": {"id": _ID | _ID_NOTE, "do": {"const": verb.name}, **arguments.get("properties", {})},
        "required": ["do", *arguments.get("required", [])],
    }
    if not (verb.game_options or verb.context):
        return schema | {"additionalProperties": False}
    schema["additionalProperties"] = _OPTION
    schema["propertyNames"] = {
        "anyOf": [
            {"enum": ["id", "do", *names]},
            {"pattern": OPTION_PATTERN, "not": {"enum": sorted(ENVELOPE)}},
        ]
    }
    if verb.context:  # options go with a game only
        schema["if"] = {"not": {"required": ["game"]}}
        schema["then"] = {"propertyNames": {"enum": ["id", "do", *names]}}
    return schema


def _reply(kind: str, verb: str, name: str) -> dict[str, Any]:
    return {
        "title": f"{verb} {kind}",
        "type": "object",
        "properties": {"id": _ID, kind: {"$ref": _REF.format(name=name)}},
        "required": ["id", kind],
    }


def _error() -> dict[str, Any]:
    codes = [{"const": code.value, "description": MEANINGS[code]} for code in ErrorCode]
    properties = {
        "code": {"oneOf": codes},
        "field": {"type": "string", "description": "the argument it is about"},
        "index": {"type": "integer", "minimum": 0, "description": "the item of a list it is about"},
        "message": {"type": "string", "description": "for people"},
        "retry": {"type": "boolean", "description": "whether the same request may succeed later"},
    }
    body = {"type": "object", "properties": properties, "required": ["code", "message", "retry"]}
    return {
        "title": "error",
        "description": "without id: the id of what it answers cannot be told",
        "type": "object",
        "properties": {"id": _ID, "error": body},
        "required": ["error"],
    }


def build(
    verbs: Mapping[str, Verb] = VERBS,
    title: str = "UGP/1",
    about: str = "The messages of the Universal Game Protocol, version 1, each as one map.",
    documents: Sequence[type[msgspec.Struct]] = (),
) -> dict[str, Any]:
    """Return the schema of the messages of some verbs, and of documents, as data."""
    structs: list[type[msgspec.Struct]] = list(documents)
    for verb in verbs.values():
        structs += [
            struct for struct in (verb.args, verb.answer, verb.info) if struct and struct not in structs
        ]
    _, components = msgspec.json.schema_components(structs, ref_template=_REF)
    defs: dict[str, Any] = dict(sorted(components.items()))
    requests, replies = [], []
    for verb in verbs.values():
        requests.append(_request(verb, defs[verb.args.__name__]))
        replies.append(_reply("ok", verb.name, verb.answer.__name__))
        if verb.info is not None:
            replies.append(_reply("info", verb.name, verb.info.__name__))
    for verb in verbs.values():
        defs.pop(verb.args.__name__, None)  # now part of the request
    defs["request"] = {"oneOf": requests}
    defs["reply"] = {"anyOf": [*replies, _error()]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": about,
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": defs,
    }


def text() -> str:
    """Return the schema as the text of schema.json."""
    return _text(build())


def tables_text() -> str:
    """Return the schema of the tables as the text of tables/schema.json."""
    about = (
        "The messages of UGP/1's tables, each as one map, and under $defs the documents that they publish."
    )
    return _text(build(tables.VERBS, "UGP/1 tables", about, SHAPES))


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both files, or with `-` print the first."""
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(text())
    else:
        PATH.write_text(text(), encoding="utf-8")
        TABLES_PATH.write_text(tables_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
