"""Fetching: single requests to a host, spaced, bounded, and nothing followed."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from importlib.metadata import version
from typing import TypeAlias
from urllib.error import URLError
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, Request

from msgspec import Struct

RATE = 2.0
"""Requests a second at the most, counted from start to start."""
TIMEOUT = 10.0
"""Seconds in which a host has to connect, to answer, and to send some more."""
_SLOW = 12
"""Time-outs that a whole body may take, lest it trickle for days."""
_CHUNK = 65_536
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


def space_out(*, rate: float = RATE, timeout: float = TIMEOUT) -> Fetch:
    """Make a fetch that waits where requests would start too soon after each other."""
    opener = _opener()
    due = time.monotonic()

    def fetch(url: str, bound: int) -> Response:
        nonlocal due
        time.sleep(max(0.0, due - time.monotonic()))
        due = time.monotonic() + 1 / rate
        return _ask(opener, url, bound, timeout)

    return fetch


def _opener() -> OpenerDirector:
    """Make an opener that knows http and https and nothing else.

    Without handlers for them it follows no redirect, raises for no status, and reads
    neither files nor FTP. A proxy of the environment is passed over: it would answer
    in the place of the host, with its cache, its own errors and its own headers.
    """
    opener = OpenerDirector()
    opener.add_handler(HTTPHandler())
    opener.add_handler(HTTPSHandler())
    return opener


def _ask(opener: OpenerDirector, url: str, bound: int, timeout: float) -> Response:
    # GET, and the connection closed once enough was read: what answers HEAD is often
    # other code with other headers, or 405; a Range gets 206, and 416 for empty files.
    request = Request(  # noqa: S310  # the opener knows no other schemes
        url, headers={"User-Agent": _AGENT, "Accept": "*/*"}
    )
    try:
        answer = opener.open(request, timeout=timeout)
        # An opener without handlers for the scheme gives None.
        if answer is None:
            return Response(url, 0, trouble="it is neither http nor https")
        with answer:
            body, trouble = _read(answer, bound, timeout)
            headers = tuple(answer.headers.items())
            return _unpack(Response(url, answer.status, headers, body, trouble), bound)
    except (OSError, HTTPException, UnicodeError) as error:
        return Response(url, 0, trouble=_explain(error))


def _read(answer: HTTPResponse, bound: int, timeout: float) -> tuple[bytes, str]:
    """Read a body up to a bound, and tell whether it broke off before."""
    declared = answer.headers.get("Content-Length", "")
    whole = int(declared) if declared.isascii() and declared.isdigit() else None
    wanted = bound if whole is None else min(bound, whole)
    until = time.monotonic() + _SLOW * timeout
    body = bytearray()
    while len(body) < wanted:
        # Unlike `read` this gives what is there, so that time can be watched.
        chunk = answer.read1(min(_CHUNK, wanted - len(body)))
        if not chunk:
            return bytes(body), "the body broke off" if whole is not None else ""
        body += chunk
        if time.monotonic() > until:
            return bytes(body), f"the body took more than {_SLOW * timeout:g} seconds"
    return bytes(body), ""


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


def _explain(error: OSError | HTTPException | UnicodeError) -> str:
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return "it timed out"
    return str(reason) or type(reason).__name__
