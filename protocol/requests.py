"""From names and values to a checked request: what both codecs and `request()` share.

The order of the checks is part of the protocol, so that the same mistake gives the same error everywhere:
unknown verb, malformed value, argument given twice, unknown argument (first in the message), bad value (first
in the message), missing argument, arguments that do not go together.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import UNSET, Struct

from protocol.arguments import Arguments
from protocol.checks import CHECKS
from protocol.errors import ErrorCode, RequestError
from protocol.fields import Field, fields_of, read_at_once
from protocol.messages import NO_OPTIONS, Request
from protocol.suggest import clip, did_you_mean, unknown_argument
from protocol.values import NAME_PATTERN, NAME_RULE, OPTION_PATTERN
from protocol.verbs import VERBS, Verb

is_name = re.compile(NAME_PATTERN.replace("^", "").replace("$", "")).fullmatch
"""Match a whole request id or session name."""

_is_option = re.compile(OPTION_PATTERN.replace("^", "").replace("$", "")).fullmatch

ENVELOPE = frozenset({"id", "do", "info", "ok", "error"})
"""Names that belong to the message itself."""

RESERVED = ENVELOPE.union(*(verb.args.__struct_fields__ for verb in VERBS.values()))
"""Names no game option may have: every argument of every verb, and the message's own."""

Item = tuple[str, object, bool]
"""Name, value, and whether the value has its type already (else it is text, typed by the declaration)."""


class Plan(Struct, frozen=True, kw_only=True):
    """A verb made ready for decoding."""

    verb: Verb
    fields: dict[str, Field]
    names: frozenset[str]  # of the fields
    required: tuple[str, ...]
    check: Callable[..., None] | None
    empty: Arguments | None  # what a request without arguments holds, if that is valid


class Plans(dict[str, Plan]):
    """The plans of a list of verbs, each made when first used: start-up pays for none."""

    def __init__(
        self, verbs: Mapping[str, Verb] = VERBS, checks: Mapping[str, Callable[..., None]] = CHECKS
    ) -> None:
        super().__init__()
        self.verbs = verbs
        self._checks = checks

    def __missing__(self, name: str) -> Plan:
        verb = self.verbs.get(name)
        if verb is None:
            near = did_you_mean(name, self.verbs)
            hint = f"did you mean {near}?" if near else "see hello and PROTOCOL.md"
            raise RequestError(ErrorCode.UNKNOWN_VERB, f"{clip(name)}: no such verb; {hint}", "do")
        fields = dict(fields_of(verb.args))
        required = tuple(field.name for field in fields.values() if field.required)
        check = self._checks.get(name)
        try:
            if required:
                raise _missing(name, required[0])
            empty = verb.args()
            if check is not None:
                check(empty)
        except RequestError:
            empty = None
        plan = Plan(
            verb=verb, fields=fields, names=frozenset(fields), required=required, check=check, empty=empty
        )
        self[name] = plan
        return plan


PLANS = Plans()
"""verb -> plan; an unknown verb raises RequestError(unknown-verb)."""


def _missing(verb: str, name: str) -> RequestError:
    return RequestError(ErrorCode.BAD_ARGUMENT, f"{verb} needs {name}", name)


def _option(name: str, value: object) -> str:
    """Return the text of a game option's value."""
    if type(value) is str:
        return value
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is int:
        return str(value)
    raise RequestError(ErrorCode.BAD_ARGUMENT, f"{name} must be text, an integer, true or false", name)


def _split(plan: Plan, items: Sequence[Item]) -> list[Item]:
    """Return the items that are game options; raise for what is neither argument nor option."""
    open_slot = plan.verb.game_options or (plan.verb.context and any(item[0] == "game" for item in items))
    extra = [item for item in items if item[0] not in plan.fields]
    for name, _, _ in extra:
        may_be_option = _is_option(name) and name not in ENVELOPE
        if not (open_slot and may_be_option):
            hint = " without game" if plan.verb.context and may_be_option else ""
            raise unknown_argument(plan.verb.name, name, plan.fields, hint)
    return extra


def _repeat(items: Sequence[Item]) -> RequestError:
    """Build the error for items of which two have one name."""
    seen: set[str] = set()
    name = ""
    for name, _, _ in items:
        if name in seen:
            break
        seen.add(name)
    return RequestError(ErrorCode.BAD_ARGUMENT, f"{clip(name)} is given twice", clip(name, 64))


def _all_typed(plan: Plan, items: Sequence[Item]) -> Arguments | None:
    """Return arguments that all have their types, if all are right; the most common case by far."""
    if not (items and items[0][2] and items[-1][2]):
        return None
    values = {name: value for name, value, typed in items if typed or name not in plan.fields}
    if len(values) != len(items):
        return None
    return read_at_once(plan.verb.args, values)


def _one_by_one(plan: Plan, items: Sequence[Item]) -> Arguments:
    """Return arguments, or raise RequestError for the first that is wrong."""
    values = {}
    for name, value, typed in items:
        field = plan.fields.get(name)
        if field is not None:
            values[name] = field.check(value) if typed else field.parse(value)  # type: ignore[arg-type]
    for name in plan.required:
        if name not in values:
            raise _missing(plan.verb.name, name)
    return plan.verb.args(**values)


def assemble(id: str, plan: Plan, items: Sequence[Item]) -> Request:  # noqa: A002
    """Check arguments and build the request. Raises RequestError."""
    if not items and plan.empty is not None:
        return Request(id, plan.verb.name, plan.empty)
    names = {item[0] for item in items}
    if len(names) != len(items):
        raise _repeat(items)
    options = NO_OPTIONS
    if not names <= plan.names:
        options = {name: _option(name, value) for name, value, _ in _split(plan, items)}
    args = _all_typed(plan, items) or _one_by_one(plan, items)
    if plan.check is not None:
        plan.check(args)
    return Request(id, plan.verb.name, args, options)


def request(verb: str, id: str | None = None, **arguments: object) -> Request:  # noqa: A002
    """Build and check a request from plain values.

    `id` left out is the verb. An argument that is None or UNSET counts as not given; a tuple is a list.
    Raises RequestError with the very code, field and message an engine would answer.
    """
    return build(PLANS, verb, id, arguments)


def build(
    plans: Plans,
    verb: str,
    id: str | None,  # noqa: A002
    arguments: Mapping[str, object],
) -> Request:
    """Build a request of another list of verbs; see `request`."""
    plan = plans[verb]
    if id is None:
        id = verb  # noqa: A001
    elif not is_name(id):
        raise RequestError(ErrorCode.BAD_REQUEST, f"an id is {NAME_RULE}", "id")
    items = list(_given(arguments.items()))
    made = assemble(id, plan, items)
    for name, value, _ in items:
        if not _can_be_sent(value):
            raise RequestError(ErrorCode.BAD_ARGUMENT, f"{name} must be text that UTF-8 has", name)
    return made


def _can_be_sent(value: object) -> bool:
    """Tell whether UTF-8 has a right value: a command line that holds other bytes has become half pairs."""
    text = "".join(value) if type(value) is list else value
    if type(text) is not str or text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _given(arguments: Iterable[tuple[str, object]]) -> Iterable[Item]:
    for name, value in arguments:
        if value is not None and value is not UNSET:
            yield name, list(value) if isinstance(value, tuple) else value, True
