"""The client without asyncio, on real processes."""

import threading

import pytest

from protocol.client import SyncClient
from protocol.errors import DeadlineExceeded, EngineGone, EngineRefused, GoneKind
from tests.peers import running, scripted

pytestmark = pytest.mark.process


@pytest.mark.parametrize("encoding", ["text", "msgpack"])
def test_a_game_without_asyncio(encoding: str) -> None:
    with SyncClient.start(scripted("honest"), encoding=encoding) as engine:
        assert engine.greeting is not None
        assert engine.greeting.name == "honest"
        assert engine.new("lag", size=4).ply == 0
        for ply in range(6):
            answer = engine.go(nodes=1)
            assert answer.ply == ply
            engine.play(answer.move)
        assert engine.status().ply == 6
        with pytest.raises(EngineRefused):
            engine.status(session="nobody")
        pid = engine.pid
        assert pid is not None
        assert "#" in engine.transcript.lines(1)[0]
    assert not running(pid)


def test_a_search_is_iterated_and_stopped() -> None:
    with SyncClient.start(scripted("honest")) as engine, engine.search(game="lag", infinite=True) as search:
        depths = []
        for info in search:
            depths.append(info.depth)
            if len(depths) == 2:
                break
        assert search.latest[1].depth == 1
        assert not search.done()
        assert search.stop().move
        assert search.done()


def test_many_threads_share_one_engine() -> None:
    done: list[str] = []
    with SyncClient.start(scripted("honest")) as engine:

        def play(name: str) -> None:
            engine.new("lag", size=4, session=name)
            for _ in range(5):
                engine.play(engine.go(nodes=1, session=name).move, session=name)
            done.append(name)

        threads = [threading.Thread(target=play, args=(f"s{number}",)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(done) == 8


def test_faults_come_through() -> None:
    with SyncClient.start(scripted("silent")) as engine:
        with pytest.raises(DeadlineExceeded):
            engine.go(game="lag", nodes=1, deadline=0.3)
        engine.ping()
    with pytest.raises(EngineGone) as caught:
        engine.ping()
    assert caught.value.kind is GoneKind.CLOSED


def test_a_start_that_fails_leaves_no_thread() -> None:
    before = threading.active_count()
    with pytest.raises(EngineGone):
        SyncClient.start(["no-such-engine"])
    assert threading.active_count() == before
