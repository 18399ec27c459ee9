"""The game itself, kept by an engine: what was played, what may be played, and where it stands."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct, UnsetType

from bots.draw.board import Board, read
from bots.players.base import Turn
from protocol.answers import GoInfo, MoveDetail
from protocol.client import Client
from protocol.values import Scalar

T = TypeVar("T")

_SESSION = "main"


class Situation(Struct, frozen=True):
    """A game at one moment: `moves` are those legal now, none when it is over; `played` since `start`."""

    game: str
    options: Mapping[str, Scalar]
    start: str
    played: tuple[str, ...]
    position: str
    cells: Mapping[str, str]
    turn: str
    ply: int
    seats: Mapping[str, str]
    moves: tuple[MoveDetail, ...]
    over: bool
    result: str | None = None
    reason: str | None = None

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves in canonical form."""
        return tuple(detail.move for detail in self.moves)

    @property
    def mover(self) -> str:
        """The seat (`first` or `second`) whose turn it is."""
        return next(seat for seat, colour in self.seats.items() if colour == self.turn)

    def view(self) -> Turn:
        """Return what a player has to see to choose a move."""
        return Turn(self.game, self.options, self.start, self.played, self.position, self.legal, self.ply)


class Referee:
    """Keeps one game in a session of an engine, and knows its board."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.board: Board | None = None
        self.name = client.greeting.name if client.greeting else "engine"

    async def begin(
        self, game: str, options: Mapping[str, Scalar], start: str | None, moves: Sequence[str]
    ) -> Situation:
        """Set up a game. Raises EngineRefused, which names what is wrong with it."""
        if start is None:
            await self._client.new(game, session=_SESSION, **options)
        else:
            await self._client.position(start, game=game, session=_SESSION, **options)
        if moves:
            await self._client.play(moves, session=_SESSION)
        situation = await self.look()
        description = await self._client.describe(game, **situation.options)
        self.board = read(msgspec.to_builtins(description))
        return situation

    async def look(self) -> Situation:
        """Return how the game stands."""
        status = await self._client.status(session=_SESSION, history=True)
        shown = await self._client.show(session=_SESSION)
        moves = await self._client.moves(session=_SESSION, detail=True)
        return Situation(
            game=_given(status.game, ""),
            options=_given(status.options, {}),
            start=_given(status.start, ""),
            played=tuple(_given(status.moves, [])),
            position=shown.position,
            cells=shown.cells,
            turn=status.turn,
            ply=status.ply,
            seats=status.seats,
            moves=tuple(move for move in moves.moves if isinstance(move, MoveDetail)),
            over=status.over,
            result=_given(status.result, None),
            reason=_given(status.reason, None),
        )

    async def play(self, move: str) -> Situation:
        """Play a move. Raises EngineRefused when it is not legal."""
        await self._client.play(move, session=_SESSION)
        return await self.look()

    async def undo(self, count: int) -> Situation:
        """Take back that many plies, which must have been played."""
        await self._client.undo(count, session=_SESSION)
        return await self.look()

    async def hint(self, movetime: int, lines: int) -> list[GoInfo]:
        """Return the best lines of play found in `movetime` milliseconds, the best first."""
        async with self._client.search(session=_SESSION, movetime=movetime, multipv=lines) as search:
            await search.answer()
            return [info for _, info in sorted(search.latest.items())]


def _given(value: T | UnsetType, default: T) -> T:
    return default if isinstance(value, UnsetType) else value
