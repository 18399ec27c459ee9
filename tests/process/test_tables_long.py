"""200 games between hosted bots; the referee and an engine are killed in the middle."""

import asyncio
import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from bots.tables.client import TableClient
from protocol.errors import DeadlineExceeded
from protocol.tables import answers
from protocol.transports.broker import Mosquitto
from tests.process.tables import Program, check_file, engines, referee, running, seated

GAMES = 200
AT_ONCE = 5  # games: what the two that challenge have under way at most

BOTS = """
broker = "{url}"

[[bot]]
user = "anna"
player = "engine?nodes=300"
slots = 3

[bot.matchmaking]
every = 0
most = 3
limit = 100
time = 20000
inc = 100
games = ["lot", "lag"]
backoff = 500

[[bot]]
user = "bert"
player = "engine?nodes=100"
slots = 3

[bot.matchmaking]
every = 0
most = 2
limit = 100
time = 20000
inc = 100
games = ["lot", "loa"]
backoff = 500

[[bot]]
user = "greta"
player = "greedy"
slots = 3

[[bot]]
user = "rolf"
player = "random"
slots = 3
"""


async def results(client: TableClient) -> int:
    try:
        found = await client.request("results", answers.ResultsAnswer, limit=200)
    except DeadlineExceeded:
        return -1
    return len(found.tables)


async def until(client: TableClient, count: int, deadline: float) -> None:
    end = time.monotonic() + deadline
    while (found := await results(client)) < count:
        assert time.monotonic() < end, f"{found} of {count} games"
        await asyncio.sleep(0.5)


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.timeout(1500)
async def test_two_hundred_games(broker: Mosquitto, tmp_path: Path) -> None:
    config = tmp_path / "bots.toml"
    config.write_text(BOTS.format(url=broker.url))
    file = tmp_path / "tables.db"
    table, host = referee(broker.url, file), Program("host", str(config), "-v")
    began = time.monotonic()
    async with running(table, host), seated(broker.url, "eve") as eve:
        await until(eve, GAMES // 3, 600)
        await table.kill()
        killed = time.time() * 1000
        await asyncio.sleep(3)
        await table.start()
        await until(eve, GAMES // 2, 600)
        victims = engines(host.process.pid)
        assert victims
        os.kill(victims[0], signal.SIGKILL)
        await until(eve, GAMES, 900)
        took = time.monotonic() - began
        lobby = await eve.request("lobby", answers.LobbyAnswer)
        assert not lobby.tables
        assert {bot.offer.free for bot in lobby.bots} == {3}
        await host.terminate()
        await table.terminate()
    tables, slack = check_file(file)
    assert len(tables) == GAMES
    ended = Counter(each.ended for each in tables)
    plies = sum(len(each.moves) for each in tables)
    slack.sort()
    print(
        f"\n{GAMES} games, {plies} plies in {took:.0f} s; ended {dict(ended)}; wall time beyond the time"
        f" charged: median {slack[len(slack) // 2].ms} ms, least {slack[0].ms} ms, most {slack[-1].ms} ms;"
        f" over 100 ms: {[each.ms for each in slack if each.ms > 100]}"
    )
    assert set(ended) <= {"rule", "aborted", "time"}
    assert ended["rule"] >= GAMES * 0.95
    # The two clocks are read one after the other, by a process that may wait in between.
    assert slack[0].ms >= -50
    # What costs nobody time is the referee's own outage, in the games under way then, and nothing else.
    outage = [each for each in slack if each.ms > 1_000]
    assert all(each.since < killed for each in outage)
    assert len(outage) <= AT_ONCE
