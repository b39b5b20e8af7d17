"""Where a folder is served, as its own files tell."""

from __future__ import annotations

import pytest

from scopemap.check.guessing import guess_base_url, guess_host

FILES = frozenset(
    ["index.html", "guide/index.html", "a b.html", "sitemap.xml", "docs/index.html"]
)


@pytest.mark.parametrize(
    ("addresses", "base"),
    [
        pytest.param(
            ["https://a.example/sitemap.xml"], "https://a.example/", id="sitemap"
        ),
        pytest.param(
            ["https://a.example/other.xml", "https://a.example/x/guide/"],
            "https://a.example/x/",
            id="one-of-two",
        ),
        pytest.param(
            ["https://a.example/x/", "https://a.example/x/guide/"],
            "https://a.example/x/",
            id="pages",
        ),
        pytest.param(
            ["http://a.example:81/x/a%20b.html?c=1", "nonsense", "/guide/"],
            "http://a.example:81/x/",
            id="an-escape-a-port-a-query",
        ),
        pytest.param(
            ["https://a.example/", "https://a.example/docs/"],
            "https://a.example/",
            id="a-folder-that-has-a-home-page-too",
        ),
        pytest.param(["https://a.example/gone"], "", id="nothing-is-there"),
        pytest.param(["None"], "", id="no-url"),
        pytest.param([], "", id="nothing-is-listed"),
    ],
)
def test_the_base_url_is_the_one_under_which_most_has_a_file(addresses, base):
    assert guess_base_url(FILES, addresses) == base


@pytest.mark.parametrize(
    ("locs", "host"),
    [
        pytest.param(
            ["https://a.example/x", "https://b.example/", "https://b.example/y"],
            "https://b.example/",
            id="the-one-that-most-name",
        ),
        pytest.param(["None", "/x"], "", id="none"),
    ],
)
def test_the_host_is_the_one_that_most_urls_name(locs, host):
    assert guess_host(locs) == host
