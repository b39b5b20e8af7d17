"""URLs: each by itself, by where its sitemap lies, and twice."""

import pytest
from msgspec.structs import replace

from scopemap import urls
from scopemap.check.addresses import (
    drop_existing,
    judge_addresses,
    judge_engine,
    judge_repeats,
)
from scopemap.check.rows import Document, Row
from scopemap.errors import UrlError

HOME = "https://example.com/docs/sitemap.xml"


def row(loc, line=1):
    try:
        url = urls.normalize(loc)
    except UrlError:
        url = ""
    return Row(line, loc, url)


def document(*locs, url=HOME, kind="urlset", file="sitemap.xml", **fields):
    rows = tuple(row(loc, line) for line, loc in enumerate(locs, 1))
    return Document(file, url, kind, rows, **fields)


def told(*locs, **fields):
    found = judge_addresses(document(*locs, **fields))
    return [(finding.line, finding.code) for finding in found]


@pytest.mark.parametrize(
    "loc",
    [
        pytest.param("https://example.com/docs/", id="folder"),
        pytest.param("https://example.com/docs/a/b.html?x=1&y=(2);z", id="query"),
        pytest.param("https://example.com/docs/%C3%BC~%41%2F", id="escapes"),
        pytest.param("https://example.com/docs/%c3%bc", id="lower-case-escapes"),
        pytest.param("https://example.com/d%6Fcs/a", id="scope-in-other-spelling"),
        pytest.param("https://example.com/docs/" + "a" * 2022, id="2047-characters"),
        pytest.param("https://example.com/docs/a;b=1/'(c)'", id="other-characters"),
        pytest.param("https://example.com/docs//a", id="empty-segment"),
        pytest.param("https://example.com/docs/%7B%7B/", id="braces-around-nothing"),
        pytest.param("https://example.com/docs/%7B%7B1,2%7D%7D", id="braces-of-sets"),
        pytest.param("https://example.com/docs/%24%7Bx%7D/", id="escaped-dollar"),
        pytest.param("https://example.com/docs/__init__/", id="underscores"),
        pytest.param("https://example.com/docs/your-site.html", id="your-site"),
    ],
)
def test_a_sound_url_has_no_fault(loc):
    assert told(loc) == []


