"""UGP/1 as text: one message a line. Pure: a line in, a message out, and back.

Lines come and go without their newline. `decode_request` never raises: what cannot be a request comes back as
the `Error` to answer with. Bodies (over MQTT) are lines without `#id`.
"""

from collections.abc import Callable
from functools import cache

from msgspec import UNSET

from protocol.answers import Answer
from protocol.errors import ErrorCode, ProtocolViolation, RequestError
from protocol.fields import fields_of
from protocol.messages import Error, Ok, Reply, Request
from protocol.replies import make_reply
from protocol.requests import PLANS, Item, Plan, Plans, assemble, is_name
from protocol.suggest import clip
from protocol.text_values import Malformed, Typed, Word, split, to_json, write, write_string
from protocol.values import NAME_RULE
from protocol.verbs import Verb

BAD_ID = f"an id is # and {NAME_RULE}"


def id_of(start: str) -> str | None:
    """Return the id that a line beginning with `start` has, if its end is there to be seen."""
    words = start.replace("\t", " ").lstrip(" ").split(" ", 1)
    name = words[0].removeprefix("#")
    return name if len(words) == 2 and is_name(name) else None


def decode_request(line: str) -> Request | Error | None:
    """Read a request line. None: the line is empty."""
    words = split(line)
    if not words:
        return None
    name: str | None = None
    first = words[0]
    at = 0
    if type(first) is str and first[0] == "#":
        name = first[1:]
        if not is_name(name):
            return Error(None, ErrorCode.BAD_REQUEST, BAD_ID, "id")
        at = 1
        if len(words) == 1:
            return Error(name, ErrorCode.BAD_REQUEST, "a verb is missing after the id", "do")
    verb = words[at]
    if type(verb) is not str:
        return Error(name, ErrorCode.BAD_REQUEST, "a request begins with its verb", "do")
    if name is None and is_name(verb):
        name = verb
    try:
        plan = PLANS[verb]
        return assemble(name or verb, plan, _items(plan, words, at + 1))
    except RequestError as fault:
        return Error.of(name, fault)


def decode_request_body(body: str, id: str, plans: Plans = PLANS) -> Request:  # noqa: A002
    """Read a request that carries no id of its own. Raises RequestError."""
    words = split(body)
    verb = words[0] if words else ""
    if type(verb) is not str or not verb:
        raise RequestError(ErrorCode.BAD_REQUEST, "a request begins with its verb", "do")
    if verb[0] == "#":
        raise RequestError(
            ErrorCode.BAD_REQUEST, "the payload carries no id: the correlation data is it", "id"
        )
    plan = plans[verb]
    return assemble(id, plan, _items(plan, words, 1))


def _items(plan: Plan, words: list[Word], at: int) -> list[Item]:
    """Return the arguments among `words` from `at` on. Raises RequestError."""
    items: list[Item] = []
    main = plan.verb.main
    for index in range(at, len(words)):
        word = words[index]
        bare = main if index == at else None
        if type(word) is str:
            name, equals, value = word.partition("=")
            if equals:
                items.append((name, value, False))
            elif bare is not None:
                items.append((bare, word, False))
            else:
                items.append((word, True, True))
            continue
        named = bare if word.name is None else word.name  # type: ignore[union-attr]
        if named is None:
            raise RequestError(ErrorCode.BAD_REQUEST, "a JSON value stands without a name")
        if type(word) is Malformed:
            field = clip(named, 64)
            raise RequestError(ErrorCode.BAD_ARGUMENT, f"{clip(named)}: {word.message}", field)
        items.append((named, word.value, True))  # type: ignore[union-attr]
    return items


def encode_request(message: Request) -> str:
    """Write a request, with its id."""
    return f"#{message.id} {encode_request_body(message)}"


def encode_request_body(message: Request, plans: Plans = PLANS) -> str:
    """Write a request without its id."""
    plan = plans[message.verb]
    main = plan.verb.main
    parts = [message.verb]
    if main is not None:
        value = getattr(message.args, plan.fields[main].attribute)
        if value is not UNSET and value != plan.fields[main].default:
            parts.append(_write_main(value))
    for field in plan.fields.values():
        value = getattr(message.args, field.attribute)
        if value is UNSET or value == field.default or field.name == main:
            continue
        parts.append(field.name if value is True and main is None else f"{field.name}={write(value)}")
    parts.extend(f"{name}={write_string(value)}" for name, value in message.options.items())
    return " ".join(parts)


def _write_main(value: object) -> str:
    text = write(value)
    return to_json(value) if "=" in text and text[0] not in '"[{' else text


@cache
def _names(struct: type[Answer]) -> tuple[tuple[str, str], ...]:
    return tuple((field.attribute, f" {field.name}=") for field in fields_of(struct).values())


def encode_reply(message: Reply) -> str:
    """Write an answer, with its id if it has one."""
    body = encode_reply_body(message)
    return body if message.id is None else f"#{message.id} {body}"


def encode_reply_body(message: Reply) -> str:
    """Write an answer without its id."""
    kind = type(message)
    if kind is Error:
        return _encode_error(message)  # type: ignore[arg-type]
    fields = message.fields  # type: ignore[union-attr]
    text = "ok" if kind is Ok else "info"
    for attribute, name in _names(type(fields)):  # type: ignore[arg-type]
        value = getattr(fields, attribute)
        if value is not UNSET:
            text += name + write(value)
    return text


def _encode_error(error: Error) -> str:
    text = f"error code={error.code.value}"
    if error.field is not None:
        text += f" field={write_string(error.field)}"
    if error.index is not None:
        text += f" index={error.index}"
    return f"{text} message={write_string(error.message)} retry={'true' if error.retry else 'false'}"


def decode_reply(line: str, verb_of: Callable[[str], Verb | None]) -> Reply | None:
    """Read an answer; `verb_of` tells the verb of an open request. None: the line is empty.

    Raises ProtocolViolation.
    """
    words = split(line)
    if not words:
        return None
    first = words[0]
    name: str | None = None
    at = 0
    if type(first) is str and first[0] == "#":
        name = first[1:]
        if not is_name(name):
            raise ProtocolViolation("the answer's id is malformed")
        at = 1
    kind = words[at] if at < len(words) else ""
    if type(kind) is not str or kind not in ("info", "ok", "error"):
        raise ProtocolViolation("an answer is info, ok or error", request=name)
    return make_reply(name, kind, _answer_items(words, at + 1, name), verb_of)


def decode_reply_body(body: str, id: str, verb: Verb) -> Reply:  # noqa: A002
    """Read an answer that carries no id of its own. Raises ProtocolViolation."""
    words = split(body)
    kind = words[0] if words else ""
    if type(kind) is not str or kind not in ("info", "ok", "error"):
        raise ProtocolViolation("an answer is info, ok or error", request=id)
    return make_reply(id, kind, _answer_items(words, 1, id), lambda _: verb)


def _answer_items(words: list[Word], at: int, id: str | None) -> list[Item]:  # noqa: A002
    items: list[Item] = []
    for word in words[at:]:
        if type(word) is str:
            name, equals, value = word.partition("=")
            items.append((name, value, False) if equals else (word, True, True))
        elif type(word) is Typed and word.name is not None:
            items.append((word.name, word.value, True))
        else:
            raise ProtocolViolation("the answer holds a value that cannot be read", request=id)
    return items
