"""Where each request of a pool goes, and where next when that comes to nothing."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from protocol.answers import CountAnswer
from protocol.arguments import SetArgs
from protocol.bus.presence import EngineStatus
from protocol.client.bus_mailbox import Mailbox, Received
from protocol.client.pool_engines import Engines, Known
from protocol.client.pool_errands import Errand, Errands, is_control
from protocol.client.pool_sessions import Mirror, given, in_session, session_of
from protocol.errors import ErrorCode
from protocol.messages import Error, Info, Ok, Request
from protocol.requests import request as make_request

SHUN = 10.0  # s that a silent engine is not asked again
PAUSE = 0.1  # s that a busy engine is not asked for work again, unless it tells of a free slot
MARGIN = 0.5  # s before a deadline at which a request that found no engine is given up
CHORE = 30.0  # s that our own errands to an engine may take


class Dispatcher:
    """Sends requests to engines and their answers to `deliver`, exactly one final one each.

    - `silence`: s without a word from an engine that owes us one, before it is asked for a sign of life;
      after as long again its requests go elsewhere.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        engines: Iterable[str] | None,
        deliver: Callable[[Received], None],
        *,
        silence: float,
    ) -> None:
        self._mailbox = mailbox
        self._deliver = deliver
        self._silence = silence
        self._loop = asyncio.get_running_loop()
        self._nonce = secrets.token_hex(3)
        self._serial = 0
        self._engines = Engines(engines)
        self._errands = Errands()
        self._mirrors: dict[str, Mirror] = {}
        self._settings: dict[str, Any] = {}
        mailbox.watch(self._seen)
        for name, status in mailbox.statuses.items():
            self._seen(name, status)

    def any_ready(self) -> bool:
        """Return whether some engine can be asked."""
        return self._engines.choose(self._loop.time(), work=False) is not None

    def take(self, request: Request, seconds: float) -> None:
        """Serve a request within so many seconds."""
        errand = Errand(request, self._loop.time() + seconds, min(MARGIN, seconds / 4))
        name = session_of(request)
        if name is not None:
            if name not in self._mirrors:
                self._serial += 1
                self._mirrors[name] = Mirror(name, f"{self._mailbox.caller.client}.{self._serial}")
            errand.mirror = self._mirrors[name]
        self._errands.add(errand)
        self._place(errand)

    def close(self) -> None:
        """Serve nothing more."""
        self._errands.clear()

    # Where to.

    def _place(self, errand: Errand) -> None:
        """Send an errand if there is an engine for it now; else it waits."""
        if errand.letter is not None or errand not in self._errands:
            return
        if is_control(errand):
            self._place_control(errand)
        elif self._errands.is_due(errand) and (known := self._engine_for(errand)) is not None:
            self._settle(errand, known)
            request = errand.request
            if errand.mirror is not None:
                request = in_session(request, errand.mirror.wire)
            self._send(errand, known, request)
            if errand.mirror is not None and errand.makes_session:
                self._give_settings(known, errand.mirror)
            for follower in errand.followers:
                self._place(follower)
            errand.followers.clear()

    def _place_control(self, errand: Errand) -> None:
        target = self._errands.target(errand)
        if target is None:
            self._finish(errand, Ok(errand.id, CountAnswer(count=0)))
            return
        if errand.request.verb == "cancel":
            target.cancelled = True
            if target.letter is None:
                message = f"cancelled by request {errand.id}"
                self._finish(target, Error(target.id, ErrorCode.CANCELLED, message))
                self._finish(errand, Ok(errand.id, CountAnswer(count=1)))
                return
        if target.letter is None or target.known is None:
            target.followers.append(errand)
            return
        args = errand.request.args
        changes = {"request": target.letter.wire}
        if hasattr(args, "session"):
            changes["session"] = msgspec.UNSET  # type: ignore[assignment]
        self._send(
            errand,
            target.known,
            msgspec.structs.replace(errand.request, args=msgspec.structs.replace(args, **changes)),
        )

    def _engine_for(self, errand: Errand) -> Known | None:
        now = self._loop.time()
        mirror = errand.mirror
        game = getattr(errand.request.args, "game", None)
        if mirror is not None:
            game = game if isinstance(game, str) else mirror.game
            home = self._engines.get(mirror.engine)
            if home is not None and home.status.epoch == mirror.epoch and home.ready(now):
                if not errand.work or home.free(now) > 0:
                    return home
                if any(each.letter is not None for each in self._errands.of(mirror)):
                    return None  # it cannot move now, and there is no slot
        return self._engines.choose(now, work=errand.work, game=game if isinstance(game, str) else None)

    def _settle(self, errand: Errand, known: Known) -> None:
        """Make sure that the engine has the session that an errand is about."""
        mirror = errand.mirror
        if mirror is None or (mirror.engine, mirror.epoch) == (known.name, known.status.epoch):
            return
        mirror.engine, mirror.epoch = known.name, known.status.epoch
        if not errand.makes_session:
            for chore in mirror.rebuild(self._settings):
                self._chore(known, chore)

    def _give_settings(self, known: Known, mirror: Mirror) -> None:
        if self._settings:
            self._chore(known, make_request("set", "settings", session=mirror.wire, **self._settings))

    def _send(self, errand: Errand, known: Known, request: Request) -> None:
        errand.attempts += 1
        errand.known = known
        wire = f"{self._nonce}.{errand.attempts}.{errand.id}"
        if errand.work:
            known.work += 1
            known.sent += 1
        errand.letter = self._mailbox.post(
            known.name, wire, request, errand.expires, lambda reply: self._taken(errand, known, reply)
        )

    def _chore(self, known: Known, request: Request) -> None:
        """Ask an engine for something of our own; its answer is only a sign of life."""
        self._serial += 1
        until = self._loop.time() + CHORE
        self._mailbox.post(
            known.name, f"{self._nonce}.c{self._serial}", request, until, lambda _: self._alive(known)
        )

    # What comes back.

    def _alive(self, known: Known) -> None:
        known.heard = self._loop.time()
        known.probe = None
        if known.orphans and known.ready(known.heard):
            orphans, known.orphans = known.orphans, []
            for wire in orphans:
                self._chore(known, make_request("cancel", "orphan", request=wire))

    def _taken(self, errand: Errand, known: Known, reply: Received) -> None:
        self._alive(known)
        if isinstance(reply, Info):
            self._deliver(reply)
            return
        self._release(errand)
        if isinstance(reply, Error) and errand.passes(reply) and errand.expires > known.heard:
            errand.refusal = reply
            self._avoid(errand, known, reply)
            self._place(errand)
        else:
            self._finish(errand, reply)
        if errand.work:
            self._pump()

    def _avoid(self, errand: Errand, known: Known, error: Error) -> None:
        """Do not run into the same error at once."""
        until = self._loop.time() + PAUSE
        if error.code is ErrorCode.BUSY:
            known.busy = until
        elif error.code is ErrorCode.UNKNOWN_SESSION and errand.mirror is not None:
            errand.mirror.engine = None
        else:
            known.avoid = until

    def _release(self, errand: Errand) -> None:
        """Take an errand back from its engine."""
        if errand.letter is not None and errand.known is not None:
            self._mailbox.forget(errand.letter)
            errand.letter = None
            if errand.work:
                errand.known.work -= 1

    def _finish(self, errand: Errand, reply: Received) -> None:
        self._errands.remove(errand)
        mirror = errand.mirror
        if isinstance(reply, Ok):
            args = errand.request.args
            if mirror is not None:
                mirror.confirm(errand.request, reply.fields)
                if errand.request.verb == "close" and not mirror.open:
                    self._mirrors.pop(mirror.name, None)
            elif isinstance(args, SetArgs):
                self._settings |= given(args)
                self._tell_settings()
        self._deliver(errand.for_caller(reply))
        for follower in errand.followers:
            self._place(follower)

    def _tell_settings(self) -> None:
        for mirror in self._mirrors.values():
            known = self._engines.get(mirror.engine)
            if known is not None and mirror.game is not None:
                self._give_settings(known, mirror)

    # Engines come, go and fall silent; time passes.

    def _seen(self, name: str, status: EngineStatus) -> None:
        found = self._engines.update(name, status)
        if found is None:
            return
        known, lost = found
        if lost:
            self._abandon(known)
        elif status.state == "ready" and known.orphans:
            self._alive(known)
        self._pump()

    def _abandon(self, known: Known) -> None:
        """Send all that an engine has elsewhere, in order."""
        errands = self._errands.at(known)
        for errand in errands:
            if errand.work and errand.letter is not None:
                known.give_up(errand.letter.wire)
            self._release(errand)
        for mirror in self._mirrors.values():
            if mirror.engine == known.name:
                mirror.engine = None
        known.probe = None
        for errand in errands:
            self._place(errand)

    def _pump(self) -> None:
        """Try whatever waits."""
        for errand in self._errands:
            if errand.letter is None:
                self._place(errand)

    def tick(self, *, up: bool) -> None:
        """Look at silence and deadlines (called about ten times a second). `up`: the bus stands."""
        now = self._loop.time()
        for known in self._engines:
            owed = self._errands.at(known)
            if not up:
                known.heard = now  # it is we who do not hear
            if not up or not owed:
                known.probe = None
                continue
            oldest = min(each.letter.heard for each in owed if each.letter is not None)
            self._look_at(known, max(known.heard, oldest), now)
        for errand in self._errands:
            margin = errand.margin if errand.letter is None else 0.0
            if errand.expires - margin <= now:
                self._release(errand)
                self._finish(errand, self._nobody(errand, now))
        self._pump()

    def _look_at(self, known: Known, since: float, now: float) -> None:
        if known.probe is not None and now - known.probe > self._silence:
            known.avoid = now + SHUN
            self._abandon(known)
        elif known.probe is None and now - since > self._silence:
            known.probe = now
            self._chore(known, make_request("ping", "probe"))

    def _nobody(self, errand: Errand, now: float) -> Error:
        """Return the error of a request that no engine could serve in time."""
        last = f"; the last said: {errand.refusal.message}" if errand.refusal else ""
        message = f"no engine could take it in time ({self._engines.summary(now)}){last}"
        return Error(errand.id, ErrorCode.BUSY, message, retry=True)
