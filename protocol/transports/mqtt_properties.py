"""The properties of an MQTT 5 PUBLISH, to and from the wire, without paho's general and slow machinery."""

import struct
from typing import cast

from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from protocol.bus.message import MAX_EXPIRY, Message, QoS

_EXPIRY, _CONTENT, _RESPONSE, _CORRELATION, _USER = 0x02, 0x03, 0x08, 0x09, 0x26


class _Packed(Properties):
    """Properties whose bytes are known already: all that paho asks of them when publishing is `pack`."""

    def __init__(self, packed: bytes) -> None:  # deliberately without super(): that builds large tables
        self.__dict__["packetType"] = PacketTypes.PUBLISH
        self.__dict__["packed"] = packed

    def pack(self) -> bytes:
        return cast(bytes, self.__dict__["packed"])

    def __str__(self) -> str:
        return f"[{len(self.pack())} bytes]"


def _text(identifier: int, value: str) -> bytes:
    data = value.encode()
    return struct.pack("!BH", identifier, len(data)) + data


def _length(size: int) -> bytes:
    """Return `size` as an MQTT variable byte integer."""
    out = bytearray()
    while size > 127:
        out.append(size & 127 | 128)
        size >>= 7
    out.append(size)
    return bytes(out)


def pack(message: Message) -> bytes:
    """Return the property block of a PUBLISH, its length in front."""
    parts = []
    if message.expiry is not None:
        parts.append(struct.pack("!BI", _EXPIRY, min(message.expiry, MAX_EXPIRY)))
    if message.content_type is not None:
        parts.append(_text(_CONTENT, message.content_type))
    if message.response_topic is not None:
        parts.append(_text(_RESPONSE, message.response_topic))
    if message.correlation is not None:
        parts.append(struct.pack("!BH", _CORRELATION, len(message.correlation)) + message.correlation)
    for name, value in message.user:
        data = value.encode()
        parts.append(_text(_USER, name) + struct.pack("!H", len(data)) + data)
    block = b"".join(parts)
    return _length(len(block)) + block


def properties(message: Message) -> Properties:
    """Return the properties of `message` as paho takes them."""
    return _Packed(pack(message))


def from_paho(received: MQTTMessage) -> Message:
    """Return what paho received as a Message. Raises UnicodeDecodeError for a topic that is no UTF-8."""
    found = received.properties.__dict__ if received.properties is not None else {}
    correlation = found.get("CorrelationData")
    return Message(
        topic=received.topic,
        payload=bytes(received.payload),
        qos=cast(QoS, min(received.qos, 1)),
        retain=bool(received.retain),
        expiry=found.get("MessageExpiryInterval"),
        content_type=found.get("ContentType"),
        response_topic=found.get("ResponseTopic"),
        correlation=None if correlation is None else bytes(correlation),
        user=tuple(found.get("UserProperty", ())),
    )


def general(kind: int, **values: object) -> Properties:
    """Return properties of another packet (connect, will, disconnect), the general way."""
    made = Properties(kind)  # type: ignore[no-untyped-call]
    for name, value in values.items():
        if value is not None:
            setattr(made, name, value)
    return made


def will(message: Message) -> Properties:
    """Return the properties of a Last Will."""
    return general(
        PacketTypes.WILLMESSAGE, MessageExpiryInterval=message.expiry, ContentType=message.content_type
    )
