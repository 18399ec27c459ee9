"""The figures by which tables are kept: how long, how many. Times in milliseconds."""

from msgspec import Struct


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bounds and times of a service. Meeting a bound is answered with `busy`.

    first_move -- how long each player has for its first move, in place of the clock
    grace -- how long a player may be gone before the game is lost (or aborted, in the opening)
    lapse -- how long a challenge stands
    keep -- how long the retained state of a finished game stays
    tables, challenges -- at once, in all; user_tables, user_challenges -- of one user
    rate, burst -- requests of one user: a second, and at once
    offers -- plies before the same player may offer a draw again
    guests -- guest accounts at once; guest_life, guest_unused -- of each, and while nobody used it
    """

    first_move: int = 30_000
    grace: int = 60_000
    lapse: int = 300_000
    keep: int = 600_000
    tables: int = 2_000
    challenges: int = 2_000
    user_tables: int = 64
    user_challenges: int = 64
    rate: int = 50
    burst: int = 200
    offers: int = 10
    guests: int = 200
    guest_life: int = 3 * 3_600_000
    guest_unused: int = 10 * 60_000
