"""What a player is: the small interface behind which bots and engines are all alike."""

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct, structs

from protocol.answers import GoInfo
from protocol.values import Scalar


class Limits(Struct, frozen=True, omit_defaults=True):
    """What ends a player's thinking about one move, whichever comes first; None is not given.

    Times are milliseconds: `movetime` for this move; `time` and `inc` the clock of the player to move and
    its increment, `opptime` and `oppinc` those of the other, `movestogo` moves to the next time control.
    `nodes` are moves made in the search, `depth` plies.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    time: int | None = None
    inc: int | None = None
    opptime: int | None = None
    oppinc: int | None = None
    movestogo: int | None = None

    def given(self) -> dict[str, int]:
        """Return the limits that are set, by name: the arguments of `go`."""
        return {name: value for name, value in structs.asdict(self).items() if value is not None}

    def over(self, other: "Limits") -> "Limits":
        """Return these limits, and where they are not set those of `other`."""
        return structs.replace(other, **self.given())

    def after(self, seconds: float) -> "Limits":
        """Return what is left of them when so many seconds of the move are over: 1 ms at least."""
        gone = round(seconds * 1000)
        times = {"movetime": self.movetime, "time": self.time}
        left = {name: max(1, value - gone) for name, value in times.items() if value is not None}
        return structs.replace(self, **left)


class Turn(Struct, frozen=True):
    """What a player sees when it has to move: the whole game so far.

    `start` is the position string it began with (None: the game's own start), `moves` those played
    since, canonical; `position` and `ply` say where that led, `legal` are the moves there, at least one.
    """

    game: str
    options: Mapping[str, Scalar]
    start: str | None
    moves: tuple[str, ...]
    position: str
    legal: tuple[str, ...]
    ply: int


class Choice(Struct, frozen=True):
    """The move chosen, and what the player says of it.

    `score` is from the player's side (`cp:12`, `win:5`, `loss:4`, `draw`; None: it has no opinion),
    `depth` in plies, `nodes` moves looked at, `time_ms` milliseconds it says it took (None: unknown).
    """

    move: str
    score: str | None = None
    depth: int | None = None
    nodes: int | None = None
    time_ms: int | None = None
    pv: tuple[str, ...] = ()


class Player(Protocol):
    """Somebody who can be asked for a move.

    Constructing one does nothing; `prepare` comes before each game and brings up what it needs (again,
    if it died), then any number of `choose`, one at a time. Cancelling `choose` abandons the move and
    leaves the player fit for another game. `close` ends it, and may be called at any time, also twice.
    """

    name: str

    async def prepare(
        self, game: str, options: Mapping[str, Scalar], start: str | None, seed: int | None = None
    ) -> None:
        """Get ready for a new game and forget the last one.

        `seed` is for what the player leaves to chance in this game; one that was given a seed of its own
        keeps that.

        Raises UgpError when an engine cannot be had or does not know the game.
        """

    async def choose(
        self, view: Turn, limits: Limits, on_info: Callable[[GoInfo], None] | None = None
    ) -> Choice:
        """Choose a move; `on_info` hears of the thinking meanwhile.

        Raises UgpError when an engine fails. The move is not checked here: the referee does that.
        """

    async def close(self) -> None:
        """End the player."""
