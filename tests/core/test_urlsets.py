from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.urlsets import Location, read_urlset

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def read(folder: Path, text: str | bytes) -> tuple[Location, ...]:
    file = folder / "sitemap.xml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_urlset(file)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            f"<urlset {NS}><url><loc>https://e.com/a?b&amp;c</loc>"
            "<lastmod>2024-05-01</lastmod></url></urlset>",
            id="plain",
        ),
        pytest.param(
            "<urlset><url><loc>\n https://e.com/a?b&#38;c </loc>"
            "<lastmod> 2024-05-01\n</lastmod></url></urlset>",
            id="no-namespace-and-spaces",
        ),
        pytest.param(
            f"<s:urlset {NS.replace('xmlns', 'xmlns:s')}><s:url><s:lastmod>2024-05-01"
            "</s:lastmod><s:loc>https://e.com/a?b&amp;c</s:loc></s:url></s:urlset>",
            id="prefix-and-another-order",
        ),
        pytest.param(
            f'<urlset {NS} xmlns:i="urn:i"><url><loc><![CDATA[https://e.com/a?b&c]]></loc>'
            "<lastmod>2024-05-01</lastmod><i:image><i:loc>x</i:loc></i:image></url></urlset>",
            id="cdata-and-extensions",
        ),
    ],
)
def test_entries_are_read_however_they_are_written(tmp_path, text):
    assert read(tmp_path, text) == (Location("https://e.com/a?b&c", "2024-05-01"),)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("<urlset><url><loc>https://e.com/", id="cut-off"),
        pytest.param("<urlset><url><lastmod>1</lastmod></url></urlset>", id="no-loc"),
        pytest.param(
            "<sitemapindex><sitemap><loc>x</loc></sitemap></sitemapindex>", id="index"
        ),
        pytest.param(
            "<!DOCTYPE urlset><urlset><url><loc>x</loc></url></urlset>", id="doctype"
        ),
        pytest.param("<a>" * 200, id="deep"),
        pytest.param(b"\xff\xfe\x00", id="bytes"),
    ],
)
def test_what_is_no_sitemap_has_no_entries(tmp_path, text):
    assert read(tmp_path, text) == ()


@given(st.binary(max_size=200))
def test_whatever_comes_is_read(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    assert isinstance(read(folder, b"<urlset><url><loc>" + data), tuple)
