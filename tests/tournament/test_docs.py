"""The description in docs/tournaments.md is one, and is of what the page says."""

import re
from pathlib import Path

from bots.config import parse
from bots.tournament.config import CupConfig
from bots.tournament.match import DrawRule, ResignRule
from bots.tournament.outcome import Ending
from bots.tournament.vet import vet

TEXT = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")


def test_the_example_can_be_played() -> None:
    match = re.search(r"^```toml\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert match is not None
    config = parse(match[1], CupConfig, source="docs/tournaments.md")
    vet(config)
    assert config.adjudication.resign == ResignRule(score=900)
    assert config.adjudication.draw == DrawRule(after=60)
    assert [player.spec().title for player in config.players] == ["new", "old", "greedy"]


def test_every_ending_is_explained() -> None:
    for ending in Ending:
        assert re.search(rf"^\|[^|]*\b{ending}\b", TEXT, flags=re.MULTILINE), ending
