"""Both encodings carry exactly the same messages."""

from collections.abc import Mapping
from typing import Any

import msgpack
import msgspec

from bots.conform.kit import Kit
from bots.conform.point import Chapter, Failed, Skipped, expect
from bots.conform.wire import Wire
from protocol.client import Client
from protocol.errors import EngineRefused

CHAPTER = Chapter("encodings")


async def _wanted(kit: Kit) -> None:
    if "msgpack" not in (await kit.hello()).encodings:
        raise Skipped("it speaks text only")


async def _story(kit: Kit, encoding: str, game: str) -> list[Any]:
    """Tell a story and return all that was answered, errors too."""
    requests: list[tuple[str, Mapping[str, Any]]] = [
        ("hello", {}),
        ("describe", {"game": game}),
        ("new", {"game": game}),
        ("moves", {}),
        ("moves", {"detail": True}),
        ("show", {}),
        ("status", {"history": True}),
        ("play", {"moves": ["zz"]}),
        ("go", {"depth": 1, "searchmoves": ["zz"]}),
        ("undo", {"count": 3}),
        ("status", {"session": "nobody"}),
        ("options", {}),
        ("set", {"multipv": 2}),
        ("eval", {"detail": True}),
        ("stop", {}),
        ("ping", {}),
    ]
    told: list[Any] = []
    async with kit.client(encoding) as client:
        for verb, arguments in requests:
            told.append(await _told(client, verb, arguments))
        expect(not client.violations, f"in {encoding} it said {client.transcript.lines(1)}")
    return told


async def _told(client: Client, verb: str, arguments: Mapping[str, Any]) -> Any:
    try:
        return msgspec.to_builtins(await client.request(verb, **arguments))
    except EngineRefused as refusal:
        return (refusal.code, refusal.field, refusal.index, refusal.message, refusal.retry)


@CHAPTER.point("same", "msgpack carries the same answers and errors as text.")
async def _same(kit: Kit) -> str:
    await _wanted(kit)
    count = 0
    for game in await kit.games():
        text, packed = await _story(kit, "text", game), await _story(kit, "msgpack", game)
        for ours, theirs in zip(text, packed, strict=True):
            expect(ours == theirs, f"{game}: text {str(ours)[:200]}, msgpack {str(theirs)[:200]}")
        count += len(text)
    return f"{count} answers"


class _Packed:
    """A raw conversation in msgpack."""

    def __init__(self, wire: Wire, seconds: float) -> None:
        self._wire = wire
        self._seconds = seconds
        self._unpacker = msgpack.Unpacker(max_buffer_size=1 << 24)
        self._messages: list[Any] = []

    async def send(self, data: bytes) -> None:
        """Send bytes."""
        await self._wire.raw(data)

    async def next(self) -> dict[str, Any]:
        """Return the next message."""

        def ready() -> bool:
            self._unpacker.feed(self._wire.take_raw())
            self._messages += list(self._unpacker)
            return bool(self._messages)

        await self._wire.wait(ready, self._seconds, "no answer in msgpack")
        message = self._messages.pop(0)
        if not isinstance(message, dict):
            raise Failed(f"it answers {message!r}, which is no map")
        return message


@CHAPTER.point("first-byte", "The first byte decides: a map in msgpack is answered in msgpack, with its id.")
async def _first(kit: Kit) -> None:
    await _wanted(kit)
    async with kit.fresh(raw=True) as wire:
        packed = _Packed(wire, kit.patience)
        await packed.send(msgpack.packb({"id": "7", "do": "ping"}) + msgpack.packb({"do": "ping"}))
        answer = await packed.next()
        expect(answer == {"id": "7", "ok": {}}, f"a ping with id 7 is answered {answer}")
        answer = await packed.next()
        expect(answer == {"id": "ping", "ok": {}}, f"a ping without id is answered {answer}")


@CHAPTER.point("option-types", 'A game option may come as a number or as text: 5 and "5" are the same.')
async def _types(kit: Kit) -> None:
    await _wanted(kit)
    hello = await kit.hello()
    found = [
        (game, name, option.max)
        for game in await kit.games()
        for name, option in hello.games[game].items()
        if option.type == "integer" and isinstance(option.max, int)
    ]
    if not found:
        raise Skipped("no game has an option that is a number")
    async with kit.fresh(raw=True) as wire:
        packed = _Packed(wire, kit.patience)
        for game, name, value in found:
            answers = []
            for form in (value, str(value)):
                await packed.send(msgpack.packb({"id": "1", "do": "new", "game": game, name: form}))
                answers.append(await packed.next())
            expect("ok" in answers[0], f"{game} {name}={value} is answered {answers[0]}")
            expect(answers[0] == answers[1], f"{game}: {name} as a number and as text differ")


@CHAPTER.point("framing-lost", "msgpack that cannot be decoded gets one error without id, then the end.")
async def _lost(kit: Kit) -> None:
    await _wanted(kit)
    for broken in (b"\xc1\xc1\xc1", b"\x81\xc1", msgpack.packb({"id": "2", "do": "ping"})[:3] + b"\xc1" * 9):
        async with kit.fresh(raw=True) as wire:
            packed = _Packed(wire, kit.patience)
            await packed.send(msgpack.packb({"id": "1", "do": "ping"}) + broken)
            expect(await packed.next() == {"id": "1", "ok": {}}, "the request before it is not answered")
            answer = await packed.next()
            wanted = "id" not in answer and "error" in answer
            expect(wanted, f"{broken!r} is answered {answer}, not an error without id")
            expect(answer["error"].get("code") == "bad-request", f"its code is {answer['error'].get('code')}")
            await wire.wait(lambda: wire.ended, 3, "the connection does not end")


@CHAPTER.point(
    "framing-huge", "A msgpack header that promises too much: too-large, then the end; nothing is stored."
)
async def _huge(kit: Kit) -> None:
    await _wanted(kit)
    async with kit.fresh(raw=True) as wire:
        packed = _Packed(wire, kit.patience)
        await packed.send(b"\x82\xa2do\xa4play\xa5moves\xc6\x06\x40\x00\x00")
        answer = await packed.next()
        expect(answer.get("error", {}).get("code") == "too-large", f"100 MB promised are answered {answer}")
        await wire.wait(lambda: wire.ended, 3, "the connection does not end")
