"""PROTOCOL.md: its tables are those of the declarations, and its examples are what the engine does."""

import re
from pathlib import Path

import pytest

from protocol import docs
from protocol.errors import ErrorCode
from protocol.verbs import VERBS
from tests.engine.desk import Desk
from tests.engine.transcript import Line, replay

TEXT = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```ugp\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(document: str) -> dict[str, list[Line]]:
    """Return the examples of a document, by the line each begins in. Raises ValueError for a stray line."""
    found = {}
    for match in FENCE.finditer(document):
        number = document.count("\n", 0, match.start()) + 1
        lines = match[1].splitlines()
        if strays := [line for line in lines if line[:2] not in {"> ", "< "}]:
            raise ValueError(f"line {number}: neither sent nor received: {strays[0]}")
        found[f"line {number}"] = [Line(line[0] == ">", line[2:]) for line in lines]
    return found


@pytest.mark.parametrize("lines", examples(TEXT).values(), ids=list(examples(TEXT)))
def test_examples(lines: list[Line]) -> None:
    desk = Desk()
    try:
        replay(lines, desk.send, desk.receive)
    finally:
        desk.close()


def test_there_are_examples_and_a_stray_line_in_one_is_seen() -> None:
    assert len(examples(TEXT)) >= 8
    with pytest.raises(ValueError, match="line 2: neither sent nor received: x"):
        examples("\n```ugp\nx\n```\n")


def test_tables_are_up_to_date() -> None:
    """Renew them by `python -m protocol.docs`."""
    assert docs.renew(TEXT) == TEXT
    assert set(re.findall(r"<!-- begin (\S+) -->", TEXT)) == set(docs.BLOCKS)


def test_the_command_renews_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "PROTOCOL.md"
    path.write_text("a\n<!-- begin verbs -->\nold\n<!-- end verbs -->\nb\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["docs", str(path)])
    docs.main()
    text = path.read_text(encoding="utf-8")
    assert text.startswith("a\n<!-- begin verbs -->\n\n| verb |")
    assert text.endswith("|\n\n<!-- end verbs -->\nb\n")
    path.write_text("<!-- begin nonsense -->\n<!-- end nonsense -->", encoding="utf-8")
    with pytest.raises(KeyError):
        docs.main()


def test_every_verb_and_code_is_in_the_document() -> None:
    for name in [*VERBS, *(code.value for code in ErrorCode)]:
        assert f"`{name}`" in TEXT
        assert name not in VERBS or f"#### {name}\n" in TEXT
