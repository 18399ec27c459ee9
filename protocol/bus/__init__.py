"""UGP on MQTT: the bus as an interface, the topics, presence, repeats and credit. No I/O here."""

from protocol.bus.bus import Bus, Change, Down, Up
from protocol.bus.errors import (
    BusClosed,
    BusError,
    BusFull,
    ConnectFailed,
    Disconnected,
    MessageTooLarge,
    PublishRefused,
)
from protocol.bus.message import Message, QoS
from protocol.bus.subscription import Subscription
from protocol.bus.topics import Caller

__all__ = [
    "Bus",
    "BusClosed",
    "BusError",
    "BusFull",
    "Caller",
    "Change",
    "ConnectFailed",
    "Disconnected",
    "Down",
    "Message",
    "MessageTooLarge",
    "PublishRefused",
    "QoS",
    "Subscription",
    "Up",
]
