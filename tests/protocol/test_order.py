"""The table of what may follow what, and the declarations it goes with."""

from msgspec import UNSET

from protocol.arguments import Context, SetArgs
from protocol.fields import Kind, fields_of
from protocol.order import CHANGING, ORDER, SETTING_ORDER, WORK, Clash, Touches
from protocol.order import Kind as Served
from protocol.settings import PROCESS_WIDE, Settings
from protocol.verbs import VERBS


def test_every_verb_has_a_row() -> None:
    assert list(ORDER) == list(VERBS)
    assert all(verb.order is ORDER[name] for name, verb in VERBS.items())


def test_work_is_what_works() -> None:
    assert {name for name, order in ORDER.items() if order.kind is Served.WORK} == WORK


def test_changing_is_what_touches_sessions_and_settings_save_reading_them() -> None:
    touched = {Touches.MAKES_SESSION, Touches.CHANGES_SESSION, Touches.SETTINGS}
    assert {name for name, order in ORDER.items() if order.touches in touched} - {"options"} == CHANGING


def test_control_verbs_reach_work_only() -> None:
    for order in ORDER.values():
        assert bool(order.reaches) == (order.kind is Served.CONTROL)
        assert order.reaches <= WORK


def test_a_verb_with_a_context_reads_it_and_nothing_else_does() -> None:
    for name, verb in VERBS.items():
        assert verb.context == issubclass(verb.args, Context) == (ORDER[name].touches is Touches.CONTEXT)


def test_what_pulls_the_ground_from_under_work_is_busy() -> None:
    clashes = {name for name, order in ORDER.items() if order.clash is not Clash.NEVER}
    assert clashes == {"go", "clear", "close"}
    assert SETTING_ORDER["memory"].clash is Clash.ANY_WORK


def test_what_hurts_others_is_forbidden_on_a_bus() -> None:
    assert {name for name, order in ORDER.items() if not order.mqtt} == {"quit", "clear"}
    assert {name for name, order in SETTING_ORDER.items() if not order.mqtt} == PROCESS_WIDE


def test_every_setting_has_an_argument_and_a_default_in_range() -> None:
    fields = fields_of(SetArgs)
    assert set(fields) - {"session"} == set(Settings.__struct_fields__)
    for name in Settings.__struct_fields__:
        assert fields[name].check(getattr(Settings(), name)) == getattr(Settings(), name)


def test_declarations_are_complete() -> None:
    for verb in VERBS.values():
        fields = fields_of(verb.args)
        assert verb.main is None or verb.main in fields
        for struct in (verb.args, verb.answer, verb.info):
            for field in () if struct is None else fields_of(struct).values():
                assert field.description, f"{struct} {field.name}"
        for field in fields.values():
            assert field.kind is not Kind.MAP, "the text decoder leaves repeated names in a map to JSON"
            assert field.kind is not Kind.INTEGER or (field.low is not None and field.high is not None)
            assert not (field.required and field.default is not UNSET)
