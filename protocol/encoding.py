"""The two ways to write a message."""

from enum import StrEnum

from protocol.codec_msgpack import MAP_FIRST_BYTES


class Encoding(StrEnum):
    """How messages are written: both carry exactly the same."""

    TEXT = "text"
    MSGPACK = "msgpack"

    @classmethod
    def of_first_byte(cls, byte: int) -> "Encoding":
        """Tell the encoding from the first byte of a connection or body."""
        return cls.MSGPACK if byte in MAP_FIRST_BYTES else cls.TEXT
