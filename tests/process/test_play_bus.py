"""An engine on a bus as a player: by its name, or whichever has time."""

import asyncio
import sys

import pytest

from bots.players import Limits, Turn, make_player
from engine import games
from protocol.errors import EngineGone
from tests.process.broker import BrokerHarness

pytestmark = pytest.mark.process


@pytest.mark.parametrize("kind", ["mosquitto", "embedded", "websockets"])
async def test_a_game_with_an_engine_on_a_bus(kind: str) -> None:
    harness = BrokerHarness(kind)
    await harness.start()
    scheme = "ws" if kind == "websockets" else "mqtt"
    url = f"{scheme}://127.0.0.1:{harness.broker.port}"
    engine = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "engine", "--mqtt", url, "--name", "anna"
    )
    try:
        state = games.begin("lag", {"size": 3})
        for spec in (f"{url}/anna", url.replace(":", "?seed=3:", 1)):
            player = make_player(spec)
            await player.prepare("lag", {"size": 3}, None)
            for _ in range(2):
                turn = Turn("lag", {"size": 3}, None, tuple(state.history), state.position, (), state.ply)
                games.play(state, [(await player.choose(turn, Limits(nodes=200))).move])
            await player.close()
        assert state.ply == 4
    finally:
        engine.terminate()
        await engine.wait()
        await harness.stop()


async def test_a_broker_that_is_not_there() -> None:
    player = make_player("mqtt://127.0.0.1:1/anna")
    with pytest.raises(EngineGone):
        await player.prepare("lag", {}, None)
    await player.close()
