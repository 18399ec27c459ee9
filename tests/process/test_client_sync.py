"""The client without asyncio, on real processes."""

import threading
import time
from collections.abc import Callable

import pytest

from protocol.answers import GoInfo
from protocol.client import SyncClient
from protocol.errors import DeadlineExceeded, EngineGone, EngineRefused, GoneKind, UgpError
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


def test_closing_frees_every_thread_that_waits() -> None:
    ended: list[object] = []
    engine = SyncClient.start(scripted("honest"))
    search = engine.search(game="lag", infinite=True)

    def wait(call: Callable[[], object]) -> None:
        with pytest.raises(UgpError) as caught:
            call()
        ended.append(caught.value)

    calls: list[Callable[[], object]] = [
        lambda: engine.go(game="lag", infinite=True),
        lambda: list(search),
        search.answer,
    ]
    threads = [threading.Thread(target=wait, args=(call,), daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 10
    while engine.client.in_flight < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    engine.close()
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()
    assert len(ended) == 3


def test_a_search_outlives_its_client_without_harm() -> None:
    with SyncClient.start(scripted("honest")) as engine, engine.search(game="lag", infinite=True) as search:
        engine.close()
        for call in (search.answer, search.stop, search.cancel, lambda: list(search)):
            with pytest.raises(EngineGone) as caught:
                call()
            assert caught.value.kind is GoneKind.CLOSED
    assert search.done()


def test_a_callback_cannot_wait_for_its_own_client() -> None:
    with SyncClient.start(scripted("honest")) as engine:

        def call_back(_info: GoInfo) -> None:
            engine.ping()

        with pytest.raises(RuntimeError, match="read infos from search"):
            engine.go(game="lag", infinite=True, on_info=call_back)
        engine.ping()


def test_a_start_that_fails_leaves_no_thread() -> None:
    before = threading.active_count()
    with pytest.raises(EngineGone):
        SyncClient.start(["no-such-engine"])
    assert threading.active_count() <= before
