from __future__ import annotations

import pytest

from scopemap.indexing import find_refusal, refuses


@pytest.mark.parametrize(
    "directives",
    [
        "noindex",
        "NOINDEX, follow",
        "follow,noindex",
        " none ",
        "noindex nofollow",
        "max-snippet:20, noindex",
        "unavailable_after: 25 Jun 2010 15:00:00 PST, noindex",
    ],
)
def test_what_asks_not_to_be_shown(directives):
    assert refuses(directives)


@pytest.mark.parametrize(
    "directives",
    [
        "",
        "index, follow",
        "nofollow",
        # Nuxt's sitemap 8.5.1 takes both for `none`.
        "max-image-preview:none",
        "max-image-preview: none",
        "noindexing",
        "no-index",
        "noimageindex",
        "unavailable_after: none",
    ],
)
def test_what_does_not(directives):
    assert not refuses(directives)


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        pytest.param(["noindex"], "noindex", id="for-all"),
        pytest.param(["nosnippet", "NoIndex"], "NoIndex", id="second-header"),
        pytest.param(["googlebot: noindex"], "googlebot: noindex", id="for-google"),
        pytest.param(["otherbot: noindex, nofollow"], None, id="for-somebody-else"),
        pytest.param(
            ["otherbot: noindex, bingbot: none"],
            "otherbot: noindex, bingbot: none",
            id="joined",
        ),
        pytest.param(["max-image-preview: none"], None, id="with-a-value"),
        pytest.param(
            ["unavailable_after: 25 Jun 2010 15:00:00 PST"], None, id="with-a-date"
        ),
        pytest.param([], None, id="none"),
    ],
)
def test_a_header_may_name_a_robot(headers, found):
    assert find_refusal(headers) == found
