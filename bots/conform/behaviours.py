"""The ways in which a scripted engine misbehaves, each a few lines over the one that does not."""

import os
import signal
import subprocess
import sys
import time

from bots.conform.script import Scripted, Thinking
from protocol.answers import Answer, GoAnswer
from protocol.messages import End, Error, Fatal, Ok, Request
from protocol.values import QUIET

FLOOD = 2000  # infos of one search of the chatty engine
HUGE = 10 << 20  # bytes of its line without an end


class Honest(Scripted):
    """Plays a legal move at once."""

    name = "honest"


class Slow(Scripted):
    """Answers each search after --delay seconds."""

    name = "slow"

    def begin(self, thinking: Thinking) -> None:
        """Think for the delay."""
        if self.misbehaves(thinking):
            thinking.until = time.monotonic() + self.delay
            self.thinking[thinking.request.id] = thinking
        else:
            super().begin(thinking)


class Silent(Scripted):
    """Never answers a search."""

    name = "silent"

    def begin(self, thinking: Thinking) -> None:
        """Forget the search."""
        if not self.misbehaves(thinking):
            super().begin(thinking)


class Mute(Scripted):
    """Reads everything and says nothing at all."""

    name = "mute"

    def write(self, data: bytes) -> None:
        """Keep it."""


class Deaf(Scripted):
    """Does not read its input."""

    name = "deaf"

    def run(self) -> None:
        """Sleep until killed."""
        while True:
            time.sleep(60)


class Chatty(Scripted):
    """Floods each search with infos and with lines that are none."""

    name = "chatty"

    def finish(self, thinking: Thinking) -> None:
        """Talk first."""
        info = self.info(thinking)
        for number in range(FLOOD):
            self.send(info)
            if number % 100 == 0:
                self.write(b"# thinking hard about this one\n")
        super().finish(thinking)


class NeverQuiet(Scripted):
    """Says that `go` takes quiet, and sends an info all the same."""

    name = "never-quiet"
    features = (QUIET,)

    def finish(self, thinking: Thinking) -> None:
        """Say one thing first."""
        self.send(self.info(thinking))
        super().finish(thinking)


class Garbage(Scripted):
    """Answers each search with noise."""

    name = "garbage"

    def finish(self, thinking: Thinking) -> None:
        """Make noise in place of an answer."""
        if not self.misbehaves(thinking):
            super().finish(thinking)
            return
        self.write(b"%&/()=?\nbestmove e2e4\n\x00\x01\x02\n")


class BadAnswer(Scripted):
    """Answers each search with its id, but not with an answer of go."""

    name = "bad-answer"

    def finish(self, thinking: Thinking) -> None:
        """Answer something else."""
        if not self.misbehaves(thinking):
            super().finish(thinking)
            return
        self.write(f"#{thinking.request.id} ok depth=deep\n".encode())


class BadUtf8(Scripted):
    """Puts bytes that are no UTF-8 into each answer of a search."""

    name = "bad-utf8"

    def finish(self, thinking: Thinking) -> None:
        """Spoil the answer."""
        if not self.misbehaves(thinking):
            super().finish(thinking)
            return
        self.write(f"#{thinking.request.id} ok move=".encode() + b"\xff\xfe\xc3\x28 score=cp:0\n")


class HalfLine(Scripted):
    """Ends in the middle of the line that answers a search."""

    name = "half-line"

    def finish(self, thinking: Thinking) -> None:
        """Write the first half, then end."""
        if not self.misbehaves(thinking):
            super().finish(thinking)
            return
        self.write(self.connection.send(Ok(thinking.request.id, self.answer(thinking)))[:12])
        os._exit(0)


class HugeLine(Scripted):
    """Answers a search with 10 MB that have no newline."""

    name = "huge-line"

    def finish(self, thinking: Thinking) -> None:
        """Write on and on."""
        if not self.misbehaves(thinking):
            super().finish(thinking)
            return
        self.write(f"#{thinking.request.id} ok move=".encode() + b"a" * HUGE)


