"""Whole games over a bus in memory."""

import asyncio
from pathlib import Path
from typing import Any

from bots.tables.client import TableClient
from engine import games
from protocol.encoding import Encoding
from protocol.tables import answers
from protocol.tables.documents import TableState
from tests.tables.hall import hall


async def play_out(client: TableClient, table: str) -> TableState:
    """Play the first legal move whenever it is our turn; return the last state."""
    state = None
    async for state in client.follow(table):
        if state.phase == "over":
            break
        if state.players[state.mover] == client.user:  # type: ignore[index]
            board = games.begin(state.game, state.options, state.start)
            games.play(board, state.moves)
            await client.request(
                "move", answers.StateAnswer, table=table, move=board.moves()[0], ply=state.ply
            )
    assert state is not None
    return state


async def begin(one: TableClient, two: TableClient, game: str, **wishes: Any) -> str:
    made = await one.request("challenge", answers.ChallengeAnswer, game=game, to=two.user, **wishes)
    await two.request("accept", answers.SyncAnswer, challenge=made.challenge)
    return made.challenge


async def test_a_whole_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "tables.db") as place:
        ann, bob = await place.player("ann"), await place.player("bob", Encoding.TEXT)
        table = await begin(ann, bob, "lot", rated=True)
        seen = []

        async def look() -> None:
            eve = await place.player("eve")
            seen.extend([event async for event in eve.events(table)])

        last, also, _ = await asyncio.gather(play_out(ann, table), play_out(bob, table), look())
        assert last == also
        assert last.ended == "rule"
        assert [event.seq for event in seen] == list(range(1, last.seq + 1))
        assert [event.move for event in seen if event.kind == "moved"] == last.moves
        record = await ann.request("record", answers.RecordAnswer, table=table)
        assert record.moves == last.moves
        assert len(record.used) == len(last.moves)
        ratings = (await ann.request("ratings", answers.RatingsAnswer, game="lot")).ratings
        assert len(ratings) == 2
        assert place.service is not None
        assert len(place.service.desk.boards) == 0, "boards of finished games are not kept"
        results = await bob.request("results", answers.ResultsAnswer, user="ann")
        assert results.tables[0].table == table
