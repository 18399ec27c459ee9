"""How long one request costs in the protocol layer: received, decoded, checked, admitted, answered, encoded.

    taskset -c 0 python tests/benchmarks/bench_codecs.py

Beside it, as a reference, what `json` needs to read a ping and write such an answer. Every figure is
the median of seven rounds, in microseconds for one request.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from protocol.answers import Empty, MovesAnswer, PlayAnswer
from protocol.connection import ClientConnection, Encoding, ServerConnection
from protocol.messages import Ok, Request
from protocol.requests import request

ROUNDS = 7
COUNT = 20_000
POSITION = "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/w6w/2bbbbb1:w:1"
PLAYED = PlayAnswer(
    moves=["b1-b3"], position=POSITION, turn="white", ply=1, over=False, hash="9f3c0e5512ab77d1"
)
LISTED = MovesAnswer(count=36, moves=["b1-b3"] * 36, hash="9f3c0e5512ab77d1", ply=0)
CASES = [
    (request("ping"), Empty()),
    (request("moves"), LISTED),
    (request("play", moves=["b1-b3"]), PLAYED),
    (request("go", movetime=500, multipv=2), Empty()),
]


def timed(work: Callable[[], None]) -> float:
    """Return the median time of one request, in microseconds."""
    rounds = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        work()
        rounds.append(time.perf_counter() - begin)
    return statistics.median(rounds) / COUNT * 1e6


def served(message: Request, answer: Ok, encoding: Encoding) -> Callable[[], None]:
    """Return work that serves COUNT requests, pipelined in chunks of 64 KiB."""
    client = ClientConnection(encoding)
    data = b"".join(client.send(Request(str(number), message.verb, message.args)) for number in range(COUNT))

    def work() -> None:
        server = ServerConnection()
        for at in range(0, len(data), 65_536):
            server.receive_data(data[at : at + 65_536])
            while (event := server.next_event()) is not None:
                assert type(event) is Request
                server.send(Ok(event.id, answer.fields))

    return work


def reference(answer: Ok) -> Callable[[], None]:
    """Return work that reads and writes as many messages of that kind by `json` alone."""
    sent = json.dumps({"id": "1", "do": "ping"})
    back = {"id": "1", "ok": {name: getattr(answer.fields, name, None) for name in ("moves", "position")}}

    def work() -> None:
        for _ in range(COUNT):
            json.loads(sent)
            json.dumps(back, default=str)

    return work


def main() -> None:
    """Print one line for each kind of request."""
    for message, fields in CASES:
        answer = Ok("1", fields)
        json_time = timed(reference(answer))
        for encoding in Encoding:
            mine = timed(served(message, answer, encoding))
            figures = f"{mine:6.2f} us   json {json_time:6.2f} us   ratio {mine / json_time:.2f}"
            print(f"{message.verb:6} {encoding:8} {figures}")


if __name__ == "__main__":
    main()
