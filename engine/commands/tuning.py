"""Verbs that show and change settings, and forget what searches have learnt."""

import msgspec
from msgspec import UNSET

from engine.bounds import most_memory
from engine.commands.guards import refuse_clash, refuse_remote
from engine.sessions import Peer
from protocol.answers import Empty, OptionInfo, OptionsAnswer, SetAnswer
from protocol.arguments import NoArgs, OptionsArgs, SetArgs
from protocol.errors import ErrorCode, RequestError
from protocol.fields import fields_of
from protocol.messages import Request
from protocol.order import SETTING_ORDER
from protocol.settings import Settings

NAMES = Settings.__struct_fields__


def options(peer: Peer, args: OptionsArgs, _request: Request) -> OptionsAnswer:
    """List the settings with their ranges and the values in force."""
    session = None if args.session is UNSET else peer.session(args.session).name
    values = msgspec.structs.replace(peer.settings_of(session), memory=peer.engine.searches.memory)
    declared = fields_of(SetArgs)
    listed = {}
    for name in NAMES:
        field = declared[name]
        listed[name] = OptionInfo(
            type=field.kind.value,
            default=getattr(Settings(), name),
            min=UNSET if field.low is None else field.low,
            max=UNSET if field.high is None else field.high,
            unit=field.unit or UNSET,
            value=getattr(values, name),
            description=field.description,
        )
    return OptionsAnswer(settings=listed)


def set_(peer: Peer, args: SetArgs, _request: Request) -> SetAnswer:
    """Change settings of the connection, of a session, or (memory) of the process: all given or none."""
    session = None if args.session is UNSET else peer.session(args.session)
    given = {name: value for name in NAMES if (value := getattr(args, name)) is not UNSET}
    for name in given.keys() & SETTING_ORDER.keys():
        refuse_remote(peer, SETTING_ORDER[name], f"set {name}", name)
        refuse_clash(peer, SETTING_ORDER[name], None)
    if "memory" in given and given["memory"] > most_memory():
        message = f"memory must be at most {most_memory()} MiB, which is all this machine has"
        raise RequestError(ErrorCode.BAD_ARGUMENT, message, field="memory")
    own = {name: value for name, value in given.items() if name != "memory"}
    if "memory" in given:
        peer.engine.searches.resize(given["memory"])
    if session is not None:
        session.overrides.update(own)
    else:
        peer.settings = msgspec.structs.replace(peer.settings, **own)
    return SetAnswer(**given)


def clear(peer: Peer, _args: NoArgs, _request: Request) -> Empty:
    """Forget all tables, so that equal inputs give equal answers again."""
    peer.engine.searches.clear()
    return Empty()