@pytest.mark.parametrize(
    ("code", "locs"),
    [
        ("SM201", ["/docs/", "docs/a", "//example.com/docs/", "", "example.com/docs/"]),
        ("SM201", ["ftp://example.com/docs/", "mailto:a@example.com", "https:/a.com/"]),
        ("SM202", ["https://example.com/docs/a b", "https://example.com/docs/a\\b"]),
        ("SM202", ["https://example.com/docs/ü", "https://example.com/docs/a\nb"]),
        ("SM202", ["https://example.com/docs/%", "https://example.com/docs/%zz"]),
        ("SM202", ["https://example.com/docs/{a}", "https://example.com/docs/[a]"]),
        ("SM202", ["https://u:p@example.com/docs/", "https://@example.com/docs/"]),
        ("SM202", ["https:///docs/", "https://a..com/", "https://example.com:65536/"]),
        ("SM202", ["https://exa mple.com/", "https://[::1/", "https://:80/"]),
        ("SM203", ["https://example.com/docs/" + "a" * 2023]),
        ("SM204", ["https://example.com/docs/#a", "https://example.com/docs/a#"]),
        ("SM206", ["None", "None/docs/", "undefined", "null", "nil/a", "NaN"]),
        ("SM206", ["{{ site.url }}/docs/", "https://%7B%7Bhost%7D%7D/"]),
        ("SM206", ["${SITE_URL}/", "$SITE_URL/a", "%SITE_URL%/", "__SITE_URL__/a"]),
        ("SM206", ["<%= url %>/", "{% url %}", "#{url}/", "{site_url}/", "<URL>/"]),
        ("SM206", ["[object Object]", "[SITE_URL]/a", "%7b%7bsite.url%7d%7d/a"]),
        ("SM206", ["https://${HOST}/", "https://$HOST/", "https://__HOST__/"]),
        ("SM206", ["https://<%= host %>/", "https://#{host}/", "https://{host}/"]),
        ("SM206", ["https://www.{{ host }}/", "https://[HOST]/", "http://<host>/"]),
        (
            "SM206",
            [
                "https://example.com/docs/{{ page.url }}",
                "https://example.com/docs/{{1}}",
                "https://example.com/docs/%7B%7Bpage.url%7D%7D",
                "https://example.com/docs/%7b%7b%20page.url%20|%20slug%20%7d%7d/",
                "https://example.com/docs/?x=%7B%7Bpage_url%7D%7D",
            ],
        ),
        ("SM206", ["https://your_domain.com/docs/", "https://your-domain.com/docs/"]),
        ("SM206", ["https://yourdomain.com/", "https://www.yourwebsite.com/docs/"]),
        ("SM206", ["https://your-username.github.io/", "https://yourcompany.com/"]),
        ("SM206", ["https://mydomain.com/", "https://www.my-website.org/"]),
        ("SM206", ["https://None.acme.org/", "https://undefined.acme.org/docs/"]),
        (
            "SM206",
            ["http://localhost:8000/", "https://a.localhost/", "https://x.local/"],
        ),
        ("SM206", ["http://127.0.0.1:8000/docs/", "http://0.0.0.0/docs/"]),
        (
            "SM206",
            ["http://192.168.1.2/docs/", "http://10.0.0.1/docs/", "http://[::1]/"],
        ),
        (
            "SM206",
            ["https://intranet/docs/", "https://wiki.internal/", "https://a.test/"],
        ),
        ("SM207", ["http://example.com/docs/", "https://www.example.com/docs/"]),
        ("SM207", ["https://example.com:8443/docs/", "https://203.0.113.9/docs/"]),
        ("SM207", ["https://null.org/", "https://my-site.netlify.app/"]),
        ("SM208", ["https://example.com/", "https://example.com/docs"]),
        ("SM208", ["https://example.com/docs-old/", "https://example.com/a/docs/"]),
        ("SM209", ["https://example.com/docs/?PHPSESSID=1f"]),
        (
            "SM209",
            [
                "https://example.com/docs/a;jsessionid=1",
                "https://example.com/docs/(S(x))/",
            ],
        ),
        (
            "SM120",
            [
                "https://example.com/docs/?a=1&amp;b=2",
                "https://example.com/docs/?&#38;",
            ],
        ),
        ("SM211", ["https://Example.com/docs/", "HTTPS://example.com/docs/"]),
        ("SM211", ["https://example.com:443/docs/", "https://example.com/docs/a/../b"]),
        ("SM211", ["https://example.com/docs/./", "https://example.com/docs/%2e/"]),
        ("SM202", ["https://bücher..example/docs/", "https://bü cher.example/"]),
    ],
)
def test_a_fault_has_one_code(code, locs):
    for loc in locs:
        assert (loc, told(loc)) == (loc, [(1, code)])


def test_a_url_has_the_length_that_the_schema_demands():
    assert told("http://a.io", url="http://a.io/s.xml") == [(1, "SM202")]
    assert told("http://a.io/", url="http://a.io/s.xml") == []


def test_the_text_names_the_value_and_hides_a_password():
    found = judge_addresses(document("https://u:secret@example.com/docs/", "/a"))
    assert [finding.text for finding in found] == [
        "the URL must not hold a user name or password",
        "'/a' does not begin with http:// or https://",
    ]


def test_a_password_that_looks_like_a_variable_is_hidden():
    (finding,) = judge_addresses(document("https://u:$ecret@example.com/docs/"))
    assert (finding.code, "ecret" in finding.text) == ("SM202", False)


