"""What stdin and stdout may be: pipe, file, terminal, socket, /dev/null; and a reader that does not read."""

import os
import pty
import select
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.process.engine import COMMAND, ROOT, EngineProcess, run

pytestmark = pytest.mark.process


def test_a_file(tmp_path: Path) -> None:
    lines = 20_000
    source, sink = tmp_path / "in", tmp_path / "out"
    source.write_text("".join(f"#{n} ping\n" for n in range(lines)))
    with source.open("rb") as stdin, sink.open("wb") as stdout:
        subprocess.run(COMMAND, stdin=stdin, stdout=stdout, cwd=ROOT, timeout=20, check=True)
    assert sink.read_text() == "".join(f"#{n} ok\n" for n in range(lines))


def test_one_file_for_both(tmp_path: Path) -> None:
    path = tmp_path / "both"
    path.write_text("ping\n")
    with path.open("r+b") as both, path.open("ab") as end:
        subprocess.run(COMMAND, stdin=both, stdout=end, cwd=ROOT, timeout=20, check=True)
    assert path.read_text().startswith("ping\n#ping ok\n")


def test_a_terminal_line_by_line() -> None:
    ours, theirs = pty.openpty()
    with EngineProcess(stdin=theirs, stdout=theirs) as engine:
        os.close(theirs)
        for _ in range(3):
            os.write(ours, b"ping\n")
            seen = b""
            while b"#ping ok" not in seen:
                assert select.select([ours], [], [], 5)[0], seen
                seen += os.read(ours, 1000)
        os.write(ours, b"\x04")
        assert engine.wait(5) == 0
        assert os.get_blocking(ours)
    os.close(ours)


def test_a_terminal_hung_up() -> None:
    ours, theirs = pty.openpty()
    with EngineProcess(stdin=theirs, stdout=theirs) as engine:
        os.close(theirs)
        os.write(ours, b"ping\n")
        assert select.select([ours], [], [], 5)[0]
        os.close(ours)
        assert engine.wait(5) in (0, 74)
        assert engine.stderr == ""


def test_ctrl_c_in_a_terminal() -> None:
    """The terminal's own interrupt, as a user has it: the process is in the foreground of its own session."""
    pid, ours = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execv(COMMAND[0], COMMAND)
    os.write(ours, b"ping\n")
    seen = b""
    while b"#ping ok" not in seen:
        assert select.select([ours], [], [], 5)[0], seen
        seen += os.read(ours, 1000)
    os.write(ours, b"\x03")
    until = time.monotonic() + 5
    while (done := os.waitpid(pid, os.WNOHANG))[0] == 0:
        assert time.monotonic() < until
        time.sleep(0.01)
    os.close(ours)
    assert os.waitstatus_to_exitcode(done[1]) == 130
    assert b"Traceback" not in seen


def test_a_socket_for_both() -> None:
    ours, theirs = socket.socketpair()
    with ours, EngineProcess(stdin=theirs.fileno(), stdout=theirs.fileno()) as engine:
        theirs.close()
        ours.settimeout(5)
        ours.sendall(b"".join(b"#%d ping\n" % n for n in range(5000)))
        ours.shutdown(socket.SHUT_WR)
        seen = b""
        while chunk := ours.recv(1 << 16):
            seen += chunk
        assert seen.count(b" ok\n") == 5000
        assert engine.wait(5) == 0


def test_the_pipes_stay_blocking_for_others() -> None:
    read, write = os.pipe()
    with EngineProcess(stdout=write) as engine:
        engine.send("ping")
        assert select.select([read], [], [], 5)[0]
        assert os.get_blocking(write)
        os.close(write)
        engine.end_input()
        assert engine.wait(5) == 0
    os.close(read)


def test_a_last_line_without_newline_counts() -> None:
    assert run(b"#1 ping\r\n\n   \n#2 ping")[1] == ["#1 ok", "#2 ok"]


def test_msgpack_by_its_first_byte() -> None:
    import msgpack

    request = msgpack.packb({"id": "1", "do": "ping"})
    with EngineProcess() as engine:
        for byte in request * 3:
            engine.write(bytes([byte]))
        unpacker = msgpack.Unpacker()
        answers: list[object] = []
        while len(answers) < 3:
            unpacker.feed(engine.chunk())
            answers.extend(unpacker)
        assert answers == [{"id": "1", "ok": {}}] * 3


def test_a_reader_that_does_not_read() -> None:
    """Output piles up to a bound only: then no more requests are read, and infos are dropped."""
    with EngineProcess() as engine:
        engine.send("#go go game=loa infinite info_interval=50 multipv=4")
        os.set_blocking(engine.process.stdin.fileno(), False)  # type: ignore[union-attr]
        request = b"#%d moves game=loa detail\n"
        sent = blocked = 0
        until = time.monotonic() + 4
        while blocked < 100 and time.monotonic() < until:
            try:
                engine.write(b"".join(request % n for n in range(sent, sent + 50)))
                sent += 50
            except BlockingIOError:
                blocked += 1
                time.sleep(0.01)
        assert blocked == 100, f"{sent} requests taken"
        time.sleep(0.3)
        assert engine.rss < 110 * 1024  # a table of 64 MiB, and no more than a batch of answers
        os.set_blocking(engine.process.stdin.fileno(), True)  # type: ignore[union-attr]


def test_output_is_complete_after_a_slow_reader_reads_again() -> None:
    with EngineProcess() as engine:
        count = 2000
        engine.send("#go go game=loa movetime=300 multipv=3", *(f"#{n} show game=loa" for n in range(400)))
        time.sleep(0.6)
        answers = 0
        while answers < 401:
            line = engine.line()
            if line.split(" ", 2)[1] != "info":
                answers += 1
        engine.send(*(f"#{n} ping" for n in range(count)))
        assert [engine.line() for _ in range(count)] == [f"#{n} ok" for n in range(count)]
