"""What the logs of long-running commands must not say."""

from collections.abc import Iterator

import pytest
import structlog

from bots.logs import configure


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.mark.parametrize("as_json", [False, True])
def test_a_fault_is_logged_without_the_values_around_it(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(verbose=False, as_json=as_json)
    password = "".join(("sec", "ret"))
    try:
        _ = 1 / (len(password) - 6)
    except ZeroDivisionError:
        structlog.get_logger().exception("a fault")
    said = capsys.readouterr()
    assert "ZeroDivisionError" in said.err
    assert password not in said.err
    assert not said.out
