"""Messages without their id, as the payloads of a bus: there the id travels beside the payload."""

from protocol import codec_msgpack, codec_text
from protocol.encoding import Encoding
from protocol.errors import ErrorCode, ProtocolViolation, RequestError
from protocol.messages import Reply, Request
from protocol.requests import PLANS, Plans
from protocol.verbs import Verb

CONTENT_TYPES = {Encoding.TEXT: "text/plain", Encoding.MSGPACK: "application/vnd.msgpack"}
"""What a payload is labelled with."""


def encoding_of(body: bytes, content_type: str | None) -> Encoding:
    """Tell how a payload is written: by its label, or without one by its first byte. Raises RequestError."""
    if content_type is None:
        return Encoding.of_first_byte(body[0] if body else 0)
    kind = content_type.split(";")[0].strip().lower()
    for encoding, label in CONTENT_TYPES.items():
        if kind == label:
            return encoding
    known = " or ".join(CONTENT_TYPES.values())
    raise RequestError(ErrorCode.BAD_REQUEST, f"the content type is {known}")


def encode_body(message: Request | Reply, encoding: Encoding, plans: Plans = PLANS) -> bytes:
    """Write a message without its id; `plans` are those of the verbs that a request may have."""
    if isinstance(message, Request):
        if encoding is Encoding.TEXT:
            return codec_text.encode_request_body(message, plans).encode()
        return codec_msgpack.encode_request_body(message)
    if encoding is Encoding.TEXT:
        return codec_text.encode_reply_body(message).encode()
    return codec_msgpack.encode_reply_body(message)


def decode_request_body(
    body: bytes,
    content_type: str | None,
    id: str,  # noqa: A002
    plans: Plans = PLANS,
) -> Request:
    """Read a request; `id` is what the bus tells its repeats by, and may be any text. Raises RequestError."""
    if encoding_of(body, content_type) is Encoding.MSGPACK:
        return codec_msgpack.decode_request_body(body, id, plans)
    try:
        line = _line(body)
    except ValueError as fault:
        raise RequestError(ErrorCode.BAD_REQUEST, str(fault)) from None
    return codec_text.decode_request_body(line, id, plans)


def decode_reply_body(body: bytes, content_type: str | None, id: str, verb: Verb) -> Reply:  # noqa: A002
    """Read an answer to the request with that id and verb. Raises ProtocolViolation."""
    try:
        if encoding_of(body, content_type) is Encoding.MSGPACK:
            return codec_msgpack.decode_reply_body(body, id, verb)
        line = _line(body)
    except (RequestError, ValueError) as fault:
        raise ProtocolViolation(str(fault), request=id) from None
    return codec_text.decode_reply_body(line, id, verb)


def _line(body: bytes) -> str:
    """Return the one line of a text payload; its newline may be left out. Raises ValueError."""
    try:
        line = body.decode()
    except UnicodeDecodeError:
        raise ValueError("the payload is not UTF-8") from None
    line = line.removesuffix("\n").removesuffix("\r")
    if "\n" in line:
        raise ValueError("a payload is one line")
    return line
