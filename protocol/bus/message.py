"""One message on the bus, as a value."""

from dataclasses import dataclass
from typing import Literal

QoS = Literal[0, 1]

FIXED_OVERHEAD = 32  # bytes: packet header, lengths and property identifiers, rounded up
MAX_EXPIRY = 0xFFFFFFFF  # s: what the wire holds


@dataclass(frozen=True, slots=True)
class Message:
    """A PUBLISH, without anything of the connection that carries it.

    Attributes:
        topic: where it goes, or where it came from; no wildcards.
        payload: the body.
        qos: 0 may be lost, 1 arrives at least once.
        retain: sent: the broker keeps it for later subscribers. Received: it was such a kept one.
        expiry: whole seconds that it is worth something; received: what is left of them. None: for ever.
        content_type: MIME type of the payload.
        response_topic: where an answer should go.
        correlation: opaque bytes that tie an answer to its request.
        user: user properties in order.

    """

    topic: str
    payload: bytes = b""
    qos: QoS = 0
    retain: bool = False
    expiry: int | None = None
    content_type: str | None = None
    response_topic: str | None = None
    correlation: bytes | None = None
    user: tuple[tuple[str, str], ...] = ()

    def size(self) -> int:
        """Upper bound of its size on the wire, in bytes."""
        text = [self.topic, self.content_type or "", self.response_topic or ""]
        for name, value in self.user:
            text += (name, value)
        properties = sum(len(part.encode()) + 3 for part in text) + len(self.correlation or b"")
        return FIXED_OVERHEAD + properties + len(self.payload)
