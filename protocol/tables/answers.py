"""The answers of the tables' verbs."""

from typing import Annotated, Any

from msgspec import Meta

from protocol.answers import Answer
from protocol.tables.documents import BotOffer, ChallengeInfo, Event, Seat, TableInfo, TableState, UnixTime
from protocol.values import PLIES


class HelloAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `hello`."""

    ugp: Annotated[int, Meta(description="the version spoken")]
    name: Annotated[str, Meta(description="name of the service")]
    version: Annotated[str, Meta(description="its version")]
    user: Annotated[str, Meta(description="who is asking")]
    games: Annotated[dict[str, Any], Meta(description="game -> its options, as in the engine's `hello`")]
    limits: Annotated[dict[str, int], Meta(description="bounds of the service; see Bounds")]


class ChallengeAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `challenge`."""

    challenge: Annotated[str, Meta(description="its id, and that of the table if it is accepted")]


class StateAnswer(Answer, frozen=True, kw_only=True):
    """Answer of what a player does at a table."""

    table: Annotated[str, Meta(description="the table")]
    seq: Annotated[int, Meta(description="number of the table's last event")]
    ply: Annotated[int, Meta(extra_json_schema=PLIES, description="plies played")]
    phase: Annotated[str, Meta(description="as in the table's state")]


class SyncAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `sync`."""

    state: Annotated[TableState, Meta(description="the table as it stands")]
    events: Annotated[list[Event], Meta(description="with `since`: what happened after it, in order")]


class MineAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `mine`."""

    challenges: Annotated[list[ChallengeInfo], Meta(description="open ones to and from the user")]
    tables: Annotated[list[TableInfo], Meta(description="games under way of the user")]


class BotInfo(Answer, frozen=True, kw_only=True):
    """A bot that is there."""

    user: Annotated[str, Meta(description="whom to challenge")]
    offer: Annotated[BotOffer, Meta(description="what it accepts")]
    ratings: Annotated[dict[str, int], Meta(description="game -> rating")]


class LobbyAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `lobby`, and the retained document of that topic."""

    challenges: Annotated[list[ChallengeInfo], Meta(description="open to anybody, the latest first")]
    tables: Annotated[list[TableInfo], Meta(description="games under way, the latest first")]
    bots: Annotated[list[BotInfo], Meta(description="bots that are there")]
    more: Annotated[int, Meta(description="how many entries were left out, for the message is bounded")]


class RatingInfo(Answer, frozen=True, kw_only=True):
    """One user's rating in one game."""

    user: Annotated[str, Meta(description="the user")]
    game: Annotated[str, Meta(description="the game")]
    rating: Annotated[int, Meta(description="as for Elo: 200 more are a clear advantage")]
    error: Annotated[int, Meta(description="with 95 % certainty the rating is within so much")]
    games: Annotated[int, Meta(description="rated games")]


class RatingsAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `ratings`."""

    ratings: Annotated[list[RatingInfo], Meta(description="the highest first, at most 200")]


class ResultsAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `results`."""

    tables: Annotated[list[TableInfo], Meta(description="finished games, the latest first")]


class RecordAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `record`."""

    table: Annotated[str, Meta(description="the table")]
    game: Annotated[str, Meta(description="the game")]
    options: Annotated[dict[str, Any], Meta(description="its options")]
    start: Annotated[str, Meta(description="position string it began with")]
    players: Annotated[dict[Seat, str], Meta(description="seat -> user")]
    moves: Annotated[list[str], Meta(description="the moves")]
    used: Annotated[list[int], Meta(description="for each move the ms it took")]
    ended: Annotated[str, Meta(description="how it ended; empty: it goes on")]
    reason: Annotated[str, Meta(description="the rule or what happened")]
    winner: Annotated[str, Meta(description="seat of the winner; empty: none")]


class GuestAnswer(Answer, frozen=True, kw_only=True):
    """Answer of `guest`."""

    user: Annotated[str, Meta(description="the account's name, to log in with")]
    password: Annotated[str, Meta(description="its password")]
    expires: Annotated[UnixTime, Meta(description="when the account ends")]


SHAPES = (BotInfo, RatingInfo)
