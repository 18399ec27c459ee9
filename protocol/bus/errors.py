"""What can go wrong on a bus, by whose fault it is."""

from protocol.errors import UgpError


class BusError(UgpError):
    """Root of the faults of a bus. Retrying helps only where a subclass says so."""


class Disconnected(BusError):
    """The connection went away before the broker acknowledged: the message may or may not have arrived.

    Send the same message again after the reconnection; receivers recognise a repeat.
    """


class BusClosed(BusError):
    """The bus was closed, by us or for good by the broker (its text says which)."""


class BusFull(BusError):
    """Too much is waiting to be sent; nothing of this message was. Try again later."""


class PublishRefused(BusError):
    """The broker refused a message or a subscription (not authorised, too large, over quota).

    Attributes:
        code: the MQTT 5 reason code, 128 or more.

    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class MessageTooLarge(BusError):
    """The message is larger than this bus or the broker takes; it was not sent."""


class ConnectFailed(BusError):
    """The broker could not be reached or would not have us.

    Attributes:
        permanent: True where trying again unchanged cannot help (credentials, certificate, protocol).

    """

    def __init__(self, message: str, *, permanent: bool = False) -> None:
        super().__init__(message)
        self.permanent = permanent
