"""One game: every ending is told apart, and the runner's own faults blame nobody."""

import asyncio
import errno

import pytest

from bots.players.base import Player
from bots.players.engine import EnginePlayer
from bots.tournament.game import Opening
from bots.tournament.match import Adjudication, TimeControl, play
from bots.tournament.outcome import Ending, Seat
from protocol.errors import (
    DeadlineExceeded,
    EngineGone,
    EngineRefused,
    ErrorCode,
    GoneKind,
    ProtocolViolation,
    RequestError,
)
from protocol.transports.process import ProcessTransport
from tests.tournament.match.players import Act, Scripted, match, raising, saying, slow


async def test_a_game_ends_by_its_rules() -> None:
    played = await play(match(size=3), {"first": Scripted("A"), "second": Scripted("B")})
    outcome = played.result.outcome
    assert outcome.ending is Ending.WIN
    assert outcome.winner in {"first", "second"}
    assert played.result.plies == len(played.plies) > 0
    assert played.events == ()


@pytest.mark.parametrize(
    ("act", "ending", "reason"),
    [
        (saying("a1-a1"), Ending.ILLEGAL, "illegal-move"),
        (saying(""), Ending.ILLEGAL, "illegal-move"),
        (slow(0.4), Ending.TIME, "late"),
        (slow(30), Ending.STALL, "no-answer"),
        (raising(EngineGone("gone", kind=GoneKind.CRASH, exit_code=-9)), Ending.CRASH, "crash"),
        (raising(EngineGone("gone", kind=GoneKind.EXIT)), Ending.CRASH, "exit"),
        (raising(EngineGone("gone", kind=GoneKind.DISCONNECT)), Ending.DISCONNECT, "disconnect"),
        (raising(DeadlineExceeded("late")), Ending.STALL, "no-answer"),
        (raising(ProtocolViolation("what?")), Ending.ILLEGAL, "protocol-violation"),
        (raising(EngineRefused(ErrorCode.INTERNAL, "no")), Ending.ILLEGAL, "refused"),
        (raising(EngineRefused(ErrorCode.BUSY, "no slot")), Ending.STALL, "busy"),
        (raising(EngineRefused(ErrorCode.SHUTTING_DOWN, "bye")), Ending.DISCONNECT, "shutting-down"),
    ],
)
async def test_a_players_fault_loses_its_game(act: Act, ending: Ending, reason: str) -> None:
    control = TimeControl(movetime=200, margin=100, stall=300)
    players: dict[Seat, Player] = {"first": Scripted("A"), "second": Scripted("B", {3: act})}
    played = await play(match(control=control), players)
    outcome = played.result.outcome
    assert (outcome.ending, outcome.reason, outcome.winner) == (ending, reason, "first")
    assert len(played.plies) == 3, "the move that failed is not recorded as played"
    (event,) = played.events
    assert (event.kind, event.player, event.game) == (ending, "B", "g1")


@pytest.mark.parametrize(
    "error",
    [
        ValueError("a bug"),
        RequestError(ErrorCode.BAD_ARGUMENT, "our own"),
        OSError("no files left"),
        EngineGone("no broker", kind=GoneKind.UNREACHABLE),
    ],
)
async def test_the_runners_fault_is_nobodys(error: Exception) -> None:
    played = await play(match(), {"first": Scripted("A", {2: raising(error)}), "second": Scripted("B")})
    assert played.result.outcome.void
    assert played.result.outcome.reason == "runner-fault"
    assert played.events[0].player is None


@pytest.mark.parametrize(
    ("number", "blamed"),
    [(errno.EMFILE, False), (errno.EAGAIN, False), (errno.ENOENT, True), (errno.EACCES, True)],
)
async def test_an_engine_for_which_the_machine_has_no_room_is_not_blamed(
    monkeypatch: pytest.MonkeyPatch, number: int, blamed: bool
) -> None:
    async def fail(transport: ProcessTransport) -> None:
        raise OSError(number, "it can't be")

    monkeypatch.setattr(ProcessTransport, "start", fail)
    played = await play(match(), {"first": EnginePlayer.process(), "second": Scripted("B")})
    outcome = played.result.outcome
    assert outcome.void is not blamed
    assert outcome.reason == ("no-start" if blamed else "runner-fault")


async def test_cancelling_a_game_gives_no_result() -> None:
    task = asyncio.create_task(
        play(match(), {"first": Scripted("A", {0: slow(30)}), "second": Scripted("B")})
    )
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_untimed_player_that_is_silent_stalls() -> None:
    control = TimeControl(nodes=1000, stall=100)
    played = await play(
        match(control=control), {"first": Scripted("A", {0: slow(30)}), "second": Scripted("B")}
    )
    assert played.result.outcome.ending is Ending.STALL
    assert played.result.outcome.winner == "second"


async def test_swap_gives_the_win_to_the_right_seat() -> None:
    """After the swap the second player has black; a line of black stacks is its win."""
    moves = ("d4", "swap")
    players: dict[Seat, Player] = {
        "first": Scripted("A"),
        "second": Scripted("B", {3: raising(DeadlineExceeded("x"))}),
    }
    played = await play(match("lot", opening=Opening(moves=moves)), players)
    assert played.result.swapped
    assert played.result.outcome.winner == "first"
    assert [ply.move for ply in played.plies] == ["a1"], "the first player, now white, moves at ply 2"


async def test_a_move_limit_draws_and_says_why() -> None:
    played = await play(
        match("loa", adjudication=Adjudication(plies=6)), {"first": Scripted("A"), "second": Scripted("B")}
    )
    outcome = played.result.outcome
    assert (outcome.ending, outcome.winner, outcome.reason) == (Ending.ADJUDICATION, None, "plies")
    assert outcome.counters == {"plies": 6, "limit": 6}
    assert len(played.plies) == 6


async def test_an_opening_that_is_illegal_is_the_runners_fault() -> None:
    played = await play(
        match("loa", opening=Opening(moves=("b1-b2",))), {"first": Scripted("A"), "second": Scripted("B")}
    )
    assert played.result.outcome.void
