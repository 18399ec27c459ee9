"""Clients of UGP engines: `Client` for asyncio, `SyncClient` for everybody else."""

from protocol.client.client import Client
from protocol.client.link import Link, StreamLink
from protocol.client.pending import Pending
from protocol.client.sync import SyncClient, SyncPending
from protocol.client.transcript import Transcript
from protocol.transports.process import Grace

__all__ = ["Client", "Grace", "Link", "Pending", "StreamLink", "SyncClient", "SyncPending", "Transcript"]
