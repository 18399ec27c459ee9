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

from bots.config import Path as Place
from bots.config import dotted
from bots.players.base import Limits
from bots.players.spec import PlayerSpec, parse
from bots.tournament.game import Contest, Opening, Scalar, contest
from bots.tournament.match.adjudication import Adjudication
from bots.tournament.match.clock import TimeControl
from bots.tournament.openings import OpeningError, generate, read_openings
from bots.tournament.openings.generate import Evaluate
from bots.tournament.schedule.plan import Format, Plan
from bots.tournament.statistics.sprt import Sprt
from engine import games

DEFAULT_CONTROL = TimeControl(movetime=100)
DEFAULT_OPENING_PLIES = 4
MAX_CONCURRENCY = 256


class CupError(ValueError):
    """A description that can't be played; `path` is where in it the fault is."""

    def __init__(self, path: Place, problem: str) -> None:
        super().__init__(f"{dotted(path)}: {problem}")
        self.path = path
        self.problem = problem


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
        """Return the contest as a schedule knows it: options as the game types them, defaults left out.

        Raises RequestError for a game or an option that does not exist.
        """
        options = games.begin(self.game, self.options).options
        declared = games.declared(self.game)
        given = {name: options[name] for name in self.options if options[name] != declared[name]["default"]}
        return contest(self.game, **given)


class PlayerConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player.

    player -- its one-line form
    name -- how it is shown; else what its one-line form gives
    control -- what it may use in place of everybody's
    directory -- where the process of a `cmd` runs, seen from the description's folder; else that folder
    """

    player: str
    name: str = ""
    control: TimeControl | None = None
    directory: str = ""

    @property
    def title(self) -> str:
        """The name it has in this tournament. Raises SpecError."""
        return self.name or parse(self.player).title

    def spec(self) -> PlayerSpec:
        """Return what the player is made from; its limits are the referee's affair. Raises SpecError."""
        spec = parse(self.player)
        directory = self.directory if spec.kind == "cmd" else ""  # ours is the same everywhere
        return msgspec.structs.replace(spec, name=self.title, limits=Limits(), directory=directory)


class CupConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole description.

    file -- where everything is kept, beside the description; else its name with the ending .db
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
    file: str = ""
    control: TimeControl | None = None
    adjudication: Adjudication = Adjudication()
    prepare: Annotated[float, Meta(gt=0, le=600)] = 15.0
    retries: Annotated[int, Meta(ge=0, le=100)] = 2
    sprt: Sprt | None = None
    anchor: str | None = None
    anchor_elo: float = 0.0

    def control_of(self, player: PlayerConfig) -> TimeControl:
        """Return what a player may use: its own control or everybody's, then the limits of its one-line form.

        Raises SpecError.
        """
        own = {
            name: value
            for name, value in parse(player.player).limits.given().items()
            if name in TimeControl.__struct_fields__
        }
        control = player.control or self.control
        if control is None:
            control = TimeControl() if own else DEFAULT_CONTROL
        return msgspec.structs.replace(control, **own)

    def plan(self, openings: Mapping[str, tuple[Opening, ...]]) -> Plan:
        """Return the plan that the schedule is made from. Raises PlanError, SpecError, RequestError."""
        plan = Plan(
            format=self.format,
            players=tuple(player.title for player in self.players),
            contests=tuple(each.contest() for each in self.contests),
            pairs=(self.games + 1) // 2,
            rounds=self.rounds,
            heads=self.heads,
            seed=self.seed,
            openings={name: len(listed) for name, listed in openings.items() if listed},
        )
        plan.check()
        return plan


def make_openings(
    config: CupConfig, folder: Path, evaluator: Callable[[Contest], Evaluate]
) -> dict[str, tuple[Opening, ...]]:
    """Return the openings of every contest by its name; files are looked up from `folder`.

    evaluator -- gives a contest's short search; asked only where a margin is wanted

    Raises CupError where there are not so many, OpeningFileError.
    """
    openings: dict[str, tuple[Opening, ...]] = {}
    for index, each in enumerate(config.contests):
        described, wanted = each.contest(), each.openings
        if wanted.file is not None:
            openings[described.name] = read_openings(described, folder / wanted.file)
        elif wanted.count:
            evaluate = evaluator(described) if wanted.margin else None
            try:
                openings[described.name] = generate(
                    described,
                    wanted.count,
                    wanted.plies,
                    config.seed,
                    evaluate=evaluate,
                    margin=wanted.margin,
                )
            except OpeningError as error:
                raise CupError(("contests", index, "openings"), str(error)) from error
    return openings
