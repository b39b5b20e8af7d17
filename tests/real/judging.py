"""What all judges of real sites share: a crawler's client, and a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from urllib.parse import unquote

from usp.web_client.abstract_client import (
    AbstractWebClient,
    AbstractWebClientResponse,
    LocalWebClientSuccessResponse,
    WebClientErrorResponse,
)

SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
"""The namespace, as lxml writes it before a name."""


def compare(found: Sequence[object], expected: Sequence[object]) -> Iterator[str]:
    """Give the differences of two lists, in lines."""
    if list(found) != list(expected):
        yield from (f"unexpected: {item}" for item in found if item not in expected)
        yield from (f"missing: {item}" for item in expected if item not in found)
        yield f"{len(found)} found, {len(expected)} expected, in this order"
        pairs = zip(found, expected, strict=False)
        unlike = ((one, other) for one, other in pairs if one != other)
        yield from (f"first: {one} for {other}" for one, other in islice(unlike, 1))


def served_path(url: str, base_url: str) -> Path:
    """Give the file, below the output, that a static host answers with."""
    path = unquote(url.removeprefix(base_url))
    return Path(f"{path}index.html" if not path or path.endswith("/") else path)


class FolderClient(AbstractWebClient):
    """Serve an output folder at its base URL, without a network."""

    def __init__(self, folder: Path, base_url: str) -> None:
        self.folder = folder
        self.base_url = base_url

    def set_max_response_data_length(
        self, max_response_data_length: int | None
    ) -> None:
        pass

    def get(self, url: str) -> AbstractWebClientResponse:
        file = self.folder / served_path(url, self.base_url)
        if not url.startswith(self.base_url) or not file.is_file():
            return WebClientErrorResponse(f"404 {url}", retryable=False)
        return LocalWebClientSuccessResponse(url, file.read_text(encoding="utf-8"))
