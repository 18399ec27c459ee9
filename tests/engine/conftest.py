"""Fixtures: an engine in this process."""

from collections.abc import Iterator

import pytest

from tests.engine.desk import Desk


@pytest.fixture
def desk() -> Iterator[Desk]:
    """Give a peer of a fresh engine."""
    made = Desk()
    yield made
    made.close()
