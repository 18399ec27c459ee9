"""What people see of ratings, results and records."""

import asyncio
import json
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bots.tables.standings import outcome, show_ratings, show_record, show_results
from protocol.tables import answers
from protocol.tables.documents import Seat, TableInfo
from tests.tables.hall import hall
from tests.tables.test_game import begin, play_out

Output = pytest.CaptureFixture[str]


async def told(capsys: Output, work: Awaitable[None]) -> list[str]:
    """Return the lines that somebody sees, without the referee's log."""
    capsys.readouterr()
    await work
    return [line for line in capsys.readouterr().out.splitlines() if "[info " not in line]


async def test_what_was_played_is_shown(tmp_path: Path, capsys: Output) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob")
        assert "trilogue-bots sit" in (await told(capsys, show_ratings(ann, None, None)))[0]
        assert "trilogue-bots lobby" in (await told(capsys, show_results(ann, None, 20)))[0]
        first = await begin(ann, bob, "lag", size=3, rated=True)
        await asyncio.gather(play_out(ann, first), play_out(bob, first))
        second = await begin(ann, bob, "loa")
        await ann.request("abort", answers.StateAnswer, table=second)

        ratings = await told(capsys, show_ratings(bob, "lag", None))
        assert sorted(line.split()[1] for line in ratings) == ["ann", "bob"]
        assert all(line.startswith("lag ") and line.endswith(", 1 game") for line in ratings)
        assert "Nobody" in (await told(capsys, show_ratings(bob, None, "eve")))[0]

        results = await told(capsys, show_results(bob, "ann", 20))
        assert [line.split()[0] for line in results] == [second, first]
        assert "casual: no result (aborted" in results[0]
        assert len(await told(capsys, show_results(bob, "ann", 1))) == 1

        record = json.loads((await told(capsys, show_record(bob, first)))[0])
        assert record["table"] == first
        assert len(record["moves"]) == len(record["used"]) > 0


@pytest.mark.parametrize(
    ("ended", "reason", "winner", "words"),
    [
        ("rule", "connected", "second", "bob won (rule: connected)"),
        ("agreement", "draw agreed", None, "a draw (agreement: draw agreed)"),
        ("aborted", None, None, "no result (aborted)"),
    ],
)
def test_how_a_game_ended(ended: str, reason: str | None, winner: str | None, words: str) -> None:
    given = {name: value for name, value in (("reason", reason), ("winner", winner)) if value is not None}
    players: dict[Seat, str] = {"first": "ann", "second": "bob"}
    table = TableInfo(table="t", game="loa", players=players, rated=False, ply=9, ended=ended, **given)
    assert outcome(table) == words
