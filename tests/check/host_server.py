"""A static host on the loopback, by a table of addresses made from its files.

It goes from the files to the addresses at which each can be had, and not, as
`scopemap.check.serving` does, from an address to the file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

Table = dict[str, tuple[int, str]]
"""By path: a status, and with 200 the file, else where the redirect leads."""


def list_files(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


def all_addresses(host: str, files: list[str]) -> Table:
    """Give each address of a host; of two claims to one, the first one listed wins."""
    table: Table = {}
    for claims in _HOSTS[host]:
        for file in files:
            for address, status, what in claims(file):
                table.setdefault(address, (status, what))
    return table


Claim = tuple[str, int, str]


def _itself(file: str) -> Iterator[Claim]:
    yield file, 200, file


def _folder_with_slash(file: str) -> Iterator[Claim]:
    if ("/" + file).endswith("/index.html"):
        yield file[: -len("index.html")], 200, file


def _folder_without_slash(status: int) -> Callable[[str], Iterator[Claim]]:
    def claims(file: str) -> Iterator[Claim]:
        if file.endswith("/index.html"):
            folder = file[: -len("/index.html")]
            yield folder, status, folder + "/"

    return claims


def _any_folder(status: int) -> Callable[[str], Iterator[Claim]]:
    def claims(file: str) -> Iterator[Claim]:
        parts = file.split("/")[:-1]
        for depth in range(1, len(parts) + 1):
            folder = "/".join(parts[:depth])
            yield folder, status, folder + "/"

    return claims


def _without_html(file: str) -> Iterator[Claim]:
    if file.endswith(".html"):
        yield file[:-5], 200, file


def _page_without_html(file: str) -> Iterator[Claim]:
    if not _is_index(file):
        yield from _without_html(file)


def _page_with_slash(status: int) -> Callable[[str], Iterator[Claim]]:
    def claims(file: str) -> Iterator[Claim]:
        if file.endswith(".html") and not _is_index(file):
            yield file[:-5] + "/", status, file if status == 200 else file[:-5]

    return claims


def _other_than_html(file: str) -> Iterator[Claim]:
    if not file.endswith(".html"):
        yield file, 200, file


def _html_to_bare(file: str) -> Iterator[Claim]:
    if _is_index(file):
        folder = file[: -len("index.html")]
        for name in ("index.html", "index"):
            yield folder + name, 308, folder
    elif file.endswith(".html"):
        yield file, 308, file[:-5]


def _capitals(file: str) -> Iterator[Claim]:
    if file.endswith(".html"):
        bare = file[: -len("index.html")] if _is_index(file) else file[:-5]
        if bare != bare.lower():
            yield bare.lower(), 200, file
            for spelling in {bare, bare.rstrip("/"), bare.rstrip("/") + "/"}:
                yield spelling, 301, bare.lower()


def _is_index(file: str) -> bool:
    return file.rpartition("/")[2] == "index.html"


_HOSTS: dict[str, list[Callable[[str], Iterator[Claim]]]] = {
    "github-pages": [_itself, _folder_with_slash, _without_html, _any_folder(301)],
    "cloudflare-pages": [
        _other_than_html,
        _folder_with_slash,
        _page_without_html,
        _html_to_bare,
        _page_with_slash(308),
        _folder_without_slash(308),
    ],
    "netlify": [
        _itself,
        _capitals,
        _without_html,
        _page_with_slash(301),
        _folder_with_slash,
        _folder_without_slash(301),
    ],
    "gitlab-pages": [
        _itself,
        _folder_with_slash,
        _any_folder(302),
        _without_html,
        _page_with_slash(200),
    ],
    "readthedocs": [_itself, _folder_with_slash, _folder_without_slash(302)],
    "plain": [_itself, _folder_with_slash, _any_folder(301)],
}


@contextmanager
def serve_folder(host: str, folder: Path) -> Iterator[str]:
    """Serve a folder as a host does; give the URL of its root."""
    table = all_addresses(host, list_files(folder))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            path = unquote(urlsplit(self.path).path)[1:]
            status, what = table.get(path, (404, ""))
            body = (folder / what).read_bytes() if status == 200 else b""
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", "/" + quote(what))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            pass

    with running(Handler) as root:
        yield root


@contextmanager
def running(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Run a server on a free port of the loopback; give the URL of its root."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


Page = tuple[int, dict[str, str], bytes]
_NO_HEADER = {4: b"H", 5: b"HTTP/1.1 100 Continue\r\n\r\n"}
"""By status, what is sent again and again."""


@contextmanager
def serve_pages(
    pages: Callable[[str], dict[str, Page]],
) -> Iterator[tuple[str, list[tuple[float, str, str]]]]:
    """Serve what is given by path, for a root; what is missing is a 404.

    Gives the root, and a list that fills with the time, the path and the agent of each
    request. The status 0 hangs up, 1 sends without end, 2 sends nothing for a second;
    3 trickles a body, 4 the header, and 5 tells to continue, each without end.
    """
    asked: list[tuple[float, str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((time.monotonic(), self.path, self.headers["User-Agent"]))
            root = f"http://{self.headers['Host']}/"
            missing: Page = (404, {"Content-Type": "text/html"}, b"missing")
            status, headers, body = pages(root).get(self.path, missing)
            with suppress(OSError):  # the other side closes early
                self.send(status, headers, body)

        def send(self, status, headers, body):
            if status == 0:
                return
            if status == 2:
                time.sleep(1)
            while status in _NO_HEADER:
                self.wfile.write(_NO_HEADER[status])
                time.sleep(0.02)
            self.send_response(status if status >= 100 else 200)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            while status in (1, 3):
                self.wfile.write(body if status == 1 else b".")
                time.sleep(0 if status == 1 else 0.05)

        def log_message(self, *_args):
            pass

    with running(Handler) as root:
        yield root, asked
