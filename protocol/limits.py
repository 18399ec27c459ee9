"""The bounds of one connection."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """What one connection may hold; each bound has a defined answer when it is met.

    `line` is the longest message in bytes, in either encoding, without its newline (`too-large`); `requests`
    how many may be open at once (`busy`). 64 KiB hold a game of ten thousand plies and cap what one peer can
    make the other side keep.
    """

    line: int = 65_536
    requests: int = 1_024


ANSWER_LIMITS = Limits(line=16 * 1024 * 1024)
"""A client's bounds: `describe` and `moves detail` are far longer than any request."""
