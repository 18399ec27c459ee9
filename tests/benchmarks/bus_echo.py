"""The reference of `bench_bus`: the plainest echo and client that aiomqtt allows.

As a program, the responder: `python -m tests.benchmarks.bus_echo PORT`.
"""

import asyncio
import itertools
import socket
import sys
import time

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

REQUESTS, ANSWERS = "bench/req", "bench/rsp"
Result = tuple[list[float], float]  # s of each round trip, round trips a second


def connection(port: int, name: str) -> aiomqtt.Client:
    client = aiomqtt.Client(
        "127.0.0.1",
        port,
        identifier=name,
        protocol=aiomqtt.ProtocolVersion.V5,
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
        max_inflight_messages=1000,
    )
    client.pending_calls_threshold = 100_000
    return client


def properties(**values: object) -> Properties:
    made = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    for name, value in values.items():
        setattr(made, name, value)
    return made


async def respond(port: int) -> None:
    """Echo for ever."""
    tasks: set[asyncio.Task[None]] = set()
    async with connection(port, "bench-echo") as client:
        await client.subscribe(REQUESTS, qos=1)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        async for message in client.messages:
            given = message.properties
            answer = properties(CorrelationData=given.CorrelationData, ContentType="text/plain")  # type: ignore[union-attr]
            publish = client.publish(given.ResponseTopic, message.payload, 1, properties=answer)  # type: ignore[union-attr]
            task = asyncio.create_task(publish)
            tasks.add(task)
            task.add_done_callback(tasks.discard)


async def measure(port: int, flights: int, count: int) -> Result:
    """Make `count` round trips, `flights` at a time."""
    waiting: dict[bytes, asyncio.Future[None]] = {}
    numbers, took = itertools.count(), []
    loop = asyncio.get_running_loop()

    async with connection(port, "bench-client") as client:
        await client.subscribe(ANSWERS, qos=1)

        async def read() -> None:
            async for message in client.messages:
                waiting.pop(bytes(message.properties.CorrelationData)).set_result(None)  # type: ignore[union-attr]

        async def ask(times: int) -> None:
            for _ in range(times):
                correlation = b"%d" % next(numbers)
                future = waiting[correlation] = loop.create_future()
                began = time.perf_counter()
                await client.publish(
                    REQUESTS,
                    b"ping",
                    1,
                    properties=properties(
                        ResponseTopic=ANSWERS,
                        CorrelationData=correlation,
                        MessageExpiryInterval=10,
                        ContentType="text/plain",
                    ),
                )
                await future
                took.append(time.perf_counter() - began)

        reader = asyncio.create_task(read())
        await ask(100)  # warm
        took.clear()
        began = time.perf_counter()
        await asyncio.gather(*(ask(count // flights) for _ in range(flights)))
        rate = len(took) / (time.perf_counter() - began)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
    return took, rate


if __name__ == "__main__":
    asyncio.run(respond(int(sys.argv[1])))
