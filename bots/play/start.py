"""From what was asked on the command line, or is in a file, to a game that can begin."""

import random
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, structs

from bots.errors import UsageError
from bots.play.saved import PERSON, SavedGame, load
from bots.players import Limits, Player, SpecError, make_player
from bots.players.levels import DEFAULT_LEVEL, LEVELS
from protocol.values import Scalar


class Wishes(Struct, frozen=True, kw_only=True):
    """What was asked for; `limits` are None where nothing was said of them."""

    game: str | None
    position: str | None
    options: Mapping[str, Scalar]
    side: str
    opponent: str
    against: str | None
    watch: bool
    limits: Limits | None
    plies: int
    thinking: bool
    load: Path | None
    save: Path | None
    engine: tuple[str, ...]


def choose_limits(
    level: int | None, movetime: int | None, nodes: int | None, depth: int | None
) -> Limits | None:
    """Return the limits asked for, None if none were. Raises UsageError."""
    limits = Limits(movetime=movetime, nodes=nodes, depth=depth)
    if level is None:
        return limits if limits.given() else None
    if limits.given():
        raise UsageError(
            "--level stands in place of --movetime, --nodes and --depth", "give one or the other"
        )
    return LEVELS[level]


def to_play(wishes: Wishes) -> SavedGame:
    """Return the game to play, a person still in the first seat (see `seat_persons`). Raises CommandError."""
    if wishes.load is not None:
        return _resumed(wishes, load(wishes.load))
    if wishes.game is None:
        raise UsageError("which game?", "write for example: trilogue-bots play loa")
    if wishes.against is not None and not wishes.watch:
        raise UsageError("--against goes with --watch", "to choose whom you play, use --opponent")
    first = wishes.opponent if wishes.watch else PERSON
    second = (wishes.against or wishes.opponent) if wishes.watch else wishes.opponent
    if wishes.watch and PERSON in (first, second):
        raise UsageError("a person cannot be watched", "leave out --watch")
    return SavedGame(
        format="trilogue-game/1",
        game=wishes.game,
        first=first,
        second=second,
        options=dict(wishes.options),
        start=wishes.position,
        limits=wishes.limits or LEVELS[DEFAULT_LEVEL],
    )


def _resumed(wishes: Wishes, saved: SavedGame) -> SavedGame:
    if wishes.position is not None or wishes.options:
        raise UsageError("--load brings its own position and options", "leave out --position and --option")
    if wishes.game not in (None, saved.game):
        raise UsageError(
            f"{wishes.load} is a game of {saved.game}, not of {wishes.game}", "leave the game out"
        )
    if saved.reason in ("resignation", "agreement"):
        saved = structs.replace(saved, result=None, reason=None)
    return structs.replace(saved, limits=wishes.limits or saved.limits)


def seat_persons(saved: SavedGame, side: str, seats: Mapping[str, str]) -> SavedGame:
    """Give the person the seat asked for, by its name, by the colour it has now, or by chance."""
    if side == "random":
        side = random.choice(("first", "second"))
    seat = next((seat for seat, colour in seats.items() if side in (seat, colour)), None)
    if seat is None:
        raise UsageError(f"there is no {side} in this game", f"take one of {', '.join(seats.values())}")
    if seat == "second" and saved.first == PERSON:
        return structs.replace(saved, first=saved.second, second=saved.first)
    return saved


def make(spec: str) -> Player | None:
    """Return the player of a spec, None for a person. Raises UsageError."""
    if spec == PERSON:
        return None
    try:
        return make_player(spec)
    except SpecError as error:
        raise UsageError(str(error)) from None
