"""How fast the process answers, beside a bare asyncio line echo of the same run.

    taskset -c 0,1 python tests/benchmarks/bench_process.py [--quick]

Round trips and pipelined requests per second, idle and while a search runs; start to first answer; `stop`;
requests during a search; a thousand sessions; resident memory. Every figure is the median of seven rounds.
"""

import argparse
import os
import selectors
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ENGINE = [sys.executable, "-m", "engine"]
ECHO_SOURCE = """
import asyncio, sys
async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    while line := await reader.readline():
        writer.write(line)
asyncio.run(main())
"""
ECHO = [sys.executable, "-c", ECHO_SOURCE]


class Peer:
    """A process that takes lines and gives lines."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.stdout, selectors.EVENT_READ)
        self._rest = b""

    def line(self) -> bytes:
        """Return the next line."""
        while b"\n" not in self._rest:
            assert self._selector.select(20), "no answer"
            chunk = os.read(self.stdout, 1 << 16)
            assert chunk, "it ended"
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def ask(self, line: bytes) -> bytes:
        """Send a line; return its final answer."""
        os.write(self.stdin, line)
        while b" info " in (answer := self.line()):
            pass
        return answer

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)

    def rss(self) -> float:
        """Resident memory in MiB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        raise AssertionError


def round_trip(peer: Peer, count: int) -> float:
    """Return the median round trip of pings in microseconds."""
    times = []
    for _ in range(count):
        began = time.perf_counter()
        peer.ask(b"ping\n")
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e6


def pipelined(peer: Peer, count: int) -> float:
    """Return requests answered in a second when they are sent without waiting."""
    data = b"".join(b"#p%d ping\n" % number for number in range(count))

    def write() -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(peer.stdin, view[: 1 << 16]) :]

    writer = threading.Thread(target=write)
    began = time.perf_counter()
    writer.start()
    left = count
    while left:
        chunk = os.read(peer.stdout, 1 << 16)
        left -= chunk.count(b"\n") - chunk.count(b" info ")
    writer.join()
    return count / (time.perf_counter() - began)


def start(command: list[str]) -> float:
    """Return seconds from starting a process to its first answer."""
    began = time.perf_counter()
    peer = Peer(command)
    peer.ask(b"ping\n")
    took = time.perf_counter() - began
    peer.close()
    return took


def stop(peer: Peer) -> float:
    """Return milliseconds from `stop` to the answer of the stopped search."""
    os.write(peer.stdin, b"#s go game=loa infinite\n")
    time.sleep(0.1)
    began = time.perf_counter()
    os.write(peer.stdin, b"stop s\n")
    while not peer.line().startswith(b"#s ok"):
        pass
    took = time.perf_counter() - began
    peer.line()
    return took * 1e3


def worst(peer: Peer, request: bytes, count: int = 300) -> float:
    """Return the 99th percentile of a request's round trip in milliseconds."""
    times = []
    for _ in range(count):
        began = time.perf_counter()
        peer.ask(request)
        times.append(time.perf_counter() - began)
    return sorted(times)[count * 99 // 100] * 1e3


def median(measure: Callable[[], float], rounds: int) -> float:
    """Return the median of some rounds."""
    return statistics.median(measure() for _ in range(rounds))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="three short rounds")
    quick = parser.parse_args().quick
    rounds, pings, burst = (3, 300, 10_000) if quick else (7, 2000, 50_000)

    echo, engine = Peer(ECHO), Peer(ENGINE)
    engine.ask(b"new loa\n")
    for peer in (echo, engine):
        round_trip(peer, 200)
    pairs = [(round_trip(echo, pings), round_trip(engine, pings)) for _ in range(rounds)]
    bare, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"ping round trip        {ours:8.1f} us   echo {bare:.1f} us, ratio {ours / bare:.2f}")
    many = [(pipelined(echo, burst), pipelined(engine, burst)) for _ in range(rounds)]
    bare_rate, rate = (statistics.median(column) for column in zip(*many, strict=True))
    print(f"pipelined pings        {rate:8.0f} /s   echo {bare_rate:.0f} /s")

    os.write(engine.stdin, b"#go go infinite\n")
    time.sleep(0.3)
    busy = median(lambda: round_trip(engine, pings), rounds)
    print(f"  while it searches    {busy:8.1f} us   factor {busy / ours:.2f}")
    busy_rate = median(lambda: pipelined(engine, burst), rounds)
    print(f"  while it searches    {busy_rate:8.0f} /s   factor {rate / busy_rate:.2f}")
    for request in (b"ping\n", b"moves\n", b"status\n"):
        print(f"  {request.decode().strip():8} p99         {worst(engine, request):8.2f} ms")
    engine.ask(b"stop\n")
    engine.line()

    print(f"stop answered          {median(lambda: stop(engine), rounds):8.2f} ms")
    starts = [(start(ECHO), start(ENGINE)) for _ in range(rounds)]
    bare, ours = (statistics.median(column) for column in zip(*starts, strict=True))
    print(f"start to first answer  {ours:8.3f} s    echo {bare:.3f} s")
    engine.close()

    engine = Peer(ENGINE)
    engine.ask(b"ping\n")
    print(f"resident, idle         {engine.rss():8.1f} MiB")
    began = time.perf_counter()
    for number in range(1000):
        engine.ask(b"new loa session=s%d\n" % number)
    took = time.perf_counter() - began
    print(f"1000 sessions          {engine.rss():8.1f} MiB, opened in {took:.2f} s")
    engine.ask(b"go movetime=500 session=s1\n")
    print(f"after a search         {engine.rss():8.1f} MiB, of which a table of 64")
    engine.close()
    echo.close()


if __name__ == "__main__":
    main()
