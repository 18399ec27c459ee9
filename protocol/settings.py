"""The settings of `set` and `options`, with their defaults: one row each; ranges stand with `SetArgs`."""

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a connection or session. `memory` is the process's and the same for all."""

    threads: int = 1
    memory: int = 64
    multipv: int = 1
    seed: int = 0
    info_interval: int = 500


PROCESS_WIDE = frozenset({"memory"})
"""Settings that no session can have of its own and that are forbidden over MQTT."""
