"""A match given on the command line as the description that it stands for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bots.config import Path as Place
from bots.errors import UsageError
from bots.players.spec import SpecError, parse
from bots.tournament.config import (
    DEFAULT_CONTROL,
    ContestConfig,
    CupConfig,
    CupError,
    OpeningsConfig,
    PlayerConfig,
)
from bots.tournament.match import Adjudication, DrawRule, ResignRule, TimeControl
from bots.tournament.statistics import Sprt
from bots.tournament.vet import vet

ARGUMENTS = {
    "games": "--games",
    "sprt": "--sprt",
    "control": "the limits",
    "game": "--game",
    "openings": "--openings",
}
"""How parts of a description are given on the command line."""


@dataclass(frozen=True, kw_only=True)
class Quick:
    """The options of `trilogue-bots match`; None is not given."""

    players: tuple[str, str]
    games: Sequence[str]
    options: Mapping[str, str]
    count: int
    concurrency: int
    seed: int
    limits: Mapping[str, int | None]
    inc: int
    openings: int | None
    opening_plies: int
    opening_file: Path | None
    max_plies: int | None
    resign: int | None
    draw: int | None
    proven: bool
    sprt: tuple[float, float] | None


def quick_config(quick: Quick) -> CupConfig:
    """Return the description. Raises UsageError."""
    if quick.options and len(quick.games) > 1:
        raise UsageError("--option goes with one game", "describe a cup in a file: trilogue-bots tournament")
    config = _config(quick)
    try:
        vet(config)
    except CupError as error:
        raise UsageError(f"{argument(error.path)}: {error.problem}") from error
    return config


def argument(place: Place) -> str:
    """Return what a place in a description is called on the command line."""
    if place[0] == "players" and len(place) > 1:
        return f"player {int(place[1]) + 1}"
    if "options" in place:
        return f"--option {place[-1]}"
    return ARGUMENTS.get(
        str(place[2] if place[0] == "contests" and len(place) > 2 else place[0]), str(place[0])
    )


def _config(quick: Quick) -> CupConfig:
    players = _players(quick)
    return CupConfig(
        name=" - ".join(player.title for player in players),
        players=players,
        contests=[
            ContestConfig(game=game, options=dict(quick.options), openings=_openings(quick))
            for game in quick.games
        ],
        games=quick.count,
        seed=quick.seed,
        concurrency=quick.concurrency,
        control=_control(quick),
        adjudication=Adjudication(
            plies=quick.max_plies,
            resign=None if quick.resign is None else ResignRule(score=quick.resign),
            draw=None if quick.draw is None else DrawRule(score=quick.draw),
            proven=quick.proven,
        ),
        sprt=None if quick.sprt is None else Sprt(elo0=quick.sprt[0], elo1=quick.sprt[1]),
    )


def _players(quick: Quick) -> list[PlayerConfig]:
    """Return the players; two of one name are told apart as A and B."""
    try:
        titles = [parse(text).title for text in quick.players]
    except SpecError as error:
        raise UsageError(str(error)) from error
    names = [f"{title} {letter}" for title, letter in zip(titles, "AB", strict=True)]
    alike = titles[0] == titles[1]
    return [
        PlayerConfig(player=text, name=name if alike else "")
        for text, name in zip(quick.players, names, strict=True)
    ]


def _openings(quick: Quick) -> OpeningsConfig:
    if quick.opening_file is not None:
        return OpeningsConfig(file=str(quick.opening_file.absolute()))
    pairs = (quick.count + 1) // 2
    return OpeningsConfig(
        count=pairs if quick.openings is None else quick.openings, plies=quick.opening_plies
    )


def _control(quick: Quick) -> TimeControl | None:
    """Return the limits given; None when there are none, so that those of the players count alone."""
    given = {name: value for name, value in quick.limits.items() if value is not None}
    if not given and not quick.inc:
        return None
    if set(given) == {"margin"} and not quick.inc:
        return msgspec.structs.replace(DEFAULT_CONTROL, **given)
    return TimeControl(inc=quick.inc, **given)