def test_a_url_without_its_slash_is_told_the_normal_form():
    found = judge_addresses(
        document("https://example.com", url="https://example.com/s.xml")
    )
    assert [(f.code, f.text, f.url) for f in found] == [
        (
            "SM211",
            "'https://example.com' is 'https://example.com/' for browsers",
            "https://example.com/",
        )
    ]


def test_an_international_host_is_told_its_ascii_form():
    """Its own cure: percent-encoding is for what stands behind the host."""
    home = "https://bücher.example/sitemap.xml"
    found = judge_addresses(document("https://bücher.example/a", url=home))
    assert [(f.code, f.text) for f in found] == [
        (
            "SM211",
            (
                "'https://bücher.example/a' has a host that is no ASCII;"
                " it is to be written xn--bcher-kva.example"
            ),
        )
    ]
    (finding,) = judge_addresses(document("https://bücher.example/ä", url=home))
    assert finding.code == "SM202"
    assert finding.text.endswith("holds 'ä', which is to be percent-encoded")


def test_two_spellings_are_one_url():
    locs = ["https://example.com/docs/a~b", "https://example.com/docs/a%7Eb"]
    (finding,) = judge_addresses(document(*locs))
    assert (finding.line, finding.code, finding.text) == (
        2,
        "SM205",
        (
            "'https://example.com/docs/a%7Eb' is listed in line 1 already,"
            " as 'https://example.com/docs/a~b'"
        ),
    )


def test_a_url_is_told_each_time_it_recurs():
    assert told(*["https://example.com/docs/a"] * 3) == [(2, "SM205"), (3, "SM205")]


def test_what_an_index_may_name_is_judged_elsewhere():
    locs = ["https://www.example.com/s.xml", "https://www.example.com/s.xml", "/s.xml"]
    assert told(*locs, kind="index") == [(3, "SM201")]


@pytest.mark.parametrize(
    ("home", "loc", "codes"),
    [
        ("https://EXAMPLE.com:443/docs/s.xml", "https://example.com/docs/", []),
        ("https://example.com/s.php?x=/a/", "https://example.com/b", []),
        ("https://example.com/%7Ea/s.xml", "https://example.com/~a/b", []),
        ("http://localhost:8000/s.xml", "http://localhost:8000/a", ["SM206"]),
        ("https://bücher.example/s.xml", "https://xn--bcher-kva.example/a", []),
        ("sitemap.xml", "https://example.com/a", []),
    ],
)
def test_scope_is_that_of_the_address_of_the_sitemap(home, loc, codes):
    assert [code for _, code in told(loc, url=home)] == codes


def test_a_url_in_two_sitemaps_is_told_once():
    one = document("https://example.com/docs/a", file="one.xml")
    other = document(
        "https://example.com/docs/%61", "https://example.com/docs/b", file="b.xml"
    )
    feed = document("https://example.com/docs/a", file="feed.xml", kind="feed")
    found = judge_repeats([one, other, feed])
    assert [(f.file, f.line, f.code, f.text) for f in found] == [
        (
            "b.xml",
            1,
            "SM205",
            "'https://example.com/docs/%61' is listed in one.xml already",
        )
    ]


def test_a_sitemap_of_images_videos_or_news_lists_again_what_others_list():
    """Google, "Build and submit a sitemap": one for news alone is fine."""
    locs = ["https://example.com/docs/a", "https://example.com/docs/b"]
    plain = document(*locs, file="sitemap.xml")
    news = document(file="news.xml")
    rich, poor = (row(loc) for loc in locs)
    news = replace(news, rows=(replace(rich, is_rich=True), poor))
    expected = [("news.xml", "https://example.com/docs/b")]
    assert [(f.file, f.url) for f in judge_repeats([plain, news])] == expected
    assert [f.url for f in judge_repeats([news, plain])] == [poor.url]
    rows = tuple(replace(rich, line=line, is_rich=True) for line in (1, 2))
    twice = replace(news, rows=rows)
    assert [f.code for f in judge_addresses(twice)] == ["SM205"]


