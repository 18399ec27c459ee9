"""Correlation Data, which is opaque bytes, as a request id that `stop` and `cancel` can name.

Correlation Data that is a request id is itself; any other of up to 31 bytes is `x.` and its hexadecimal
digits; a longer one is `h.` and a digest, and so is an id that begins like either. No two are the same.
"""

import hashlib

from protocol.requests import is_name

MAX_CORRELATION = 64  # bytes
_MADE = ("x.", "h.")
_HEX_LIMIT = 31  # bytes whose digits, with the prefix, fit an id


def request_id(correlation: bytes) -> str:
    """Return the request id of Correlation Data of 1 to 64 bytes."""
    name = correlation.decode("latin-1")
    if is_name(name) and not name.startswith(_MADE):
        return name
    if len(correlation) <= _HEX_LIMIT:
        return "x." + correlation.hex()
    return "h." + hashlib.blake2b(correlation, digest_size=31).hexdigest()
