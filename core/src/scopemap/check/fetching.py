"""Fetching: single requests to a host, spaced, bounded, and nothing followed."""

from __future__ import annotations

import socket
import time
import zlib
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPResponse, IncompleteRead
from importlib.metadata import version
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from scopemap.check.connecting import PORTS, Deadline, Line, connect, secure

RATE = 2.0
"""Requests a second at the most, counted from start to start."""
TIMEOUT = 10.0
"""Seconds in which a host has to connect, to answer, and to send the whole body."""
PACE = 262_144
"""Bytes of a body for which a host has one second more, since a line may be slow."""
_CHUNK = 65_536
_DIGITS = 19
"""Those of a length beyond all that can be sent."""
_AGENT = f"scopemap/{version('scopemap')} (+check)"


class Response(Struct, frozen=True):
    """Hold what a host sent."""

    url: str
    status: int
    """0 where there was no answer."""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    """As much of it as was asked for, without a `Content-Encoding` of gzip."""
    trouble: str = ""
    """Why there is no answer, or no whole one."""

    def values(self, name: str) -> tuple[str, ...]:
        """Give the values of a header, by its name in lower case."""
        return tuple(value for key, value in self.headers if key.lower() == name)

    @property
    def type(self) -> str:
        """Give the media type, without parameters; empty if none is sent."""
        given = next(iter(self.values("content-type")), "")
        return given.partition(";")[0].strip().lower()


Fetch: TypeAlias = Callable[[str, int], Response]
"""Asks for a URL, http or https, and reads so many bytes of its body at the most."""


def space_out(
    *, rate: float = RATE, timeout: float = TIMEOUT, pace: float = PACE
) -> Fetch:
    """Make a fetch that waits where requests would start too soon after each other."""
    due = time.monotonic()

    def fetch(url: str, bound: int) -> Response:
        nonlocal due
        time.sleep(max(0.0, due - time.monotonic()))
        due = time.monotonic() + 1 / rate
        try:
            return _ask(url, bound, Deadline(time.monotonic() + timeout, pace))
        # What no host can be called (RFC 3986; IDNA) is a ValueError.
        except (OSError, HTTPException, ValueError) as error:
            return Response(url, 0, trouble=_explain(error))

    return fetch


def _ask(url: str, bound: int, deadline: Deadline) -> Response:
    parts = urlsplit(url)
    if parts.scheme not in PORTS:
        return Response(url, 0, trouble="it is neither http nor https")
    with connect(parts, deadline) as plain, secure(plain, parts, deadline) as line:
        line.settimeout(deadline.left())
        _send(line, parts)
        stream = Line(line, deadline)
        with HTTPResponse(stream, method="GET") as answer:  # type: ignore[arg-type]  # it uses nothing but makefile
            _read_headers(answer)
            body, trouble = _read(answer, bound, deadline)
            headers = tuple(answer.headers.items())
    return _unpack(Response(url, answer.status, headers, body, trouble), bound)


def _send(line: socket.socket, parts: SplitResult) -> None:
    # GET, and the connection closed once enough was read: what answers HEAD is often
    # other code with other headers, or 405; a Range gets 206, and 416 for empty files.
    connection = HTTPConnection(parts.netloc)
    connection.sock = line
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "Host": parts.netloc,
        "User-Agent": _AGENT,
        "Accept": "*/*",
        "Connection": "close",
    }
    connection.request("GET", target, headers=headers)


def _read_headers(answer: HTTPResponse) -> None:
    """Read what comes before a body.

    http.client takes headers apart as those of mail; of parameters that nobody would
    send, CPython 3.10 to 3.13 makes a TypeError or a ValueError (email.message,
    `get_boundary`).
    """
    try:
        answer.begin()
    except (TypeError, ValueError) as error:
        raise HTTPException("its headers make no sense") from error


def _read(answer: HTTPResponse, bound: int, deadline: Deadline) -> tuple[bytes, str]:
    """Read a body up to a bound, and tell whether it broke off before."""
    whole = _length(answer)
    wanted = bound if whole is None else min(bound, whole)
    body = bytearray()
    while len(body) < wanted:
        # Unlike `read` this gives what is there, so that time can be watched.
        chunk = answer.read1(min(_CHUNK, wanted - len(body)))
        if not chunk:
            return bytes(body), "the body broke off" if whole is not None else ""
        body += chunk
        deadline.prolong(len(chunk))
    return bytes(body), ""


def _length(answer: HTTPResponse) -> int | None:
    """Give the length that a host says; None where only the end of a body tells.

    Any number is valid (RFC 9110, section 8.6), and above 4,300 digits no `int`.
    """
    said = answer.headers.get("Content-Length", "").strip()
    if answer.chunked or answer.length is not None:
        return answer.length
    if not (said.isascii() and said.isdigit()):
        return None
    return int((said.lstrip("0") or "0")[:_DIGITS])


def _unpack(response: Response, bound: int) -> Response:
    """Undo a gzip encoding, which hosts with packed files send to all who ask.

    A file that is called .gz is gzip by itself, whatever the header makes of it.
    """
    encodings = [value.strip().lower() for value in response.values("content-encoding")]
    if encodings not in (["gzip"], ["x-gzip"]) or response.url.endswith(".gz"):
        return response
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        body = unpacker.decompress(response.body, bound)
    except zlib.error as error:
        return _with(response, b"", f"its gzip encoding is broken ({error})")
    return _with(response, body, response.trouble)


def _with(response: Response, body: bytes, trouble: str) -> Response:
    return Response(response.url, response.status, response.headers, body, trouble)


def _explain(error: OSError | HTTPException | ValueError) -> str:
    if isinstance(error, TimeoutError):
        return "it timed out"
    if isinstance(error, IncompleteRead):
        return "the body broke off"
    return str(error) or type(error).__name__
