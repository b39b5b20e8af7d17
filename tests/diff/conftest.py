"""Sites for the comparison: real small folders, their sitemaps built by the library."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from scopemap import Options, Site, build

URL = "https://docs.acme.org/"
URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Work in a folder of its own, so that what is told names no other."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def lay():
    """Lay out files, pages by their text alone, and build the sitemaps of a site."""

    def lay(
        name: str, files: Mapping[str, str | bytes], *, base_url: str = URL, **options
    ) -> Path:
        root = Path(name)
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode() if isinstance(text, str) else text)
        site = Site(base_url, root, Path(), (), "folder", walks=True)
        build(site, Options(base_url=base_url, **options))
        return root

    return lay


@pytest.fixture
def page():
    """Write a page: its title, and the main content."""

    def page(title: str, text: str = "", head: str = "") -> str:
        main = f"<main><h1>{title}</h1><p>{text or title}</p></main>"
        return f"<title>{title}</title>{head}<nav>all</nav>{main}"

    return page


@pytest.fixture
def sitemap():
    """Write a sitemap by itself, of URLs or of pairs of a URL and its date."""

    def sitemap(name: str, *entries: str | tuple[str, str]) -> Path:
        lines = []
        for entry in entries:
            loc, date = (entry, "") if isinstance(entry, str) else entry
            lastmod = f"<lastmod>{date}</lastmod>" if date else ""
            lines.append(f"<url><loc>{loc}</loc>{lastmod}</url>\n")
        file = Path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{URLSET}\n{''.join(lines)}</urlset>\n", encoding="utf-8")
        return file

    return sitemap
