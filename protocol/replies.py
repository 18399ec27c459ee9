"""From names and values to an answer: what a client's side of both codecs shares.

Fields the declarations do not know are ignored, so that an older client can talk to a newer engine.
"""

from collections.abc import Callable, Sequence

from protocol.answers import Answer
from protocol.errors import ErrorCode, ProtocolViolation, RequestError
from protocol.fields import fields_of, read_at_once
from protocol.messages import Error, Info, Ok, Reply
from protocol.requests import Item
from protocol.suggest import clip
from protocol.verbs import Verb

_CODES = frozenset(code.value for code in ErrorCode)


def make_reply(
    id: str | None,  # noqa: A002
    kind: str,
    items: Sequence[Item],
    verb_of: Callable[[str], Verb | None],
) -> Reply:
    """Build the answer of the given kind (`info`, `ok`, `error`). Raises ProtocolViolation."""
    if id is None:
        if kind == "error":
            return _error(None, items)
        raise ProtocolViolation(f"{kind} without id")
    verb = verb_of(id)
    if verb is None:
        raise ProtocolViolation(f"{kind} for {id}, which is not open", request=id)
    if kind == "error":
        return _error(id, items)
    if kind == "ok":
        return Ok(id, _fields(verb.answer, items, id))
    if verb.info is None:
        raise ProtocolViolation(f"{verb.name} has no info", request=id)
    return Info(id, _fields(verb.info, items, id))


def _fields(struct: type[Answer], items: Sequence[Item], id: str) -> Answer:  # noqa: A002
    if items and items[0][2]:
        have = {name: value for name, value, typed in items if typed}
        found = read_at_once(struct, have) if len(have) == len(items) else None
        if found is not None:
            return found
    known = fields_of(struct)
    values: dict[str, object] = {}
    try:
        for name, value, typed in items:
            field = known.get(name)
            if field is not None:
                values[field.attribute] = field.check(value) if typed else field.parse(value)  # type: ignore[arg-type]
    except RequestError as fault:
        raise ProtocolViolation(f"in the answer: {fault.message}", request=id) from None
    try:
        return struct(**values)
    except TypeError:
        missing = next(
            name for name, field in known.items() if field.required and field.attribute not in values
        )
        raise ProtocolViolation(f"the answer has no {missing}", request=id) from None


def _error(id: str | None, items: Sequence[Item]) -> Error:  # noqa: A002
    values = {name: value for name, value, _ in items}
    code, message, field, index, retry = (
        values.get(name) for name in ("code", "message", "field", "index", "retry")
    )
    if type(code) is not str or type(message) is not str:
        raise ProtocolViolation("an error has a code and a message", request=id)
    if code not in _CODES:
        message = f"{clip(code)}: {message}"
        code = ErrorCode.INTERNAL  # a code from a later version: as much as this side can make of it
    if type(index) is str and index.isascii() and index.isdigit() and len(index) < 20:
        index = int(index)
    return Error(
        id,
        ErrorCode(code),
        message,
        field if type(field) is str else None,
        index if type(index) is int else None,
        retry in (True, "true"),
    )
