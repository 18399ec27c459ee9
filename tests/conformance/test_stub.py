"""The stub of the core says what the built core has, no more and no less."""

import ast
from pathlib import Path

import engine
from engine import _core

STUB = ast.parse((Path(engine.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))


def members(node: ast.ClassDef) -> set[str]:
    """List what a class of the stub declares itself, but for its constructor."""
    methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    fields = {
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    return (methods | fields) - {"__init__"}


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_names() -> None:
    declared = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert declared == public(dir(_core))


def test_members() -> None:
    for node in STUB.body:
        if not isinstance(node, ast.ClassDef):
            continue
        built = getattr(_core, node.name)
        if issubclass(built, Exception):
            continue  # its attributes are set on each error; test_positions.py reads them
        assert members(node) == public(list(vars(built))), node.name
