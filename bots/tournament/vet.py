"""What a description's types can't tell: each fault with the place in the description where it is."""

from bots.config import Path
from bots.players.spec import SpecError, parse
from bots.tournament.config import ContestConfig, CupConfig, CupError, PlayerConfig
from bots.tournament.match.clock import Clock
from bots.tournament.schedule.plan import PlanError
from bots.tournament.statistics.sprt import SprtError
from engine import games
from protocol.errors import RequestError
from protocol.requests import PLANS, build
from protocol.suggest import did_you_mean

MEANINGLESS = ("opptime", "oppinc", "movestogo")
"""Limits of a player's one-line form that a tournament's clock has no place for."""

PLACES: dict[str, Path] = {"pairs": ("games",), "openings": ("contests",)}
"""Where a plan's fault stands in a description, unless under its own name."""


def vet(config: CupConfig) -> None:
    """Raise CupError for the first thing that makes the description unplayable."""
    for index, player in enumerate(config.players):
        _vet_player(config, player, index)
    for index, each in enumerate(config.contests):
        _vet_contest(each, index)
    _vet_names(config)
    _vet_sprt(config)
    try:
        plan = config.plan({})
    except PlanError as error:
        raise CupError(PLACES.get(error.field, (error.field,)), str(error)) from error
    if config.anchor is not None and config.anchor not in plan.players:
        guess = did_you_mean(config.anchor, plan.players)
        hint = f"; did you mean {guess}?" if guess else f"; players are {', '.join(plan.players)}"
        raise CupError(("anchor",), f"{config.anchor!r} does not play{hint}")


def _vet_player(config: CupConfig, player: PlayerConfig, index: int) -> None:
    try:
        spec = parse(player.player)
    except SpecError as error:
        raise CupError(("players", index, "player"), str(error)) from error
    for name in MEANINGLESS:
        if name in spec.limits.given():
            raise CupError(("players", index, "player"), f"a tournament's clock has no {name}")
    control = config.control_of(player)
    if not control.limited:
        raise CupError(
            _control_of(player, index), "nothing ends the thinking: give time, movetime, nodes or depth"
        )
    if control.inc and control.time is None:
        raise CupError(_control_of(player, index, "inc"), "inc goes with time, the clock that it adds to")

    try:
        build(PLANS, "go", None, Clock(control, control).limits("first").given())
    except RequestError as error:
        own = error.field in spec.limits.given()
        place = ("players", index, "player") if own else _control_of(player, index, error.field or "")
        raise CupError(place, error.message) from error


def _control_of(player: PlayerConfig, index: int, *key: str) -> Path:
    """Return where a player's control is described."""
    return (*(("control",) if player.control is None else ("players", index, "control")), *key)


def _vet_contest(each: ContestConfig, index: int) -> None:
    place: Path = ("contests", index)
    try:
        each.contest()
    except RequestError as error:
        if error.field == "game":
            guess = did_you_mean(each.game, games.names())
            hint = f"; did you mean {guess}?" if guess else ""
            raise CupError((*place, "game"), error.message + hint) from error
        raise CupError((*place, "options", error.field or ""), error.message) from error
    openings = each.openings
    if openings.file is not None and openings.count:
        raise CupError(
            (*place, "openings"), "either a file of openings or a count of generated ones, not both"
        )


def _vet_names(config: CupConfig) -> None:
    seen: dict[str, int] = {}
    for index, player in enumerate(config.players):
        first = seen.setdefault(player.title, index)
        if first != index:
            key = "name" if player.name else "player"
            both = f"players {first + 1} and {index + 1} are both called {player.title!r}"
            raise CupError(("players", index, key), f"{both}; give each its own name")


def _vet_sprt(config: CupConfig) -> None:
    if config.sprt is None:
        return
    if config.format != "match":
        raise CupError(("sprt",), "a sequential test is of a match, with two players")
    try:
        config.sprt.check()
    except SprtError as error:
        raise CupError(("sprt", error.field), str(error)) from error
    if not config.sprt.decidable((config.games + 1) // 2 * len(config.contests)):
        raise CupError(
            ("games",),
            f"{config.games} can't end the sequential test, even if all are won; say how many at most",
        )
