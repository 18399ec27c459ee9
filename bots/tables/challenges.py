"""Challenges as values, and how one becomes a game."""

from collections.abc import Mapping

from msgspec import UNSET, Struct

from bots.tables.table import Now
from engine import games
from protocol.errors import ErrorCode, RequestError
from protocol.tables.arguments import ChallengeArgs
from protocol.tables.documents import ChallengeInfo, Seat
from protocol.values import Scalar

GUEST = "guest-"
"""What the names of guests' accounts begin with."""


class Challenge(Struct, frozen=True, kw_only=True):
    """An open challenge. `expires` is a reading of the referee's watch; times are ms."""

    id: str
    user: str
    to: str | None
    game: str
    options: Mapping[str, Scalar]
    position: str | None
    time: int
    inc: int
    seat: str
    rated: bool
    expires: int

    def seats(self, accepter: str, coin: bool) -> dict[Seat, str]:
        """Return who sits where; `coin` decides for `random`."""
        first = self.seat == "first" or (self.seat == "random" and coin)
        return {
            "first": self.user if first else accepter,
            "second": accepter if first else self.user,
        }


def make(
    challenge_id: str,
    user: str,
    args: ChallengeArgs,
    options: Mapping[str, str],
    *,
    now: Now,
    lapse: int,
) -> Challenge:
    """Check a challenge against the rules of its game. Raises RequestError."""
    to = None if args.to is UNSET else args.to
    position = None if args.position is UNSET else args.position
    if to == user:
        raise RequestError(ErrorCode.BAD_ARGUMENT, "to must be somebody else", "to")
    if args.rated and (user.startswith(GUEST) or (to or "").startswith(GUEST)):
        raise RequestError(ErrorCode.FORBIDDEN, "guests play casual games", "rated")
    state = games.begin(args.game, options, position)
    if state.over:
        raise RequestError(ErrorCode.GAME_OVER, f"that game is over: {state.reason}", "position")
    return Challenge(
        id=challenge_id,
        user=user,
        to=to,
        game=state.game,
        options={**state.options},
        position=None if position is None else state.position,
        time=args.time,
        inc=args.inc,
        seat=args.seat,
        rated=args.rated,
        expires=now.watch + lapse,
    )


def info(challenge: Challenge, rating: int, now: Now) -> ChallengeInfo:
    """Return a challenge as it is shown."""
    return ChallengeInfo(
        challenge=challenge.id,
        user=challenge.user,
        to=challenge.to or UNSET,
        game=challenge.game,
        options=dict(challenge.options),
        position=challenge.position or UNSET,
        time=challenge.time,
        inc=challenge.inc,
        seat=challenge.seat,
        rated=challenge.rated,
        rating=rating,
        expires=now.wall + challenge.expires - now.watch,
    )
