"""A child process as a transport: bytes both ways, and an end that is certain and bounded."""

import asyncio
import signal
import sys
import time

import pytest

from protocol.transports.base import TransportClosed, TransportStalled
from protocol.transports.process import Grace, ProcessTransport
from tests.peers import running

pytestmark = pytest.mark.process

QUICK = Grace(stdin=0.3, term=0.3, kill=2.0)
DEAF_TO_SIGTERM = "import signal, time; signal.signal(15, signal.SIG_IGN); print(flush=True); time.sleep(60)"
ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


async def started(script: str, grace: Grace = QUICK) -> ProcessTransport:
    transport = ProcessTransport([sys.executable, "-c", script], grace=grace)
    await transport.start()
    return transport


async def test_bytes_go_there_and_back_in_order() -> None:
    transport = await started(ECHO)
    for number in range(1000):
        await transport.send(b"%d\n" % number)
    got = b""
    while got.count(b"\n") < 1000:
        got += await transport.receive()
    assert got == b"".join(b"%d\n" % number for number in range(1000))
    await transport.close()
    assert transport.returncode == 0
    assert await transport.receive() == b""
    with pytest.raises(TransportClosed):
        await transport.send(b"x")


@pytest.mark.parametrize(
    ("script", "code", "bound"),
    [
        ("input()", 1, 2.0),  # ends with its input
        ("import time; time.sleep(60)", -signal.SIGTERM, 2.0),
        (DEAF_TO_SIGTERM, -9, 3.0),
    ],
)
async def test_each_step_of_the_end_has_its_grace(script: str, code: int, bound: float) -> None:
    transport = await started(script)
    if script == DEAF_TO_SIGTERM:
        await transport.receive()
    began = time.monotonic()
    await asyncio.gather(transport.close(), transport.close())
    assert time.monotonic() - began < bound
    assert transport.returncode == code
    assert transport.pid is not None
    assert not running(transport.pid)


async def test_a_stopped_process_is_ended_too() -> None:
    transport = await started("import time; print(flush=True); time.sleep(60)")
    await transport.receive()
    transport.signal(signal.SIGSTOP)
    await transport.close()
    assert transport.returncode == -signal.SIGKILL


async def test_a_close_that_is_cancelled_still_ends_the_process() -> None:
    transport = await started(DEAF_TO_SIGTERM)
    await transport.receive()
    closing = asyncio.create_task(transport.close())
    await asyncio.sleep(0.05)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await transport.close()
    assert transport.returncode == -signal.SIGKILL


async def test_a_process_that_does_not_read_stalls_its_sender_only_so_long() -> None:
    transport = await started("import time; time.sleep(60)")
    began = time.monotonic()

    async def pour() -> None:
        for _ in range(100):
            await transport.send(b"x" * 65536, deadline=0.3)

    with pytest.raises(TransportStalled):
        await pour()
    assert time.monotonic() - began < 5
    await transport.close()


async def test_the_fate_of_a_process_is_its_exit_code_and_last_words() -> None:
    transport = await started("import sys; sys.stderr.write('no\\n'); sys.exit(4)")
    assert await transport.receive() == b""
    fate = await transport.fate()
    assert (fate.exit_code, fate.stderr_tail) == (4, "no\n")
    await transport.close()


async def test_output_closed_by_a_living_process_is_an_end_without_exit_code() -> None:
    transport = await started("import os, time; os.close(1); time.sleep(60)")
    assert await transport.receive() == b""
    assert (await transport.fate()).exit_code is None
    await transport.close()


async def test_a_flood_costs_no_memory() -> None:
    transport = await started("import sys\nwhile True: sys.stdout.write('x' * 65536)")
    await transport.receive()
    await asyncio.sleep(1.0)
    held = transport._pipes._size
    assert held < 3 << 20
    await transport.close()
    assert transport.returncode is not None


async def test_what_cannot_be_started_raises() -> None:
    transport = ProcessTransport(["no-such-program"])
    with pytest.raises(FileNotFoundError):
        await transport.start()
    await transport.close()
