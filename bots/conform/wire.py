"""A raw conversation in text with an engine process: what is sent is not checked, what comes back is."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bots.conform.point import Failed
from protocol.answers import Answer
from protocol.codec_text import decode_reply
from protocol.errors import ErrorCode, ProtocolViolation
from protocol.messages import Error, Info, Ok, Reply
from protocol.transports.base import TransportClosed, TransportStalled
from protocol.transports.process import Grace, ProcessTransport
from protocol.verbs import VERBS, Verb

AnswerT = TypeVar("AnswerT", bound=Answer)

# The longest line that is read; more is nonsense.
LINE_LIMIT = 16 << 20
# Starting a program is no part of its first answer.
START_SECONDS = 10.0
GRACE = Grace(stdin=0.5, term=0.5, kill=2.0)


@dataclass(frozen=True, slots=True)
class Heard:
    """One line of the engine: when it came (monotonic seconds) and what it says."""

    time: float
    line: str
    reply: Reply | None  # None: it is not a line of UGP


class Wire:
    """One engine process, spoken to by raw lines. Every wait has a deadline and ends in Failed.

    argv     -- its command line
    patience -- seconds for an answer that needs no work
    raw      -- what it says is not read as text but kept for take_raw()
    """

    def __init__(self, argv: Sequence[str], patience: float, raw: bool = False) -> None:
        self.heard: list[Heard] = []
        self.ended = False
        self._by_id: dict[str | None, list[Heard]] = {}
        self._transport = ProcessTransport(argv, grace=GRACE)
        self._patience = patience
        self._open: dict[str, Verb] = {}
        self._number = 0
        self._changed = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._last = ""
        self._raw: bytes | None = b"" if raw else None

    async def start(self) -> None:
        """Start the process. Raises OSError."""
        await self._transport.start()
        self._reader = asyncio.create_task(self._read(), name="conformance reader")

    @property
    def usable(self) -> bool:
        """Whether it can serve another point: alive, and all that it said was UGP."""
        return not self.ended and not self._open and all(heard.reply is not None for heard in self.heard)

    async def _read(self) -> None:
        rest = b""
        while data := await self._transport.receive():
            if self._raw is not None:
                self._raw += data
                self._change()
                continue
            *lines, rest = (rest + data).split(b"\n")
            now = time.monotonic()
            for line in lines:
                if line.strip():
                    self._note(self._understand(now, line))
            if len(rest) > LINE_LIMIT:
                self._note(Heard(now, f"{rest[:60]!r}…, a line without end", None))
                rest = b""
            self._change()
        if rest.strip():
            self._note(Heard(time.monotonic(), f"{rest[:200]!r}, a line without newline", None))
        self.ended = True
        self._change()

    def _note(self, heard: Heard) -> None:
        self.heard.append(heard)
        if heard.reply is not None:
            self._by_id.setdefault(heard.reply.id, []).append(heard)

    def _understand(self, now: float, line: bytes) -> Heard:
        try:
            text = line.decode().removesuffix("\r")
            reply = decode_reply(text, self._open.get)
        except UnicodeDecodeError:
            return Heard(now, f"{line[:200]!r}, which is not UTF-8", None)
        except ProtocolViolation as fault:
            return Heard(now, f"{text[:200]} ({fault.message})", None)
        if isinstance(reply, Ok | Error) and reply.id is not None:
            self._open.pop(reply.id, None)
        return Heard(now, text, reply)

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, holds: Callable[[], Any], seconds: float, what: str) -> None:
        """Wait until `holds()`; Failed with `what` after `seconds`, or when the engine ends before."""
        until = time.monotonic() + seconds
        while not holds():
            if self.ended:
                fate = await self._transport.fate()
                words = fate.stderr_tail.strip()[-200:]
                raise Failed(f"{what}: the engine ended with exit code {fate.exit_code} {words}".rstrip())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    await self._changed.wait()
            if time.monotonic() >= until and not holds():
                raise Failed(f"{what} within {seconds:g} s")

    # --- sending --------------------------------------------------------------------------------

    async def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        try:
            await self._transport.send(data, self._patience)
        except (TransportClosed, TransportStalled) as fault:
            raise Failed(f"it takes no input: {fault}") from fault

    async def say(self, line: str) -> str:
        """Send `line` under a new id; return the id."""
        self._number += 1
        name = f"c{self._number}"
        await self.say_as(name, line)
        return name

    async def say_as(self, name: str, line: str, end: str = "\n") -> None:
        """Send `line` under the id `name`."""
        self.expecting(name, line.split(maxsplit=1)[0])
        self._last = f"#{name} {line}"
        await self.raw(f"{self._last}{end}".encode())

    def expecting(self, name: str, verb: str) -> None:
        """Note that an answer under the id `name` will be one to `verb`."""
        self._open[name] = VERBS.get(verb, VERBS["ping"])

    async def close_input(self) -> None:
        """End the engine's input."""
        self._transport.close_stdin()

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self._transport.signal(number)

    # --- hearing --------------------------------------------------------------------------------

    def replies(self, name: str | None) -> list[Reply]:
        """Return what came under an id so far (None: without one)."""
        return [heard.reply for heard in self._by_id.get(name, ()) if heard.reply is not None]

    def infos(self, name: str) -> list[Info]:
        """Return the infos under an id so far."""
        return [reply for reply in self.replies(name) if isinstance(reply, Info)]

    def finals(self, name: str | None) -> list[Ok | Error]:
        """Return the final answers under an id so far: none or one."""
        return [reply for reply in self.replies(name) if isinstance(reply, Ok | Error)]

    def when(self, reply: Reply) -> float:
        """Return when a reply came."""
        return next(heard.time for heard in self._by_id[reply.id] if heard.reply is reply)

    async def final(self, name: str | None, within: float | None = None, nth: int = 1) -> Ok | Error:
        """Wait for the (nth) final answer under an id."""
        asked = self._last if name is None or self._last.startswith(f"#{name} ") else f"#{name}"
        patience = self._patience if self.heard else max(self._patience, START_SECONDS)
        await self.wait(
            lambda: len(self.finals(name)) >= nth, within or patience, f"no answer to `{asked[:120]}`"
        )
        return self.finals(name)[nth - 1]

    async def ask(self, line: str, within: float | None = None) -> Ok | Error:
        """Send a line under a new id and wait for its final answer."""
        return await self.final(await self.say(line), within)

    async def ok(self, answer: type[AnswerT], line: str, within: float | None = None) -> AnswerT:
        """Send a line and return the fields of its `ok`; Failed if it is refused."""
        return succeeded(answer, line, await self.ask(line, within))

    async def refused(self, line: str, code: ErrorCode, field: str | None = None) -> Error:
        """Send a line that must be refused with the code and field."""
        return refused(line, await self.ask(line), code, field)

    def take_raw(self) -> bytes:
        """Return the bytes that came since the last time."""
        data, self._raw = self._raw or b"", b""
        return data

    async def exit_code(self, within: float) -> int:
        """Wait for the end of the process and return its exit code."""
        await self.wait(lambda: self.ended, within, "it does not end")
        fate = await self._transport.fate()
        if fate.exit_code is None:
            raise Failed("its output ended, but the process did not")
        return fate.exit_code

    def nonsense(self) -> list[str]:
        """Return the lines that were no UGP."""
        return [heard.line for heard in self.heard if heard.reply is None]

    async def close(self) -> None:
        """End the process."""
        await self._transport.close()
        if self._reader is not None:
            await self._reader


def succeeded(answer: type[AnswerT], line: str, reply: Ok | Error) -> AnswerT:
    """Return the fields of an `ok`; Failed if it is an error."""
    if isinstance(reply, Error):
        raise Failed(f"`{line[:120]}` is refused: {reply.code} {reply.message}")
    assert isinstance(reply.fields, answer)
    return reply.fields


def refused(line: str, reply: Ok | Error, code: ErrorCode, field: str | None = None) -> Error:
    """Return the error; Failed if it is none, or another one."""
    wanted = f"error code={code}" + (f" field={field}" if field else "")
    if isinstance(reply, Ok):
        raise Failed(f"`{line[:120]}` is answered ok, not {wanted}")
    if reply.code is not code or (field is not None and reply.field != field):
        got = f"error code={reply.code}" + (f" field={reply.field}" if reply.field else "")
        raise Failed(f"`{line[:120]}` is answered {got}, not {wanted}")
    if not reply.message:
        raise Failed(f"the error of `{line[:120]}` has an empty message")
    return reply