def test_items_of_a_feed_may_be_places_within_a_page():
    page = "https://example.com/docs/a"
    assert told(f"{page}#c1", f"{page}#c2", page, page, kind="feed") == []
    assert told(f"{page}#c1", page) == [(1, "SM204"), (2, "SM205")]


def test_what_is_below_the_folder_of_a_feed_matters_to_a_sitemap():
    (finding,) = judge_addresses(document("https://example.com/a", kind="feed"))
    assert (finding.code, finding.text) == (
        "SM208",
        (
            "'https://example.com/a' does not lie below https://example.com/docs/,"
            " which matters where this feed serves as a sitemap"
        ),
    )


ODD = (
    "https://example.com/docs/{{n}}/",
    "https://example.com/docs/%7B%7Bname%7D%7D.html",
    "https://example.com/docs/a&amp;b.html",
)
FILES = ("{{n}}/index.html", "{{name}}.html", "a&amp;b.html", "index.html", "a b")


@pytest.fixture
def dropped(look):
    """Judge URLs beside a folder of files, and tell what is left."""

    def judge(*locs, files=FILES, base_url="https://example.com/docs/"):
        context = look(dict.fromkeys(files, "<title>A</title>"), base_url=base_url)
        found = drop_existing(judge_addresses(document(*locs)), context)
        return [(finding.line, finding.code, finding.text) for finding in found]

    return judge


def test_the_name_of_a_file_is_no_placeholder(dropped):
    """Braces are to be percent-encoded all the same."""
    problem = "holds '{', which is to be percent-encoded"
    assert dropped(*ODD) == [(1, "SM202", f"'{ODD[0]}' {problem}")]


def test_without_such_a_file_it_is_one(dropped):
    codes = [(1, "SM206"), (2, "SM206"), (3, "SM120")]
    for wanting in ({"files": ["index.html"]}, {"base_url": "https://example.com/b/"}):
        assert [(line, code) for line, code, _ in dropped(*ODD, **wanting)] == codes


@pytest.mark.parametrize(
    ("loc", "base_url", "code"),
    [
        ("http://localhost:8000/", "http://localhost:8000/", "SM206"),
        ("https://mydomain.com/", "https://mydomain.com/", "SM206"),
        ("None", "https://example.com/docs/", "SM206"),
        ("https://example.com/docs/?a=1&amp;b=2", "https://example.com/docs/", "SM120"),
        ("https://example.com/docs/?{{x}}", "https://example.com/docs/", "SM206"),
        ("https://example.com/docs/a b", "https://example.com/docs/", "SM202"),
    ],
)
def test_what_is_wrong_beside_the_path_stays(dropped, loc, base_url, code):
    assert [each[:2] for each in dropped(loc, base_url=base_url)] == [(1, code)]


LONG = "https://example.com/docs/" + "a" * 1_000


@pytest.mark.parametrize(
    ("engine", "judged", "faults"),
    [
        ("yandex", document(LONG), [(1, "SM210")]),
        ("yandex", document(LONG[:1024]), []),
        ("yandex", document("https://example.com/docs/" + "%C3%BC" * 999), []),
        ("yandex", document(kind="feed"), [(0, "SM210")]),
        ("baidu", document(LONG[:257]), [(1, "SM210")]),
        ("baidu", document(LONG[:256]), []),
        ("baidu", document(size=10_485_760), [(0, "SM210")]),
        ("baidu", document(size=10_485_759), []),
        ("baidu", document(kind="index"), [(0, "SM210")]),
        ("google", document(LONG, kind="feed", size=50_000_000), []),
        ("bing", document(LONG, kind="index"), []),
    ],
)
def test_engines_have_limits_of_their_own(engine, judged, faults):
    found = judge_engine(judged, engine)
    assert [(finding.line, finding.code) for finding in found] == faults
