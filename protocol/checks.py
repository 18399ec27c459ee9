"""Checks across the arguments of one request: what does not go together, whatever the engine's state."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType

from msgspec import UNSET

from protocol.arguments import Arguments, Context, GoArgs, HelloArgs, PonderhitArgs, SetArgs
from protocol.errors import ErrorCode, RequestError
from protocol.settings import PROCESS_WIDE, Settings
from protocol.values import VERSIONS

LIMITS = ("movetime", "depth", "nodes", "time")
"""What ends a search by itself."""

CLOCKS = ("inc", "opptime", "oppinc", "movestogo")
"""What may only be given beside `time`."""

_limits_of = attrgetter(*LIMITS)


def _bad(message: str, field: str | None = None) -> RequestError:
    return RequestError(ErrorCode.BAD_ARGUMENT, message, field)


def _hello(args: HelloArgs) -> None:
    if args.ugp not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise RequestError(ErrorCode.UNSUPPORTED_VERSION, f"ugp={args.ugp}: spoken here is {known}", "ugp")


def _context(args: Context) -> None:
    if args.game is UNSET:
        for name in ("position", "moves"):
            if getattr(args, name) is not UNSET:
                raise _bad(f"{name} needs game: a session has its own", name)
    elif args.session is not UNSET:
        raise _bad("give session or game, not both", "session")


def _clocks(args: GoArgs | PonderhitArgs) -> None:
    if args.time is UNSET and not (args.inc is args.opptime is args.oppinc is args.movestogo is UNSET):
        for name in CLOCKS:
            if getattr(args, name) is not UNSET:
                raise _bad(f"{name} needs time", name)


def has_limit(args: GoArgs) -> bool:
    """Say whether a search ends by itself, once it is neither infinite nor pondering."""
    return any(value is not UNSET for value in _limits_of(args))


def _go(args: GoArgs) -> None:
    _context(args)
    _clocks(args)
    if not (args.infinite or args.ponder or has_limit(args)):
        raise _bad(f"go needs a limit: {', '.join(LIMITS)}, infinite or ponder")


def _address(args: Arguments) -> None:
    if getattr(args, "request") is not UNSET and getattr(args, "session") is not UNSET:  # noqa: B009
        raise _bad("give request or session, not both", "session")


def _ponderhit(args: PonderhitArgs) -> None:
    _address(args)
    _clocks(args)


def _set(args: SetArgs) -> None:
    given = [name for name in Settings.__struct_fields__ if getattr(args, name) is not UNSET]
    if not given:
        raise _bad("set needs a setting: " + ", ".join(Settings.__struct_fields__))
    if args.session is not UNSET:
        for name in given:
            if name in PROCESS_WIDE:
                raise _bad(f"{name} is the whole process's: leave session out", name)


CHECKS: Mapping[str, Callable[..., None]] = MappingProxyType(
    {
        "hello": _hello,
        "moves": _context,
        "show": _context,
        "status": _context,
        "eval": _context,
        "perft": _context,
        "go": _go,
        "stop": _address,
        "ponderhit": _ponderhit,
        "set": _set,
    }
)
"""verb -> its check, which raises RequestError."""
