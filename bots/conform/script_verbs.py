"""The verbs that a scripted engine serves, each a small handler."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from bots.conform.script import Scripted, Thinking
from protocol import answers
from protocol.answers import Answer, HelloAnswer, OptionInfo
from protocol.errors import ErrorCode, RequestError
from protocol.messages import Error, Request

if TYPE_CHECKING:
    from engine.games import State


def _hello(script: Scripted, request: Request) -> Answer:
    from engine import games

    declared = {
        game: {option: OptionInfo(**spec) for option, spec in games.declared(game).items()}
        for game in games.names()
    }
    return HelloAnswer(
        ugp=1,
        name=script.name,
        version="1",
        versions=[1],
        games=declared,
        encodings=["text", "msgpack"],
        features=list(script.features),
        limits={"line": 65536, "sessions": 1000, "searches": 1000},
    )


def _new(script: Scripted, request: Request) -> Answer:
    from engine import games

    args: Any = request.args
    if request.verb == "new":
        state = games.begin(args.game, request.options)
    else:
        if args.game is UNSET:
            raise RequestError(ErrorCode.BAD_ARGUMENT, "this script wants the game", "game")
        state = games.begin(args.game, request.options, args.position)
        if args.moves is not UNSET:
            games.play(state, args.moves)
    script.sessions[args.session] = state
    shared = {
        "session": args.session,
        "game": state.game,
        "position": state.position,
        "turn": state.turn,
        "ply": state.ply,
        "hash": state.hash,
    }
    return (
        answers.NewAnswer(**shared)
        if request.verb == "new"
        else answers.PositionAnswer(**shared, **_end(state))
    )


def _end(state: "State") -> dict[str, Any]:
    return {"over": True, "result": state.result, "reason": state.reason} if state.over else {"over": False}


def _play(script: Scripted, request: Request) -> Answer:
    from engine import games

    args: Any = request.args
    state = script.state_of(request)
    if args.ply not in (UNSET, state.ply):
        raise RequestError(ErrorCode.BAD_ARGUMENT, f"the session is at ply {state.ply}", "ply")
    moves = games.play(state, args.moves, field="session")
    script.sessions[args.session] = state
    return answers.PlayAnswer(
        moves=moves, position=state.position, turn=state.turn, ply=state.ply, hash=state.hash, **_end(state)
    )


def _undo(script: Scripted, request: Request) -> Answer:
    from engine import games

    args: Any = request.args
    state = script.state_of(request)
    games.undo(state, args.count)
    script.sessions[args.session] = state
    return answers.UndoAnswer(position=state.position, turn=state.turn, ply=state.ply, hash=state.hash)


def _show(script: Scripted, request: Request) -> Answer:
    state = script.state_of(request)
    return answers.ShowAnswer(position=state.position, cells=state.cells(), text=state.text())


def _moves(script: Scripted, request: Request) -> Answer:
    state = script.state_of(request)
    moves = state.moves()
    return answers.MovesAnswer(count=len(moves), moves=list(moves), hash=state.hash, ply=state.ply)


def _status(script: Scripted, request: Request) -> Answer:
    args: Any = request.args
    state = script.state_of(request)
    history: dict[str, Any] = {}
    if args.history:
        history = {"game": state.game, "options": state.options, "start": state.start, "moves": state.history}
    return answers.StatusAnswer(
        turn=state.turn,
        ply=state.ply,
        seats=state.seats,
        legal=state.legal,
        hash=state.hash,
        **_end(state),
        **history,
    )


def _go(script: Scripted, request: Request) -> None:
    state = script.state_of(request)
    if state.over:
        raise RequestError(ErrorCode.GAME_OVER, f"the game is over: {state.result}", "session")
    if script.busy(request):
        raise RequestError(ErrorCode.BUSY, "the session is searching", "session")
    now = time.monotonic()
    script.begin(Thinking(request, state, until=now + 10**6, next_info=now))


def _meant(script: Scripted, args: Any) -> list[Thinking]:
    return [search for name, search in script.thinking.items() if args.request in (UNSET, name)]


def _stop(script: Scripted, request: Request) -> Answer:
    meant = _meant(script, request.args)
    for search in meant:
        script.finish(search)
    return answers.CountAnswer(count=len(meant))


def _cancel(script: Scripted, request: Request) -> Answer:
    meant = _meant(script, request.args)
    for search in meant:
        del script.thinking[search.request.id]
        script.send(Error(search.request.id, ErrorCode.CANCELLED, f"cancelled by request {request.id}"))
    return answers.CountAnswer(count=len(meant))


def _close(script: Scripted, request: Request) -> Answer:
    args: Any = request.args
    script.state_of(request)
    if script.busy(request):
        raise RequestError(ErrorCode.BUSY, "the session is searching", "session")
    del script.sessions[args.session]
    return answers.Empty()


def _set(script: Scripted, request: Request) -> Answer:
    names = answers.SetAnswer.__struct_fields__
    return answers.SetAnswer(**{name: getattr(request.args, name) for name in names})


def _empty(script: Scripted, request: Request) -> Answer:
    return answers.Empty()


def _options(script: Scripted, request: Request) -> Answer:
    return answers.OptionsAnswer(settings={})


Handler = Callable[[Scripted, Request], Answer | None]

HANDLERS: dict[str, Handler] = {
    "hello": _hello,
    "new": _new,
    "position": _new,
    "play": _play,
    "undo": _undo,
    "show": _show,
    "moves": _moves,
    "status": _status,
    "go": _go,
    "stop": _stop,
    "ponderhit": _stop,
    "cancel": _cancel,
    "close": _close,
    "options": _options,
    "set": _set,
    "clear": _empty,
    "ping": _empty,
    "quit": _empty,
}
