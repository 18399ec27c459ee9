"""What is checked in one call is what is checked field by field."""

import pytest
from msgspec import Struct

from protocol import answers
from protocol.errors import RequestError
from protocol.fields import Field, fields_of, read_at_once
from protocol.verbs import VERBS

VALUES: list[object] = [
    0, 1, -1, 7, 128, 1001, 2**63 - 1, 2**63, 1.0, True, False, None, "", "a", "a b", "a\n", "x" * 2000, "1",
    [], ["a"], ["a", 1], [["a"]], {}, {"a": 1},
]  # fmt: skip


STRUCTS: list[type[Struct]] = [*{verb.args for verb in VERBS.values()}, answers.GoAnswer, answers.GoInfo]


@pytest.mark.parametrize("struct", sorted(STRUCTS, key=str))
def test_one_call_takes_what_the_fields_take(struct: type[Struct]) -> None:
    fields = fields_of(struct)
    right = {
        field.name: next(value for value in VALUES if taken(field, value))
        for field in fields.values()
        if field.required
    }
    for field in fields.values():
        for value in VALUES:
            found = read_at_once(struct, {**right, field.name: value})
            assert found is None or taken(field, value), (field.name, value)
            if found is None and taken(field, value):
                assert any(fields[name].patterned for name in {*right, field.name}), (field.name, value)


def taken(field: Field, value: object) -> bool:
    try:
        field.check(value)
    except RequestError:
        return False
    return True
