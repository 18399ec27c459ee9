"""The scalar types of UGP/1, with their bounds: what an argument or an answer field may hold.

Each alias is a plain Python type with a `msgspec.Meta`, read by `protocol.fields` for checks and messages and
by msgspec for the JSON schema. `extra_json_schema={"unit": ...}` names the unit.
"""

from typing import Annotated

from msgspec import Meta

Scalar = str | int | bool
"""A value of a game option or of a setting."""

NAME_PATTERN = r"^[A-Za-z0-9_.-]{1,64}$"
"""Request ids and session names."""

NAME_RULE = "1 to 64 of the characters A-Z a-z 0-9 _ . -"
"""The same in words, for messages."""

OPTION_PATTERN = r"^[a-z][a-z0-9_]{0,31}$"
"""Names of game options."""

DEFAULT_SESSION = "main"
VERSIONS = (1,)
"""The versions of the protocol spoken here."""

QUIET = "quiet"
"""The feature of an engine whose `go` takes `quiet`."""

MS = {"unit": "ms"}
PLIES = {"unit": "plies"}
DAY = 86_400_000
INT63 = 2**63 - 1
MOST_MEMORY = 65_536
"""MiB."""

SessionName = Annotated[str, Meta(pattern=NAME_PATTERN)]
RequestId = Annotated[str, Meta(pattern=NAME_PATTERN)]
GameName = Annotated[str, Meta(min_length=1, max_length=64)]
PositionText = Annotated[str, Meta(min_length=1, max_length=1024)]
MoveList = list[str]
Milliseconds = Annotated[int, Meta(ge=0, le=30 * DAY, extra_json_schema=MS)]
MoveTime = Annotated[int, Meta(ge=1, le=DAY, extra_json_schema=MS)]
Ply = Annotated[int, Meta(ge=0, le=2_000_000, extra_json_schema=PLIES)]
"""Engines take positions of any ply up to a million, and games from there go on."""
Threads = Annotated[int, Meta(ge=1, le=256)]
Memory = Annotated[int, Meta(ge=1, le=MOST_MEMORY, extra_json_schema={"unit": "MiB"})]
MultiPv = Annotated[int, Meta(ge=1, le=64)]
Seed = Annotated[int, Meta(ge=0, le=INT63)]
InfoInterval = Annotated[int, Meta(ge=50, le=1000, extra_json_schema=MS)]