class Illegal(Scripted):
    """Answers a search with a move that is not legal."""

    name = "illegal"

    def answer(self, thinking: Thinking) -> GoAnswer:
        """Name a cell that no board has."""
        answer = super().answer(thinking)
        if not self.misbehaves(thinking):
            return answer
        fields = {name: getattr(answer, name) for name in answer.__struct_fields__}
        return GoAnswer(**{**fields, "move": "z9-z8", "pv": ["z9-z8"]})


class Crash(Scripted):
    """Dies by a signal in a search, with some last words."""

    name = "crash"

    def begin(self, thinking: Thinking) -> None:
        """Die."""
        if not self.misbehaves(thinking):
            super().begin(thinking)
            return
        sys.stderr.write("Assertion failed: king.isAlive()\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGABRT)


class Exits(Scripted):
    """Ends with exit code 3 in a search."""

    name = "exits"

    def begin(self, thinking: Thinking) -> None:
        """Leave."""
        if not self.misbehaves(thinking):
            super().begin(thinking)
            return
        sys.stderr.write("out of ideas\n")
        sys.stderr.flush()
        os._exit(3)


class ClosesStdout(Scripted):
    """Closes its output in a search and lives on."""

    name = "closes-stdout"

    def begin(self, thinking: Thinking) -> None:
        """Close, then sleep."""
        if not self.misbehaves(thinking):
            super().begin(thinking)
            return
        os.close(1)
        while True:
            time.sleep(60)


class AnswersTwice(Scripted):
    """Answers each search twice."""

    name = "answers-twice"

    def finish(self, thinking: Thinking) -> None:
        """Say it again."""
        self.thinking.pop(thinking.request.id, None)
        data = self.connection.send(Ok(thinking.request.id, self.answer(thinking)))
        self.write(data + data)


class WrongId(Scripted):
    """Answers each search under an id that nobody used."""

    name = "wrong-id"

    def finish(self, thinking: Thinking) -> None:
        """Answer somebody else."""
        data = self.connection.send(Ok(thinking.request.id, self.answer(thinking)))
        self.write(data.replace(thinking.request.id.encode(), b"nobody", 1))


class IgnoresStop(Slow):
    """Thinks for --delay seconds whatever stop and cancel say."""

    name = "ignores-stop"

    def serve(self, request: Request) -> Answer | None:
        """Leave stop and cancel open."""
        if request.verb in ("stop", "cancel"):
            return None
        return super().serve(request)


class IgnoresQuit(Scripted):
    """Goes on after quit, the end of input and SIGTERM."""

    name = "ignores-quit"

    def greet(self) -> None:
        """Be stubborn."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def take(self, event: Request | Error | Fatal | End) -> None:
        """Hear neither quit nor the end."""
        if not isinstance(event, End) and not (isinstance(event, Request) and event.verb == "quit"):
            super().take(event)


class Forks(Scripted):
    """Starts a child that outlives it, in a session of its own, deaf to SIGTERM; tells its pid on stderr."""

    name = "forks"

    CHILD = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"

    def greet(self) -> None:
        """Leave a child behind, with our stdout open."""
        child = subprocess.Popen([sys.executable, "-c", self.CHILD], start_new_session=True)
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()


BEHAVIOURS: dict[str, type[Scripted]] = {
    kind.name: kind
    for kind in (
        Honest,
        Slow,
        Silent,
        Mute,
        Deaf,
        Chatty,
        NeverQuiet,
        Garbage,
        BadAnswer,
        BadUtf8,
        HalfLine,
        HugeLine,
        Illegal,
        Crash,
        Exits,
        ClosesStdout,
        AnswersTwice,
        WrongId,
        IgnoresStop,
        IgnoresQuit,
        Forks,
    )
}
