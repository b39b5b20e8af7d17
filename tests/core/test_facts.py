"""The content of a page, told from what a theme puts around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.facts import MAX_BYTES, digest_content, digest_page

PAGE = """\
<!doctype html><html><head><title>T</title></head><body>
<header><a href="/">Site</a></header>
<nav><a href="/a">A</a></nav>
<main>
<h1 id="t">Title<a class="headerlink" href="#t">¶</a></h1>
<p>Some <em>text</em> and a <a href="/guide/">guide</a>.</p>
<pre><span class="k">def</span> f(): ...</pre>
<img src="/img/logo.3f2a1c9b.png">
</main>
<footer>Built on 2024-05-01</footer>
<script src="/app.js"></script>
</body></html>
"""


def digest(text: str) -> str:
    return digest_content(text.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("2024-05-01", "2025-06-02", id="footer"),
        pytest.param('href="/a">A', 'href="/b">B', id="navigation"),
        pytest.param(">Site<", ">Another name<", id="header-of-the-site"),
        pytest.param("<title>T", "<title>Other", id="title-of-the-window"),
        pytest.param("/app.js", "/app.9f8e7d6c.js", id="script"),
        pytest.param(
            '<a class="headerlink" href="#t">¶</a>', "", id="permalinks-switched-off"
        ),
        pytest.param('<span class="k">def</span>', "def", id="highlighting"),
        pytest.param("logo.3f2a1c9b.png", "logo.00112233.png", id="hash-of-an-asset"),
        pytest.param("logo.3f2a1c9b.png", "logo.3f2a1c9b.png?v=2", id="query"),
        pytest.param("<main>", "<div role='main'>", id="element"),
        pytest.param("\n<p>", "\n\n   <p>\n", id="white-space"),
        pytest.param(
            "</main>",
            "<time>May 2025</time><aside>See also</aside></main>",
            id="extras",
        ),
        pytest.param(
            "</main>", '<nav class="toc"><a href="#t">T</a></nav></main>', id="contents"
        ),
        pytest.param("<main>", "<main><script>1</script>", id="script-inside"),
    ],
)
def test_what_a_theme_changes_is_not_the_content(old, new):
    assert old in PAGE
    assert digest(PAGE.replace(old, new)) == digest(PAGE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("text", "words", id="text"),
        pytest.param("Title<", "Other title<", id="heading"),
        pytest.param("/guide/", "/guides/", id="link"),
        pytest.param("/img/logo", "/img/other", id="image"),
        pytest.param("f(): ...", "g(): ...", id="code"),
        pytest.param("</main>", "<p>More</p></main>", id="more"),
    ],
)
def test_what_the_author_changes_is(old, new):
    assert old in PAGE
    assert digest(PAGE.replace(old, new)) != digest(PAGE)


@pytest.mark.parametrize(
    "content",
    [
        "<main><nav>x</nav><article><h1>T</h1></article></main>",
        "<div class='sidebar'>x</div><article><h1>T</h1></article>",
        "<main><div class='sidebar-left'>x</div><h1>T</h1></main>",
        "<div role=main><h1>T</h1></div><div>x</div>",
        "<h1>T</h1><nav>x</nav>",
    ],
)
def test_the_content_is_found_in_each_kind_of_theme(content):
    assert digest(f"<body>{content}</body>") == digest("<main><h1>T</h1></main>")


def test_several_articles_are_all_read():
    one = "<main><article>A</article><article>B</article></main>"
    assert digest(one) != digest(one.replace("B", "C"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 100,
        b"\xff\xfe" + "<main>ü</main>".encode("utf-16-le"),
        b"<main>\xff\xe9</main>",
        b"<main>" * 5_000,
        b"<a href><img src></a>",
        b"<p><main></p></table></main>",
    ],
    ids=["empty", "nul", "utf-16", "latin-1", "deep", "no-values", "broken"],
)
def test_any_bytes_have_a_digest(data):
    assert len(digest_content(data)) == 32


@given(st.binary(max_size=200))
def test_whatever_comes_has_a_digest(data):
    assert len(digest_content(b"<main>" + data)) == 32


def test_a_page_is_read_only_so_far(tmp_path):
    file = tmp_path / "a.html"
    text = b"<main>" + b"a" * MAX_BYTES
    file.write_bytes(text)
    first = digest_page(file)
    file.write_bytes(text + b"b" * 100)
    assert digest_page(file) == first
    assert digest_page(tmp_path / "gone.html") is None
