"""What is known of the rules, asked of a real process through the protocol, in both encodings."""

import sys
from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol.client import Client
from tests.conformance.rows import PERFT
from tests.conformance.test_records import GAMES, LOA_GAMES

pytestmark = pytest.mark.process

DEADLINE = 60.0
"""Seconds for the largest count, on a busy machine."""


@pytest.fixture(params=["text", "msgpack"])
async def engine(request: pytest.FixtureRequest) -> AsyncIterator[Client]:
    command = [sys.executable, "-m", "engine", "--memory", "1"]
    async with Client.start(command, encoding=request.param, deadline=DEADLINE) as client:
        yield client


async def test_perft(engine: Client) -> None:
    for row in PERFT:
        for depth, leaves in enumerate(row.leaves, 1):
            counted = await engine.perft(depth, game=row.game, position=row.position, **row.options)
            assert counted.nodes == leaves, (row, depth)


async def test_whole_games(engine: Client) -> None:
    for record in GAMES:
        begun = await engine.new(record["game"], **record["options"])
        assert begun.position == record["line"][0]["position"]
        for ply in record["line"]:
            await _stands(engine, ply)
            if "played" in ply:
                await engine.play(ply["played"])
        assert (await engine.status()).ply == record["plies"]


async def _stands(engine: Client, ply: dict[str, Any]) -> None:
    shown, listed, status = await engine.show(), await engine.moves(), await engine.status()
    assert shown.position == ply["position"]
    assert sorted(map(str, listed.moves)) == sorted(ply["moves"])
    assert status.over == ("result" in ply)
    assert (status.result or None) == ply.get("result")


async def test_recorded_games_of_lines_of_action(engine: Client) -> None:
    for record in LOA_GAMES:
        await engine.new("loa")
        end = await engine.play(record["moves"])
        assert (end.position, end.result, end.reason) == (record["position"], record["result"], "connected")
