"""The verbs: one small handler each, found by name in one table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.commands import about, control, playing, reading, searching, tuning
from engine.sessions import Peer
from protocol.answers import Answer
from protocol.messages import Request

Handler = Callable[[Peer, Any, Request], Answer | None]
"""Takes the peer, the verb's checked arguments and the whole request. Returns the answer, None when it comes
later; raises RequestError."""

COMMANDS: Mapping[str, Handler] = MappingProxyType(
    {
        "hello": about.hello,
        "describe": about.describe,
        "ping": about.ping,
        "quit": control.quit_,
        "new": playing.new,
        "position": playing.position,
        "play": playing.play,
        "undo": playing.undo,
        "close": playing.close,
        "moves": reading.moves,
        "show": reading.show,
        "status": reading.status,
        "eval": reading.evaluate,
        "go": searching.go,
        "perft": searching.perft,
        "stop": control.stop,
        "cancel": control.cancel,
        "ponderhit": control.ponderhit,
        "options": tuning.options,
        "set": tuning.set_,
        "clear": tuning.clear,
    }
)
