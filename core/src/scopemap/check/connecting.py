"""Connecting: a line to a host, and the moment at which all must be over."""

from __future__ import annotations

import socket
import ssl
import time
from functools import cache
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING
from urllib.parse import SplitResult

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PORTS = {"http": 80, "https": 443}


class Deadline:
    """Hold the moment at which a request must be over, connecting and all."""

    def __init__(self, moment: float, pace: float) -> None:
        self._moment = moment
        self._pace = pace

    def left(self) -> float:
        """Give the seconds until then; raises TimeoutError if there are none."""
        left = self._moment - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def prolong(self, size: int) -> None:
        """Give more time to a host that has sent so many bytes of a body."""
        self._moment += size / self._pace


class Line(RawIOBase):
    """Read from a socket until a deadline, however little comes at a time.

    The socket's own time-out is for each part that comes; a host can send a byte a
    second, or tell without end to continue.
    """

    def __init__(self, line: socket.socket, deadline: Deadline) -> None:
        self._line = line
        self._deadline = deadline

    def readable(self) -> bool:
        """Tell that one can read from it, as `BufferedReader` asks."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read what has come by now; raises TimeoutError."""
        self._line.settimeout(self._deadline.left())
        return self._line.recv_into(buffer)

    def makefile(self, _mode: str) -> BufferedReader:
        """Give what http.client asks of a socket."""
        return BufferedReader(self)


def connect(parts: SplitResult, deadline: Deadline) -> socket.socket:
    """Connect to one address of a host, each of which has a share of the time.

    No proxy of the environment is used: it would answer in the place of the host, with
    its cache, its own errors and its own headers. How long a name may take is up to
    the system's resolver, which cannot be broken off.
    """
    port = parts.port or PORTS[parts.scheme]
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    for number, (*_, address) in enumerate(found):
        remaining = len(found) - number
        try:
            where = (str(address[0]), port)
            return socket.create_connection(where, deadline.left() / remaining)
        except OSError:
            if remaining == 1:
                raise
    raise OSError("its name has no address")


def secure(
    line: socket.socket, parts: SplitResult, deadline: Deadline
) -> socket.socket:
    """Encrypt a line, where the URL asks for that."""
    if parts.scheme == "http":
        return line
    line.settimeout(deadline.left())
    return _context().wrap_socket(line, server_hostname=parts.hostname)


@cache
def _context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context
