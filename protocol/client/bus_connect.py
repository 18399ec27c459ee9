"""Ways to come by a client on a bus: of one engine, or of all of them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from protocol.bus import Bus, BusError, Caller, topics
from protocol.client.bus_link import BusLink
from protocol.client.bus_mailbox import Mailbox, new_client_name, presence_will
from protocol.client.client import Client
from protocol.client.pool import SILENCE, PoolLink
from protocol.encoding import Encoding
from protocol.errors import EngineGone, GoneKind
from protocol.transports.mqtt import MqttBus
from protocol.transports.mqtt_settings import TlsFiles, from_url


async def launch(
    url: str,
    engine: str | Sequence[str] | None = None,
    *,
    pool: bool = False,
    client: str | None = None,
    credentials: Path | None = None,
    tls: TlsFiles | None = None,
    encoding: str = "msgpack",
    start_deadline: float = 10.0,
    handshake: bool = True,
    **settings: Any,
) -> Client:
    """Connect to a broker and to an engine there; the caller closes the client.

    Args:
        url: see `mqtt_settings.from_url`.
        engine: the engine's name; with `pool` names to choose from, or None for all.
        pool: each request goes to an engine that has time, and to another if that one fails.
        client: this client's name, unique for the user; None: a random one.
        credentials: see `mqtt_settings.from_url`.
        tls: likewise.
        encoding: `text` or `msgpack`.
        start_deadline: s until broker and engine must have been found.
        handshake: whether to send `hello`.
        settings: `deadline`, `patience`, `history`: see Exchange.

    Raises EngineGone (kind `unreachable` for the broker, `start` for the engine), and what `Client.request`
    raises.

    """
    name = client or new_client_name()
    try:
        where = from_url(url, f"ugp-{name}", credentials=credentials, tls=tls)
        caller = Caller(topics.level(where.user or topics.ANONYMOUS, "user"), topics.level(name, "client"))
        bus = MqttBus(where, will=presence_will(caller))
        await bus.start(deadline=start_deadline)
    except BusError as fault:
        raise EngineGone(str(fault), kind=GoneKind.UNREACHABLE) from fault
    return await over(
        bus,
        caller,
        engine,
        pool=pool,
        encoding=encoding,
        start_deadline=start_deadline,
        handshake=handshake,
        **settings,
    )


async def over(
    bus: Bus,
    caller: Caller,
    engine: str | Sequence[str] | None = None,
    *,
    pool: bool = False,
    encoding: str = "msgpack",
    start_deadline: float = 10.0,
    handshake: bool = True,
    silence: float = SILENCE,
    **settings: Any,
) -> Client:
    """Return a client over a bus whose Last Will is `presence_will(caller)`; it closes the bus at its end."""
    mailbox = Mailbox(bus, caller, encoding=Encoding(encoding))
    try:
        link: BusLink | PoolLink
        if pool:
            await mailbox.open()
            names = [engine] if isinstance(engine, str) else engine
            link = PoolLink(mailbox, names, silence=silence)
        else:
            name = topics.engine_name(engine if isinstance(engine, str) else "")
            await mailbox.open(name)
            link = BusLink(mailbox, name)
        await link.present(start_deadline)
    except BusError as fault:
        await mailbox.close()
        raise EngineGone(str(fault), kind=GoneKind.UNREACHABLE) from fault
    except BaseException:
        await mailbox.close()
        raise
    made = Client(link, **settings)
    await made.join(handshake, start_deadline)
    return made


@asynccontextmanager
async def connect(
    url: str, engine: str | Sequence[str] | None = None, **settings: Any
) -> AsyncIterator[Client]:
    """Connect for the length of a block; see `launch`."""
    async with await launch(url, engine, **settings) as client:
        yield client
