"""Accounts at a broker that come and go: what the guests' verb needs, whatever the broker is."""

import asyncio
import base64
import contextlib
import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from protocol.bus import Bus, BusError, Message, Subscription
from protocol.errors import ErrorCode, RequestError

DEADLINE = 5.0  # s for the broker to do as it was told


class Accounts(Protocol):
    """Makes and ends logins at the broker. Both raise RequestError (`internal`) when that fails."""

    async def create(self, user: str, password: str) -> None:
        """Make a login that the access rules know as a player."""

    async def delete(self, user: str) -> None:
        """End a login; one that is not there is no fault."""


class DynamicSecurity:
    """mosquitto's dynamic-security plugin, spoken to over the bus.

    The referee's own login needs the right to publish to `$CONTROL/dynamic-security/v1` and to read
    `…/response`; `role` must exist there and hold what deploy/acl.conf grants to everybody.
    """

    TOPIC = "$CONTROL/dynamic-security/v1"

    def __init__(self, bus: Bus, role: str = "player") -> None:
        self._bus = bus
        self._role = role

    async def create(self, user: str, password: str) -> None:
        """See Accounts."""
        roles = [{"rolename": self._role, "priority": 0}]
        command: dict[str, object] = {
            "command": "createClient",
            "username": user,
            "password": password,
            "roles": roles,
        }
        await self._ask(command, user)

    async def delete(self, user: str) -> None:
        """See Accounts."""
        await self._ask({"command": "deleteClient", "username": user}, user, missing_is_fine=True)

    async def _ask(self, command: dict[str, object], user: str, *, missing_is_fine: bool = False) -> None:
        mark = secrets.token_hex(8)
        try:
            async with asyncio.timeout(DEADLINE):
                with contextlib.closing(await self._bus.subscribe([f"{self.TOPIC}/response"])) as answers:
                    body = msgspec.json.encode({"commands": [{**command, "correlationData": mark}]})
                    await self._bus.publish(Message(self.TOPIC, body, 1))
                    fault = await _answer(answers, mark)
        except (BusError, TimeoutError) as error:
            raise _failed(user, str(error) or "the broker does not answer") from None
        if fault is not None and not (missing_is_fine and "not found" in fault.lower()):
            raise _failed(user, fault)


async def _answer(subscription: Subscription, mark: str) -> str | None:
    """Wait for the plugin's answer to the command so marked; return its error, or None."""
    while True:
        message = await subscription.get()
        try:
            responses = msgspec.json.decode(message.payload)["responses"]
        except (msgspec.DecodeError, KeyError, TypeError):
            continue
        for each in responses:
            if each.get("correlationData") == mark:
                error = each.get("error")
                return None if error is None else str(error)


class PasswordFile:
    """mosquitto's password file, rewritten; `reload` is the command that has the broker read it again.

    Lines are `user:$7$iterations$salt$hash` (PBKDF2 with SHA-512), as mosquitto_passwd writes them.
    """

    ITERATIONS = 101

    def __init__(self, path: Path, reload: Sequence[str]) -> None:
        self._path = path
        self._reload = tuple(reload)
        self._turn = asyncio.Lock()

    async def create(self, user: str, password: str) -> None:
        """See Accounts."""
        await self._write(user, f"{user}:{hashed(password, secrets.token_bytes(12), self.ITERATIONS)}")

    async def delete(self, user: str) -> None:
        """See Accounts."""
        await self._write(user, None)

    async def _write(self, user: str, line: str | None) -> None:
        async with self._turn:
            try:
                await asyncio.to_thread(self._rewrite, user, line)
                process = await asyncio.create_subprocess_exec(
                    *self._reload,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                )
                try:
                    async with asyncio.timeout(DEADLINE):
                        status = await process.wait()
                except TimeoutError:
                    process.kill()
                    await process.wait()
                    raise
            except (OSError, TimeoutError) as error:
                raise _failed(user, str(error) or "the reload command hangs") from None
            if status:
                raise _failed(user, f"the reload command ended with {status}")

    def _rewrite(self, user: str, line: str | None) -> None:
        """Put the new file in the old one's place in one step: the broker never reads half of it."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        kept = [each for each in lines if each.partition(":")[0] != user]
        unfinished = self._path.with_name(self._path.name + ".new")
        unfinished.touch(mode=0o640)
        unfinished.write_text(
            "".join(f"{each}\n" for each in [*kept, *filter(None, [line])]), encoding="utf-8"
        )
        if self._path.exists():
            unfinished.chmod(self._path.stat().st_mode & 0o777)
        unfinished.replace(self._path)


def hashed(password: str, salt: bytes, iterations: int) -> str:
    """Return a password as mosquitto's password file holds it."""
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, iterations)
    parts = (base64.b64encode(salt).decode(), base64.b64encode(digest).decode())
    return f"$7${iterations}${parts[0]}${parts[1]}"


def _failed(user: str, why: str) -> RequestError:
    return RequestError(ErrorCode.INTERNAL, f"the account {user} was not changed: {why}")
