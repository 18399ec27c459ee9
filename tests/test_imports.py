"""Who may import whom, and where I/O may be: read from the sources, so that nothing need be run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("protocol", "engine", "bots")

ALLOWED = {
    "protocol": ("protocol",),
    "engine": ("engine", "protocol"),
    "bots": ("bots", "protocol", "engine.games"),
}
"""Package -> prefixes of our own modules that it may import."""

IO_MODULES = frozenset({"socket", "ssl", "select", "selectors", "subprocess", "signal", "tempfile", "shutil"})
IO_MODULES |= frozenset({"multiprocessing", "sqlite3", "urllib", "http", "aiomqtt", "paho", "iotcore"})
WAITING_MODULES = frozenset({"asyncio", "threading", "concurrent", "queue", "time"})

IO_PARTS = ("protocol/transports/",)
WAITING_PARTS = ("protocol/transports/", "protocol/client/", "protocol/bus/")
"""Where the protocol may do I/O, and where it may wait for others that do."""


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Yield the dotted names that a file imports, wherever in it; `from a import b` gives both a and a.b."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative imports hide who imports whom"
            assert not any(alias.name == "*" for alias in node.names), f"{path}: star import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def forbidden(package: str, path: Path) -> list[str]:
    def allowed(name: str) -> bool:
        if name.partition(".")[0] not in OURS:
            return True
        return any(name == prefix or name.startswith(f"{prefix}.") for prefix in ALLOWED[package])

    return [name for name in imports(path) if not allowed(name)]


@pytest.mark.parametrize("package", OURS)
def test_imports_run_one_way(package: str) -> None:
    files = sources(package)
    assert files
    wrong = {str(path.relative_to(ROOT)): names for path in files if (names := forbidden(package, path))}
    assert not wrong


@pytest.mark.parametrize(("modules", "parts"), [(IO_MODULES, IO_PARTS), (WAITING_MODULES, WAITING_PARTS)])
def test_the_protocol_leaves_io_to_its_edges(modules: frozenset[str], parts: tuple[str, ...]) -> None:
    wrong = {}
    for path in sources("protocol"):
        name = path.relative_to(ROOT).as_posix()
        used = {module.partition(".")[0] for module in imports(path)} & modules
        if used and not name.startswith(parts):
            wrong[name] = used
    assert not wrong


def test_only_the_engine_s_thin_layer_touches_the_core() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for package in OURS
        for path in sources(package)
        if any(name.startswith("engine._core") for name in imports(path))
    }
    assert users == {
        "engine/commands/searching.py",
        "engine/demo.py",
        "engine/games.py",
        "engine/searches.py",
    }


def test_a_wrong_import_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text("def f():\n    from engine import server\n    import bots.cli\n    import engine.games\n")
    assert forbidden("bots", path) == ["engine.server"]
    assert forbidden("engine", path) == ["bots.cli"]
    assert forbidden("protocol", path) == ["engine.server", "bots.cli", "engine.games"]


@pytest.mark.parametrize("package", [*OURS, "tests"])
def test_no_file_is_over_500_lines(package: str) -> None:
    suffixes = {".py", ".pyi", ".cpp", ".hpp"}
    files = [path for path in (ROOT / package).rglob("*") if path.suffix in suffixes]
    long = {str(path.relative_to(ROOT)) for path in files if len(path.read_text().splitlines()) > 500}
    assert not long
