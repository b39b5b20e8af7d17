"""The content of a page, told from what a theme puts around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.content import MAX_BYTES
from scopemap.digest import digest_content, digest_page

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
        pytest.param("logo.3f2a1c9b.png", "logo.0a112233.png", id="hash-of-an-asset"),
        pytest.param("logo.3f2a1c9b.png", "logo.3f2a1c9b.png?v=2", id="query"),
        pytest.param("<main>", "<div role='main'>", id="element"),
        pytest.param("\n<p>", "\n\n   <p>\n", id="white-space"),
        pytest.param(
            "</main>",
            "<time>May 2025</time><button>Copy</button></main>",
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
        pytest.param(
            "</main>", '<aside class="footnote">x</aside></main>', id="footnote"
        ),
        pytest.param("</main>", "<script type='math/tex'>x</script></main>", id="math"),
        pytest.param("</main>", "<div hidden>A tab</div></main>", id="tab"),
        pytest.param("</main>", "<iframe src='/v?id=2'></iframe></main>", id="video"),
        pytest.param(
            "</main>", "<blockquote>x<footer>y</footer></blockquote></main>", id="quote"
        ),
    ],
)
def test_what_the_author_changes_is(old, new):
    assert old in PAGE
    assert digest(PAGE.replace(old, new)) != digest(PAGE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("/watch?v=A", "/watch?v=B", id="query-of-a-link"),
        pytest.param("report-20240501.pdf", "report-20250501.pdf", id="day-in-a-name"),
        pytest.param("<pre>if x:\n    y\nz", "<pre>if x:\n    y\n    z", id="indent"),
        pytest.param("footer>- A.", "footer>- B.", id="source-of-a-quotation"),
        pytest.param("alt='A'", "alt='B'", id="text-of-an-image"),
    ],
)
def test_a_small_change_is_one(old, new):
    page = (
        "<main><a href='/watch?v=A'>x</a><a href='report-20240501.pdf'>x</a>"
        "<pre>if x:\n    y\nz</pre><blockquote>x<footer>- A.</footer></blockquote>"
        "<img src='a.png' alt='A'></main>"
    )
    assert old in page
    assert digest(page.replace(old, new)) != digest(page)


@pytest.mark.parametrize(
    "page",
    [
        "<body class='has-sidebar'><h1>T</h1><p>{}</p></body>",
        "<main class='with-sidebar pagination'><p>{}</p></main>",
        "<body><div class='no-sidebar'><p>{}</p></div></body>",
        "<main><p>{}</p><article class='card'>x</article></main>",
        "<body><div id='content'><h1>T</h1><p>{}</p></div><article>x</article></body>",
        "<main><article>{}</article></main>",
    ],
)
def test_no_theme_hides_the_text(page):
    assert digest(page.format("A")) != digest(page.format("B"))


@pytest.mark.parametrize(
    "content",
    [
        "<main><nav>x</nav><article><h1>T</h1></article></main>",
        "<div class='sidebar'>x</div><article><h1>T</h1></article>",
        "<div>x</div><main><nav class='toc'>x</nav><h1>T</h1></main>",
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


def test_a_page_that_is_too_deep_to_be_parsed_is_digested_whole():
    deep = b"<div>" * 200_000
    assert digest_content(deep + b"a") != digest_content(deep + b"b")
