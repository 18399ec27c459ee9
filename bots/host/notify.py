"""Messages to systemd: one datagram each to the socket that it names; nothing where there is none.

See sd_notify(3) and systemd.service(5), WatchdogSec.
"""

import contextlib
import os
import socket
from collections.abc import Mapping


class Notify:
    """Tells systemd how the service is."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        found = os.environ if environment is None else environment
        self._address = found.get("NOTIFY_SOCKET", "")
        usec, pid = found.get("WATCHDOG_USEC", ""), found.get("WATCHDOG_PID", "")
        ours = not pid or pid == str(os.getpid())
        self.watchdog = int(usec) / 2_000_000 if ours and usec.isdecimal() and int(usec) else None
        """s between two signs of life: half of what systemd allows; None: it wants none."""

    def tell(self, *lines: str) -> None:
        """Send `KEY=value` lines. That nobody hears them is no fault of the service."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            out.sendto("\n".join(lines).encode(), address)
