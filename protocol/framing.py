"""Where a message begins and ends in a stream of bytes, and how much of one is kept.

Both framers take chunks of any size in time linear in their total, and never hold more than one incomplete
message of the allowed length beside the complete ones not yet taken.
"""

from collections import deque

import msgpack
import msgspec

from protocol.codec_msgpack import MAP_FIRST_BYTES


class TooLong(msgspec.Struct, frozen=True):
    """A line over the bound, in place of the line; `start` is its beginning."""

    start: bytes


class FramingLost(Exception):
    """No message can be found in the stream any more. `too_large` tells the two reasons apart."""

    def __init__(self, message: str, too_large: bool = False) -> None:
        super().__init__(message)
        self.too_large = too_large


_FIXED = {
    0xC0: 0,
    0xC1: 0,
    0xC2: 0,
    0xC3: 0,
    0xCA: 4,
    0xCB: 8,
    0xCC: 1,
    0xCD: 2,
    0xCE: 4,
    0xCF: 8,
    0xD0: 1,
    0xD1: 2,
}
_FIXED |= {0xD2: 4, 0xD3: 8, 0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
"""First byte of an item of fixed length -> how many bytes follow."""

_COUNTED = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_COUNTED |= {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
"""First byte of an item that says its length -> how many bytes that takes."""


def least_size(data: bytearray, at: int) -> int:
    """Return how long the msgpack item at `at` must become, as far as its headers tell by now."""
    begin = at
    owed = 1  # items still to come, one byte each at least
    while owed and at < len(data):
        first = data[at]
        at += 1
        owed -= 1
        if first < 0x80 or first >= 0xE0:
            continue
        if first < 0xA0:
            owed += (first & 0x0F) * (2 if first < 0x90 else 1)
        elif first < 0xC0:
            at += first & 0x1F
        elif first in _FIXED:
            at += _FIXED[first]
        else:
            width = _COUNTED[first]
            count = int.from_bytes(data[at : at + width]) if at + width <= len(data) else 0
            at += width
            if first < 0xDC:
                at += count + (0xC7 <= first <= 0xC9)
            else:
                owed += count * (2 if first >= 0xDE else 1)
    return at - begin + owed


class LineFramer:
    """Finds lines. One over `limit` bytes comes out as a `TooLong`, at once; the rest of it is skipped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lines: deque[bytes | TooLong] = deque()
        self._partial = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> None:
        """Take the next bytes."""
        head, newline, tail = data.partition(b"\n")
        if not newline:
            self._keep(head)
            return
        if self._skipping:
            self._skipping = False
        else:
            self._add(bytes(self._partial) + head if self._partial else head)
        self._partial.clear()
        if not tail:
            return
        lines = tail.split(b"\n")
        rest = lines.pop()
        limit = self._limit + 1  # room for the \r of \r\n
        if len(tail) <= limit:
            self._lines.extend(lines)
        else:
            for line in lines:
                self._add(line)
        self._keep(rest)

    def _add(self, line: bytes) -> None:
        within = len(line) <= self._limit or (len(line) == self._limit + 1 and line.endswith(b"\r"))
        self._lines.append(line if within else TooLong(line[: self._limit]))

    def _keep(self, data: bytes) -> None:
        """Keep the beginning of a line, or find that it is too long already."""
        if self._skipping:
            return
        self._partial += data
        if len(self._partial) > self._limit + 1:
            self._lines.append(TooLong(bytes(self._partial[: self._limit])))
            self._partial.clear()
            self._skipping = True

    def next(self) -> bytes | TooLong | None:
        """Return the next line, without its newline, or None."""
        return self._lines.popleft() if self._lines else None

    def finish(self) -> bytes | TooLong:
        """Return what is left after the last newline; the input has ended."""
        if not self._partial:
            return b""
        self._add(bytes(self._partial))
        self._partial.clear()
        return self._lines.pop()

    @property
    def held(self) -> int:
        """How many bytes of an incomplete line are kept."""
        return len(self._partial)


class MapFramer:
    """Finds msgpack maps. `next` raises `FramingLost` for anything else, or for a map over `limit` bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._begin = 0  # of the current message, in _buffer
        self._taken = 0  # bytes of the stream before _buffer
        self._weigh_at = 1  # look what an incomplete message promises when it has this many bytes
        # The unpacker finds ends only: `skip` builds no values, so headers that promise much cost nothing.
        # Its own bound must exceed whatever one `feed` may bring; ours is on a message.
        self._ends = msgpack.Unpacker(read_size=4096, max_buffer_size=2**31 - 1)

    def feed(self, data: bytes) -> None:
        """Take the next bytes."""
        if self._begin:
            del self._buffer[: self._begin]
            self._taken += self._begin
            self._begin = 0
        self._buffer += data
        self._ends.feed(data)

    def next(self) -> bytes | None:
        """Return the bytes of the next map, or None."""
        begin = self._begin
        if begin >= len(self._buffer):
            return None
        if self._buffer[begin] not in MAP_FIRST_BYTES:
            raise FramingLost(f"byte 0x{self._buffer[begin]:02x} begins no map")
        try:
            self._ends.skip()
        except msgpack.OutOfData:
            if self._outgrows(begin):
                raise self._too_large() from None
            return None
        except ValueError as fault:
            deep = isinstance(fault, msgpack.StackError)
            raise FramingLost("nested too deep" if deep else "not msgpack") from None
        self._begin = self._ends.tell() - self._taken
        self._weigh_at = 1
        if self._begin - begin > self._limit:
            raise self._too_large()
        return bytes(self._buffer[begin : self._begin])

    def _outgrows(self, begin: int) -> bool:
        """Tell whether the incomplete message is, or says it will be, too large.

        Looking costs time linear in what is there; doubling the distance between two looks keeps a stream of
        single bytes linear too.
        """
        size = len(self._buffer) - begin
        if size < self._weigh_at:
            return size > self._limit
        self._weigh_at = 2 * size
        return max(size, least_size(self._buffer, begin)) > self._limit

    def _too_large(self) -> FramingLost:
        return FramingLost(f"a message is at most {self._limit} bytes long", too_large=True)

    @property
    def held(self) -> int:
        """How many bytes of an incomplete map are kept."""
        return len(self._buffer) - self._begin
