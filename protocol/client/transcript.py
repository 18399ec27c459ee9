"""The last messages of a conversation, both ways: what an error shows and a flight recorder keeps."""

import time
from collections import deque
from typing import NamedTuple

from protocol import codec_text
from protocol.messages import Error, Info, Ok, Request, Unread, Violation

Recorded = Request | Info | Ok | Error | Violation

# A line in an error or a report; the messages themselves are kept whole.
LINE_LIMIT = 400


def render(message: Recorded) -> str:
    """Return a message as one line of text UGP, whatever its encoding was; long ones are cut."""
    if isinstance(message, Violation):
        text = f"{message.data!r} ({message.message})"
    elif isinstance(message, Unread):
        text = message.line.decode(errors="replace")
    elif isinstance(message, Request):
        text = codec_text.encode_request(message)
    else:
        text = codec_text.encode_reply(message)
    return text if len(text) <= LINE_LIMIT else text[: LINE_LIMIT - 1] + "…"


class Entry(NamedTuple):
    """One message: when (seconds since the epoch) and which way it went."""

    time: float
    sent: bool
    message: Recorded

    def line(self) -> str:
        """Return the message as a line of text UGP after `>` (sent) or `<` (received)."""
        return f"{'>' if self.sent else '<'} {render(self.message)}"


class Transcript:
    """A ring of the last `size` messages. Rendered only when asked for, so that keeping it costs little."""

    def __init__(self, size: int = 200) -> None:
        self._entries: deque[tuple[float, bool, Recorded]] = deque(maxlen=size)

    def sent(self, request: Request) -> None:
        """Note a request."""
        self._entries.append((time.time(), True, request))

    def received(self, reply: Info | Ok | Error | Violation) -> None:
        """Note what came back."""
        self._entries.append((time.time(), False, reply))

    def entries(self) -> list[Entry]:
        """Return the messages kept, the oldest first."""
        return [Entry(*entry) for entry in self._entries]

    def lines(self, last: int | None = None) -> list[str]:
        """Return the `last` messages (all that are kept when None) as lines of text."""
        entries = self.entries()
        return [entry.line() for entry in (entries if last is None else entries[-last:])]
