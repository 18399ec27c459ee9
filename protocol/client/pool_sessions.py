"""What a pool remembers of its sessions, so that another engine can take them over. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from protocol.answers import Answer, NewAnswer, PlayAnswer, PositionAnswer, SetAnswer
from protocol.arguments import (
    AddressArgs,
    Context,
    NewArgs,
    PonderhitArgs,
    PositionArgs,
    SetArgs,
    UndoArgs,
)
from protocol.messages import NO_OPTIONS, Request
from protocol.requests import request as make_request
from protocol.values import DEFAULT_SESSION


@dataclass(eq=False, slots=True)
class Mirror:
    """A session as the last confirmed answers left it.

    Attributes:
        name, wire: as its owner and as the engines call it.
        game, options, start, moves: the position and how it came about; no game: never confirmed.
        settings: the session's own.
        engine, epoch: where it is now; None: nowhere.
        open: ids of its requests that are not answered, in order.

    """

    name: str
    wire: str
    game: str | None = None
    options: Mapping[str, str] = field(default_factory=lambda: NO_OPTIONS)
    start: str = ""
    moves: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    engine: str | None = None
    epoch: int = 0
    open: list[str] = field(default_factory=list)

    def confirm(self, request: Request, answer: Answer) -> None:
        """Follow an answer that came."""
        args = request.args
        if isinstance(args, NewArgs) and isinstance(answer, NewAnswer):
            self.game, self.options, self.start, self.moves = args.game, request.options, answer.position, []
        elif isinstance(args, PositionArgs) and isinstance(answer, PositionAnswer):
            if args.game is not msgspec.UNSET:
                self.game, self.options = args.game, request.options
            self.start = args.position
            self.moves = [] if args.moves is msgspec.UNSET else list(args.moves)
        elif isinstance(answer, PlayAnswer):
            self.moves += answer.moves
        elif isinstance(args, UndoArgs):
            del self.moves[len(self.moves) - args.count :]
        elif isinstance(args, SetArgs) and isinstance(answer, SetAnswer):
            self.settings |= given(args)

    def rebuild(self, settings: Mapping[str, Any]) -> list[Request]:
        """Return the requests that make this session anew; `settings` hold where it has none of its own."""
        if self.game is None:
            return []
        requests = [
            make_request(
                "position",
                "rebuild",
                position=self.start,
                game=self.game,
                moves=list(self.moves),
                session=self.wire,
                **self.options,
            )
        ]
        if chosen := {**settings, **self.settings}:
            requests.append(make_request("set", "settings", session=self.wire, **chosen))
        return requests


def given(args: SetArgs) -> dict[str, Any]:
    """Return the settings that a `set` names."""
    names = (name for name in args.__struct_fields__ if name != "session")
    return {name: value for name in names if (value := getattr(args, name)) is not msgspec.UNSET}


def session_of(request: Request) -> str | None:
    """Return the session that a request is about; None: about none."""
    session = getattr(request.args, "session", None)
    if isinstance(session, str):
        return session
    args = request.args
    if isinstance(args, Context):
        return DEFAULT_SESSION if args.game is msgspec.UNSET else None
    if isinstance(args, AddressArgs | PonderhitArgs):
        return DEFAULT_SESSION if args.request is msgspec.UNSET else None
    return None


def in_session(request: Request, wire: str) -> Request:
    """Return `request` about the session `wire`."""
    args = msgspec.structs.replace(request.args, session=wire)
    return msgspec.structs.replace(request, args=args)
