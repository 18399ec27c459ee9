"""UGP/1 as msgpack: one map a message. Pure: the bytes of one map in, a message out, and back.

`Undecodable` means that the bytes are no message at all, after which nothing on the connection can be
trusted; every other mistake comes back as the `Error` to answer with.
"""

from collections.abc import Callable, Mapping

import msgpack
import msgspec

from protocol.errors import ErrorCode, ProtocolViolation, RequestError
from protocol.messages import Error, Info, Ok, Reply, Request
from protocol.replies import make_reply
from protocol.requests import PLANS, Item, Plans, assemble, is_name
from protocol.suggest import clip
from protocol.values import NAME_RULE
from protocol.verbs import Verb

MAP_FIRST_BYTES = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])
"""The first byte of a map: what a connection in msgpack, and each of its messages, begins with."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class Undecodable(Exception):
    """The bytes are not one msgpack map."""


def _length(raw: bytes) -> int:
    """Return how many entries the map says it has."""
    first = raw[0]
    if first < 0xDE:
        return first & 0x0F
    return int.from_bytes(raw[1:3] if first == 0xDE else raw[1:5])


def _map(raw: bytes) -> dict[object, object]:
    """Decode one map. Raises Undecodable."""
    if not raw or raw[0] not in MAP_FIRST_BYTES:
        raise Undecodable("a message is a map")
    try:
        message: dict[object, object] = _decode(raw)
    except (msgspec.DecodeError, RecursionError, ValueError) as fault:
        raise Undecodable(clip(str(fault), 100)) from None
    return message


def _repeated(raw: bytes, message: Mapping[object, object]) -> str | None:
    """Return the first name that stands twice in a map, or None; `message` is the map decoded."""
    count = _length(raw)
    if len(message) == count:
        return None
    unpacker = msgpack.Unpacker(read_size=len(raw), max_buffer_size=len(raw))
    unpacker.feed(raw)
    unpacker.read_map_header()
    seen: set[str] = set()
    for _ in range(count):
        name = str(unpacker.unpack())
        if name in seen:
            return name
        seen.add(name)
        unpacker.skip()
    return None  # 1 and True are one key: no names at all, which is refused as such


def decode_request(raw: bytes) -> Request | Error:
    """Read the bytes of one request. Raises Undecodable."""
    message = _map(raw)
    repeated = _repeated(raw, message)
    verb = message.pop("do", None)
    name = message.pop("id", None)
    if repeated == "id" or (name is not None and not (type(name) is str and is_name(name))):
        return Error(None, ErrorCode.BAD_REQUEST, f"an id is one string, {NAME_RULE}", "id")
    if name is None and type(verb) is str and is_name(verb):
        name = verb
    try:
        return _request(name, verb, message, repeated)
    except RequestError as fault:
        return Error.of(name, fault)


def decode_request_body(raw: bytes, id: str, plans: Plans = PLANS) -> Request:  # noqa: A002
    """Read a request that carries no id of its own. Raises RequestError."""
    try:
        message = _map(raw)
    except Undecodable as fault:
        raise RequestError(ErrorCode.BAD_REQUEST, f"not msgpack: {fault}") from None
    repeated = _repeated(raw, message)
    if "id" in message:
        raise RequestError(
            ErrorCode.BAD_REQUEST, "the payload carries no id: the correlation data is it", "id"
        )
    return _request(id, message.pop("do", None), message, repeated, plans)


def _request(
    id: str | None,  # noqa: A002
    verb: object,
    message: dict[object, object],
    repeated: str | None,
    plans: Plans = PLANS,
) -> Request:
    if type(verb) is not str or repeated == "do":
        raise RequestError(ErrorCode.BAD_REQUEST, "a request has one verb, a string, under do", "do")
    items: list[Item] = []
    for name, value in message.items():
        if type(name) is not str:
            raise RequestError(ErrorCode.BAD_REQUEST, "the names in a message are strings")
        items.append((name, value, True))
    plan = plans[verb]
    if repeated is not None:
        raise RequestError(ErrorCode.BAD_ARGUMENT, f"{clip(repeated)} is given twice", clip(repeated, 64))
    return assemble(id or verb, plan, items)


def encode_request(message: Request) -> bytes:
    """Write a request, with its id."""
    return _encode({"id": message.id, **_request_map(message)})


def encode_request_body(message: Request) -> bytes:
    """Write a request without its id."""
    return _encode(_request_map(message))


def _request_map(message: Request) -> dict[str, object]:
    return {"do": message.verb, **msgspec.to_builtins(message.args), **message.options}


def encode_reply(message: Reply) -> bytes:
    """Write an answer, with its id if it has one."""
    body = _reply_map(message)
    return _encode(body if message.id is None else {"id": message.id, **body})


def encode_reply_body(message: Reply) -> bytes:
    """Write an answer without its id."""
    return _encode(_reply_map(message))


def _reply_map(message: Reply) -> dict[str, object]:
    if type(message) is Ok:
        return {"ok": message.fields}
    if type(message) is Info:
        return {"info": message.fields}
    error = message
    body: dict[str, object] = {"code": error.code.value}  # type: ignore[union-attr]
    for name in ("field", "index"):
        value = getattr(error, name)
        if value is not None:
            body[name] = value
    body["message"] = error.message  # type: ignore[union-attr]
    body["retry"] = error.retry  # type: ignore[union-attr]
    return {"error": body}


def decode_reply(raw: bytes, verb_of: Callable[[str], Verb | None]) -> Reply:
    """Read the bytes of one answer. Raises Undecodable and ProtocolViolation."""
    message = _map(raw)
    name = message.get("id")
    if name is not None and not (type(name) is str and is_name(name)):
        raise ProtocolViolation("the answer's id is malformed")
    return _reply(name, message, verb_of)


def decode_reply_body(raw: bytes, id: str, verb: Verb) -> Reply:  # noqa: A002
    """Read an answer that carries no id of its own. Raises ProtocolViolation."""
    try:
        message = _map(raw)
    except Undecodable as fault:
        raise ProtocolViolation(f"not msgpack: {fault}", request=id) from None
    return _reply(id, message, lambda _: verb)


def _reply(id: str | None, message: dict[object, object], verb_of: Callable[[str], Verb | None]) -> Reply:  # noqa: A002
    kinds = [kind for kind in ("info", "ok", "error") if kind in message]
    fields = message[kinds[0]] if len(kinds) == 1 else None
    if not isinstance(fields, dict):
        raise ProtocolViolation("an answer has one of info, ok and error, a map", request=id)
    items = [(name, value, True) for name, value in fields.items() if type(name) is str]
    return make_reply(id, kinds[0], items, verb_of)
