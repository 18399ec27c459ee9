"""What every implementation of `protocol.bus.Bus` must do. Subclasses give the `harness` fixture."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import pytest

from protocol.bus import Bus, BusClosed, BusError, Change, Disconnected, Down, Message, MessageTooLarge, Up
from protocol.bus.subscription import Subscription


class Harness(Protocol):
    """A broker and buses on it."""

    lacks: frozenset[str]

    async def bus(self, name: str, **settings: Any) -> Bus:
        """Return a started bus."""

    async def stop(self) -> None:
        """Stop the broker; nothing of it survives."""

    async def start(self) -> None:
        """Start it again at the same address."""

    async def cut(self, bus: Bus) -> None:
        """Break the connection of one bus."""


async def soon(condition: Callable[[], bool], deadline: float = 10.0) -> None:
    async with asyncio.timeout(deadline):
        while not condition():
            await asyncio.sleep(0.005)


async def within(awaitable: Awaitable[Any], deadline: float = 10.0) -> Any:
    async with asyncio.timeout(deadline):
        return await awaitable


async def silent(subscription: Subscription, seconds: float = 0.3) -> None:
    await asyncio.sleep(seconds)
    assert subscription.take() is None


class BusConformance:
    async def test_a_message_arrives_whole(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        got = await bus.subscribe(["a/b"])
        sent = Message(
            "a/b", b"\x00body\xff", 1, expiry=60, content_type="text/plain", response_topic="a/r",
            correlation=b"\x00\x01\xff", user=(("k", "v"), ("k", "w")),
        )  # fmt: skip
        await within(bus.publish(sent))
        assert await within(got.get()) == sent

    @pytest.mark.parametrize("qos", [0, 1])
    async def test_order_is_kept_and_nothing_is_lost(self, harness: Harness, qos: Any) -> None:
        sender, receiver = await harness.bus("sender"), await harness.bus("receiver")
        got = await receiver.subscribe(["n/+"], capacity=2000)
        for number in range(500):
            future = sender.post(Message(f"n/{number % 3}", str(number).encode(), qos))
        await within(future)
        numbers = [int((await within(got.get())).payload) for _ in range(500)]
        assert numbers == list(range(500))

    async def test_a_slow_consumer_at_qos_1_loses_nothing_within_its_capacity(self, harness: Harness) -> None:
        sender, receiver = await harness.bus("sender"), await harness.bus("receiver")
        got = await receiver.subscribe(["n"], capacity=2000)
        futures = [sender.post(Message("n", str(number).encode(), 1)) for number in range(1500)]
        await within(asyncio.gather(*futures), 20)
        await asyncio.sleep(0.2)
        assert [int((await within(got.get())).payload) for _ in range(1500)] == list(range(1500))
        assert got.dropped == 0

    async def test_what_does_not_fit_is_dropped_and_counted(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        got = await bus.subscribe(["n"], capacity=5)
        for _ in range(20):
            bus.post(Message("n", b"x"))
        await soon(lambda: got.dropped == 15)
        assert len(got) == 5

    async def test_a_full_queue_does_not_hold_up_another(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        stuck, free = await bus.subscribe(["stuck"], capacity=5), await bus.subscribe(["free"])
        for _ in range(50):
            await within(bus.publish(Message("stuck", b"x", 1)))
        await within(bus.publish(Message("free", b"y", 1)))
        assert (await within(free.get())).payload == b"y"
        assert len(stuck) == 5

    async def test_one_subscription_of_several_filters_is_one_ordered_stream(self, harness: Harness) -> None:
        if "order" in harness.lacks:
            pytest.skip("this broker keeps order within a topic only")
        sender, receiver = await harness.bus("sender"), await harness.bus("receiver")
        got = await receiver.subscribe(["a/+", "b/#"])
        for number in range(100):
            sender.post(Message("a/x" if number % 2 else "b/x/y", str(number).encode(), 1))
        assert [int((await within(got.get())).payload) for _ in range(100)] == list(range(100))

    async def test_retained_messages_come_first_and_can_be_removed(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        await within(bus.announce(Message("r/1", b"old")))
        await within(bus.announce(Message("r/1", b"new")))
        await within(bus.announce(Message("r/2", b"gone")))
        await within(bus.announce(Message("r/2", b"")))
        other = await harness.bus("two")
        got = await within(other.subscribe(["r/+"]))
        message = await within(got.get())
        assert (message.topic, message.payload, message.retain) == ("r/1", b"new", True)
        await silent(got)

    async def test_a_live_message_is_not_marked_as_retained(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        got = await bus.subscribe(["r"])
        await within(bus.announce(Message("r", b"now")))
        assert not (await within(got.get())).retain

    async def test_the_last_will_comes_when_the_connection_breaks(self, harness: Harness) -> None:
        watcher = await harness.bus("watcher")
        got = await watcher.subscribe(["w"])
        dying = await harness.bus("dying", will=Message("w", b"gone", 1, retain=True))
        await harness.cut(dying)
        assert (await within(got.get())).payload == b"gone"

    async def test_an_orderly_end_sends_no_will(self, harness: Harness) -> None:
        watcher = await harness.bus("watcher")
        got = await watcher.subscribe(["w"])
        leaving = await harness.bus("leaving", will=Message("w", b"gone", 1))
        await within(leaving.close())
        await silent(got)

    async def test_it_comes_back_after_a_cut(self, harness: Harness) -> None:
        bus, other = await harness.bus("one"), await harness.bus("two")
        changes: list[Change] = []
        bus.listen(changes.append)
        got = await bus.subscribe(["a"])
        await within(bus.announce(Message("here", b"yes")))
        await harness.cut(bus)
        await soon(lambda: len(changes) == 3)
        assert [type(change) for change in changes] == [Up, Down, Up]
        await within(other.publish(Message("a", b"again", 1)))
        assert (await within(got.get())).payload == b"again"
        seen = await other.subscribe(["here"])
        assert (await within(seen.get())).payload == b"yes"

    async def test_a_session_keeps_what_was_sent_meanwhile(self, harness: Harness) -> None:
        if "sessions" in harness.lacks:
            pytest.skip("this broker keeps no session")
        bus, other = await harness.bus("one", retry=0.5), await harness.bus("two")
        got = await bus.subscribe(["a"])
        await harness.cut(bus)
        await soon(lambda: not bus.up)
        await within(other.publish(Message("a", b"meanwhile", 1)))
        assert (await within(got.get())).payload == b"meanwhile"

    async def test_publishing_fails_at_once_while_the_broker_is_away(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        await harness.stop()
        await soon(lambda: not bus.up)
        with pytest.raises(Disconnected):
            await within(bus.publish(Message("a", b"", 1)), 1)
        await harness.start()
        await soon(lambda: bus.up)
        await within(bus.publish(Message("a", b"", 1)))

    async def test_pending_publishes_end_when_the_broker_dies(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        futures = [bus.post(Message("a", b"x" * 1000, 1)) for _ in range(1000)]
        await harness.stop()
        outcomes = await within(asyncio.gather(*futures, return_exceptions=True), 3)
        assert all(outcome is None or isinstance(outcome, Disconnected) for outcome in outcomes)
        await harness.start()

    async def test_subscriptions_and_announcements_survive_a_broker(self, harness: Harness) -> None:
        bus, other = await harness.bus("one"), await harness.bus("two")
        got = await bus.subscribe(["a"])
        await within(bus.announce(Message("here", b"yes")))
        await harness.stop()
        await soon(lambda: not bus.up and not other.up)
        late = await within(bus.subscribe(["late"]))
        await harness.start()
        await soon(lambda: bus.up and other.up)
        for topic, where in (("a", got), ("late", late)):
            await within(other.publish(Message(topic, b"again", 1)))
            assert (await within(where.get())).payload == b"again"
        seen = await other.subscribe(["here"])
        assert (await within(seen.get())).payload == b"yes"

    async def test_what_is_taken_back_while_the_line_is_down_is_gone_after(self, harness: Harness) -> None:
        bus, other = await harness.bus("one", retry=0.5), await harness.bus("two")
        await within(bus.announce(Message("here", b"yes")))
        await within(bus.announce(Message("there", b"yes")))
        await harness.cut(bus)
        await soon(lambda: not bus.up)
        await within(bus.announce(Message("here", b"")))
        await within(bus.announce(Message("there", b"")))
        await within(bus.announce(Message("there", b"again")))
        await soon(lambda: bus.up)
        seen = await other.subscribe(["here", "there"])
        message = await within(seen.get())
        assert (message.topic, message.payload) == ("there", b"again")
        await silent(seen)

    async def test_too_large_is_refused_here(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        with pytest.raises(MessageTooLarge):
            await within(bus.publish(Message("a", b"x" * (bus.max_size + 1), 1)))
        await within(bus.publish(Message("a", b"x" * (bus.max_size - 1000), 1)))
        assert bus.up

    async def test_expiry_counts_down_and_what_expired_does_not_come(self, harness: Harness) -> None:
        if "expiry" in harness.lacks:
            pytest.skip("this broker does not count expiry of what it retains")
        bus = await harness.bus("one")
        await within(bus.publish(Message("e/1", b"short", 1, retain=True, expiry=1)))
        await within(bus.publish(Message("e/2", b"long", 1, retain=True, expiry=60)))
        await asyncio.sleep(2.1)
        got = await bus.subscribe(["e/+"])
        message = await within(got.get())
        assert message.payload == b"long"
        assert message.expiry is not None
        assert 50 <= message.expiry <= 59
        await silent(got)

    async def test_manual_acknowledgement(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        got = await bus.subscribe(["m"], manual=True)
        for payload in (b"1", b"2"):
            await within(bus.publish(Message("m", payload, 1)))
        first, second = await within(got.get()), await within(got.get())
        got.acknowledge(second)
        got.acknowledge(first)
        got.acknowledge(first)
        if "sessions" not in harness.lacks:
            await asyncio.sleep(0.1)
            await harness.cut(bus)
            await soon(lambda: not bus.up)
            await soon(lambda: bus.up)
        await silent(got)

    async def test_what_was_not_acknowledged_comes_again(self, harness: Harness) -> None:
        if "redelivery" in harness.lacks:
            pytest.skip("nothing is redelivered here")
        bus = await harness.bus("one")
        got = await bus.subscribe(["m"], manual=True)
        await within(bus.publish(Message("m", b"1", 1)))
        first = await within(got.get())
        await harness.cut(bus)
        again = await within(got.get())
        assert again.payload == first.payload == b"1"
        got.acknowledge(again)

    async def test_unsubscribing(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        dropped, kept = await bus.subscribe(["u", "v"]), await bus.subscribe(["v"])
        dropped.close()
        await within(bus.publish(Message("u", b"", 1)))
        await within(bus.publish(Message("v", b"", 1)))
        assert (await within(kept.get())).topic == "v"
        with pytest.raises(BusClosed):
            await dropped.get()

    async def test_no_local_echo(self, harness: Harness) -> None:
        if "no-local" in harness.lacks:
            pytest.skip("this broker echoes regardless")
        bus, other = await harness.bus("one"), await harness.bus("two")
        got = await bus.subscribe(["x"], no_local=True)
        await within(bus.publish(Message("x", b"mine", 1)))
        await within(other.publish(Message("x", b"theirs", 1)))
        assert (await within(got.get())).payload == b"theirs"
        await silent(got)

    async def test_the_same_name_twice_ends_the_older(self, harness: Harness) -> None:
        if "takeover" in harness.lacks:
            pytest.skip("this broker does not tell")
        older = await harness.bus("same")
        changes: list[Change] = []
        older.listen(changes.append)
        newer = await harness.bus("same")
        await soon(lambda: isinstance(changes[-1], Down) and changes[-1].final)
        await asyncio.sleep(0.3)
        assert newer.up
        with pytest.raises(BusClosed):
            await older.publish(Message("a"))

    async def test_close_ends_everything(self, harness: Harness) -> None:
        bus = await harness.bus("one")
        got = await bus.subscribe(["a"])
        waiting = asyncio.ensure_future(got.get())
        await asyncio.sleep(0)
        await within(bus.close())
        await within(bus.close())
        with pytest.raises(BusClosed):
            await within(waiting, 1)
        with pytest.raises(BusError):
            await bus.publish(Message("a", b"", 1))
        with pytest.raises(BusClosed):
            await bus.subscribe(["b"])

    async def test_what_was_published_before_close_arrives(self, harness: Harness) -> None:
        bus, other = await harness.bus("one"), await harness.bus("two")
        got = await other.subscribe(["a"])
        bus.post(Message("a", b"last words"))
        await within(bus.close())
        assert (await within(got.get())).payload == b"last words"
