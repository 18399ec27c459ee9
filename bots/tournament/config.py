"""A described tournament: what cup.toml may say, and the plan and openings that come of it.

name = "Spring cup"
format = "round-robin"            # match, round-robin, gauntlet or swiss
games = 100                       # whenever two players meet, in each contest; always pairs
seed = 7
file = "spring.db"

[control]                         # for everybody; a player may have its own
time = 10000
inc = 100

[adjudication]
plies = 300

[[contests]]
game = "loa"
openings = { count = 50, plies = 4 }

[[players]]
name = "new"
player = "engine?threads=1"       # one line, as everywhere
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from bots.players.spec import PlayerSpec, SpecError, parse
from bots.tournament.game import Contest, Opening, Scalar, contest
from bots.tournament.match.adjudication import Adjudication
from bots.tournament.match.clock import TimeControl
from bots.tournament.openings import generate, read_openings
from bots.tournament.openings.generate import Evaluate
from bots.tournament.schedule.plan import Format, Plan, PlanError
from bots.tournament.statistics.sprt import Sprt, SprtError

DEFAULT_CONTROL = TimeControl(movetime=100)
DEFAULT_OPENING_PLIES = 4
MAX_CONCURRENCY = 256


class OpeningsConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a contest's games begin: `file`, or `count` generated ones (0: the game's start, always).

    plies -- random plies of each generated opening
    margin -- hundredths: only openings that a short search scores within it are taken; 0 takes any
    """

    file: str | None = None
    count: Annotated[int, Meta(ge=0, le=100_000)] = 0
    plies: Annotated[int, Meta(ge=0, le=100)] = DEFAULT_OPENING_PLIES
    margin: Annotated[int, Meta(ge=0)] = 60


class ContestConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game of a cup with its options."""

    game: str
    options: dict[str, Scalar] = {}
    openings: OpeningsConfig = OpeningsConfig()

    def contest(self) -> Contest:
        """Return the contest as a schedule knows it."""
        return contest(self.game, **self.options)


class PlayerConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player: `player` is its one-line form, `control` what it may use in place of everybody's."""

    player: str
    name: str = ""
    control: TimeControl | None = None

    def spec(self) -> PlayerSpec:
        """Return the player's spec, under the name it has here. Raises SpecError."""
        spec = parse(self.player)
        return msgspec.structs.replace(spec, name=self.name or spec.title)


class CupConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole description.

    games -- games in each contest whenever two players meet; rounded up to pairs
    rounds -- Swiss: how many (0: enough to tell the players apart)
    heads -- gauntlet: so many of the first players meet all others
    prepare -- seconds in which an engine must be ready for a game
    retries -- how often a game that a fault of the runner spoilt is played again before it stays void
    sprt -- stop a match as soon as one hypothesis is accepted
    anchor, anchor_elo -- the player whose rating is fixed, and at what
    """

    players: Annotated[list[PlayerConfig], Meta(min_length=2)]
    contests: Annotated[list[ContestConfig], Meta(min_length=1)]
    name: str = "Tournament"
    format: Format = "match"
    games: Annotated[int, Meta(ge=1, le=10_000_000)] = 2
    rounds: Annotated[int, Meta(ge=0)] = 0
    heads: Annotated[int, Meta(ge=1)] = 1
    seed: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    concurrency: Annotated[int, Meta(ge=1, le=MAX_CONCURRENCY)] = 1
    file: str = "tournament.db"
    control: TimeControl = DEFAULT_CONTROL
    adjudication: Adjudication = Adjudication()
    prepare: Annotated[float, Meta(gt=0, le=600)] = 15.0
    retries: Annotated[int, Meta(ge=0, le=100)] = 2
    sprt: Sprt | None = None
    anchor: str | None = None
    anchor_elo: float = 0.0

    def plan(self, openings: Mapping[str, tuple[Opening, ...]]) -> Plan:
        """Return the plan that the schedule is made from. Raises PlanError, SpecError."""
        plan = Plan(
            format=self.format,
            players=tuple(player.spec().title for player in self.players),
            contests=tuple(each.contest() for each in self.contests),
            pairs=(self.games + 1) // 2,
            rounds=self.rounds,
            heads=self.heads,
            seed=self.seed,
            openings={name: len(listed) for name, listed in openings.items() if listed},
        )
        plan.check()
        return plan

    def check(self) -> None:
        """Raise PlanError or SpecError for what TOML alone can't tell."""
        for index, player in enumerate(self.players, 1):
            try:
                player.spec()
            except SpecError as error:
                raise PlanError("players", f"player {index}: {error}") from error
            if not (player.control or self.control).limited:
                raise PlanError("control", f"nothing ends the thinking of player {index}: give it a limit")
        if self.sprt is not None:
            if self.format != "match":
                raise PlanError("sprt", "a sequential test is of a match, with two players")
            try:
                self.sprt.check()
            except SprtError as error:
                raise PlanError(f"sprt.{error.field}", str(error)) from error
        names = self.plan({}).players
        if self.anchor is not None and self.anchor not in names:
            raise PlanError("anchor", f"{self.anchor!r} does not play; players are {', '.join(names)}")


def make_openings(
    config: CupConfig, folder: Path, evaluator: Callable[[Contest], Evaluate]
) -> dict[str, tuple[Opening, ...]]:
    """Return the openings of every contest by its name; files are looked up from `folder`.

    evaluator -- gives a contest's short search; asked only where a margin is wanted

    Raises OpeningError, OpeningFileError, RequestError.
    """
    openings: dict[str, tuple[Opening, ...]] = {}
    for each in config.contests:
        described, wanted = each.contest(), each.openings
        if wanted.file is not None:
            openings[described.name] = read_openings(described, folder / wanted.file)
        elif wanted.count:
            evaluate = evaluator(described) if wanted.margin else None
            openings[described.name] = generate(
                described, wanted.count, wanted.plies, config.seed, evaluate=evaluate, margin=wanted.margin
            )
    return openings
