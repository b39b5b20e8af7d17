import os
import re
from pathlib import PurePosixPath
from urllib.parse import unquote_to_bytes

import idna
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopemap import urls
from scopemap.errors import UrlError

BASE = "https://example.com/docs/"

# Rule 42: what a segment keeps, and what all other ASCII characters become.
KEPT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
PUNCTUATION = {
    " ": "%20",
    '"': "%22",
    "#": "%23",
    "%": "%25",
    "<": "%3C",
    ">": "%3E",
    "?": "%3F",
    "[": "%5B",
    "\\": "%5C",
    "]": "%5D",
    "^": "%5E",
    "`": "%60",
    "{": "%7B",
    "|": "%7C",
    "}": "%7D",
}
CONTROLS = {chr(code): f"%{code:02X}" for code in (*range(1, 32), 127)}

# RFC 3986, appendix A, as far as a sitemap may hold it: http, a host, no user, no
# fragment, escapes in upper case (6.2.2.1).
PCHAR = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})"
NAME = r"(?:[a-z0-9._~!$&'()*+,;=-]|%[0-9A-F]{2})+"
RFC_3986 = re.compile(
    rf"https?://(?:{NAME}|\[[0-9a-f:.]+\])(?::[0-9]+)?"
    rf"(?:/{PCHAR}*)+(?:\?(?:{PCHAR}|[/?])*)?"
)

segments = (
    st.binary(min_size=1, max_size=8)
    .map(lambda name: name.replace(b"/", b"").replace(b"\0", b""))
    .filter(lambda name: name not in (b"", b".", b".."))
    .map(os.fsdecode)
)
paths = st.lists(segments, min_size=1, max_size=4).map(
    lambda names: PurePosixPath(*names)
)

# Biased to what means something in a URL.
characters = st.sampled_from("/.%2eEcC3aA0~_-:@?#&=[]\\ \n\tüé中\udce9\ud800")
tails = st.text(characters | st.characters(), max_size=20)
hosts = st.sampled_from(
    ["example.com", "EXAMPLE.com:443", "bücher.example:8080", "[::1]", "a_b.example."]
) | st.text(characters | st.characters(), max_size=12)


def test_characters_of_a_path_segment():
    """Protocol rule 42."""
    encoded = PUNCTUATION | CONTROLS
    assert set(encoded) | set(KEPT) | {"/", "\0"} == {chr(code) for code in range(128)}
    assert urls.path_to_url(PurePosixPath(KEPT)) == KEPT
    assert {c: urls.path_to_url(PurePosixPath(c)) for c in encoded} == encoded


@pytest.mark.parametrize(
    ("name", "url"),
    [
        pytest.param("C#.html", "C%23.html", id="number-sign"),
        pytest.param("what?.html", "what%3F.html", id="question-mark"),
        pytest.param("100%.html", "100%25.html", id="percent"),
        # Rule 43: in a name, %41 is three characters.
        pytest.param("%41.html", "%2541.html", id="what-looks-like-an-escape"),
        pytest.param("a b+c.html", "a%20b+c.html", id="space-and-plus"),
        pytest.param("r&d/it's.html", "r&d/it's.html", id="ampersand-and-apostrophe"),
        pytest.param("a:b/[id].html", "a:b/%5Bid%5D.html", id="colon-and-brackets"),
        pytest.param("Ü/中.html", "%C3%9C/%E4%B8%AD.html", id="non-ascii"),
        pytest.param("😀.html", "%F0%9F%98%80.html", id="beyond-the-basic-plane"),
        # Rule 51: the bytes that a host serves, composed or not.
        pytest.param("\u00fc.html", "%C3%BC.html", id="composed"),
        pytest.param("u\u0308.html", "u%CC%88.html", id="decomposed"),
        pytest.param("caf\udce9.html", "caf%E9.html", id="latin-1-bytes"),
    ],
)
def test_a_file_name_is_encoded_character_by_character(name, url):
    """kjvarga/sitemap_generator#346, nanoc#1052, samdark/sitemap#64."""
    assert urls.path_to_url(PurePosixPath(name)) == url


@settings(deadline=None)
@given(paths)
def test_an_encoded_path_decodes_to_the_bytes_of_the_name(path):
    assert unquote_to_bytes(urls.path_to_url(path)) == os.fsencode(path)


@settings(deadline=None)
@given(paths)
def test_the_url_of_a_path_is_in_normal_form_already(path):
    url = urls.path_to_url(path)
    assert urls.join(BASE, url) == BASE + url
    assert urls.below(BASE, BASE + url) == str(path)


@pytest.mark.parametrize(
    ("path", "url"),
    [
        pytest.param("index.html", "", id="home"),
        pytest.param("guide/index.html", "guide/", id="index-of-a-folder"),
        pytest.param("C#/index.html", "C%23/", id="encoded-folder"),
        # next-sitemap#223: no slash after a file.
        pytest.param("guide/a.html", "guide/a.html", id="file"),
        pytest.param("paper.pdf", "paper.pdf", id="pdf"),
        pytest.param("reindex.html", "reindex.html", id="index-inside-a-name"),
        pytest.param("index.htm", "index.htm", id="another-suffix"),
        pytest.param("Index.html", "Index.html", id="another-case"),
    ],
)
def test_the_index_of_a_folder_is_the_folder(path, url):
    """getnikola/nikola#836, astro#2285: one form of a page's URL."""
    assert urls.page_to_url(PurePosixPath(path)) == url


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        pytest.param(
            "http://www.wdzzz.com/ümlat.html&q=name",
            "http://www.wdzzz.com/%C3%BCmlat.html&q=name",
            id="the-example-of-the-protocol",
        ),
        # jekyll-sitemap#106, nuxt-modules/sitemap#390, Yoast#1863.
        pytest.param("https://e.com/%c3%bc", "https://e.com/%C3%BC", id="escape-kept"),
        pytest.param("https://e.com/%C3%BC", "https://e.com/%C3%BC", id="never-twice"),
        pytest.param(
            "https://e.com/%zz%4", "https://e.com/%25zz%254", id="stray-percent"
        ),
        pytest.param("https://e.com/100%/", "https://e.com/100%25/", id="stray-at-end"),
        # Rule 44: the listed form is the linked form.
        pytest.param("https://e.com/%2f%41", "https://e.com/%2F%41", id="not-decoded"),
        pytest.param("https://e.com/a b", "https://e.com/a%20b", id="space"),
        pytest.param("https://e.com/a\nb", "https://e.com/a%0Ab", id="newline"),
        pytest.param(" https://e.com/a\n", "https://e.com/a", id="blanks-around"),
        pytest.param("https://e.com/a\\b", "https://e.com/a%5Cb", id="backslash"),
        pytest.param("https://e.com/\udce9", "https://e.com/%E9", id="latin-1-byte"),
        pytest.param("https://e.com/?q=a b&c", "https://e.com/?q=a%20b&c", id="query"),
        pytest.param(
            "https://e.com/?a[]=ü", "https://e.com/?a%5B%5D=%C3%BC", id="brackets"
        ),
        pytest.param(
            "https://e.com/a?b?/../c", "https://e.com/a?b?/../c", id="dots-in-query"
        ),
        # Rule 48.
        pytest.param("https://e.com/a#b?c#d", "https://e.com/a", id="fragment"),
        pytest.param("https://e.com#b", "https://e.com/", id="fragment-of-the-host"),
        # Rule 40; astro#10751, #10992, jekyll-sitemap#111.
        pytest.param("https://e.com", "https://e.com/", id="empty-path"),
        pytest.param("https://e.com?a", "https://e.com/?a", id="empty-path-and-query"),
        # Rule 46; RFC 5891.
        pytest.param("HTTPS://Example.COM/A", "https://example.com/A", id="host-case"),
        pytest.param("https://faß.de/", "https://xn--fa-hia.de/", id="idna-2008"),
        pytest.param("https://BÜCHER.de", "https://xn--bcher-kva.de/", id="idn-case"),
        pytest.param("https://xn--fa-hia.de/", "https://xn--fa-hia.de/", id="a-label"),
        pytest.param(
            "https://_dmarc.example.com/a",
            "https://_dmarc.example.com/a",
            id="underscore",
        ),
        pytest.param("https://e.com./", "https://e.com./", id="absolute-host"),
        pytest.param("https://[::FFFF]:8/a", "https://[::ffff]:8/a", id="ipv6"),
        pytest.param("https://[::1]:443/", "https://[::1]/", id="ipv6-default-port"),
        # Rule 47.
        pytest.param("https://e.com:443/", "https://e.com/", id="default-port"),
        pytest.param("http://e.com:0080/", "http://e.com/", id="default-port-in-zeros"),
        pytest.param("http://e.com:443/", "http://e.com:443/", id="port-of-the-other"),
        pytest.param("https://e.com:/a", "https://e.com/a", id="empty-port"),
        pytest.param("http://e.com:65535/", "http://e.com:65535/", id="highest-port"),
        pytest.param("https://e.com/a/./b/../c", "https://e.com/a/c", id="dot-segment"),
        pytest.param("https://e.com/a/%2e%2E/b", "https://e.com/b", id="escaped-dots"),
        pytest.param("https://e.com/../a", "https://e.com/a", id="dots-above-the-root"),
        pytest.param("https://e.com/a/b/..", "https://e.com/a/", id="dots-at-the-end"),
        pytest.param("https://e.com/a/%2E", "https://e.com/a/", id="dot-at-the-end"),
        pytest.param(
            "https://e.com/.a/..b/...", "https://e.com/.a/..b/...", id="dots-in-names"
        ),
        pytest.param("https://e.com/a//b", "https://e.com/a//b", id="empty-segment"),
    ],
)
def test_normal_form_of_a_url_that_somebody_wrote(url, normal):
    """Protocol rules 39-48."""
    assert urls.normalize(url) == normal


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        pytest.param(
            "/docs/",
            "must be an absolute URL, like https://example.com/docs/",
            id="path",
        ),
        # Rule 53.
        pytest.param(
            "None",
            "must be an absolute URL, like https://example.com/docs/",
            id="the-word-none",
        ),
        pytest.param(
            "javascript:void(0)",
            "must be an absolute URL, like https://example.com/docs/",
            id="another-kind-of-url",
        ),
        pytest.param("ftp://e.com/", "must begin with http:// or https://", id="ftp"),
        pytest.param("https:///a", "has no valid host ('')", id="no-host"),
        pytest.param(
            "https://{{ site }}/", "has no valid host ('{{ site }}')", id="template"
        ),
        pytest.param("https://a..b/", "has no valid host ('a..b')", id="empty-label"),
        pytest.param(
            "https://e.com\\a/", r"has no valid host ('e.com\\a')", id="backslash"
        ),
        pytest.param(
            "https://e.com:8a/", "has no valid host ('e.com:8a')", id="letter-in-port"
        ),
        pytest.param(
            "https://[fe80::1%25eth0]/",
            "has no valid host ('[fe80::1%25eth0]')",
            id="zone-of-ipv6",
        ),
        pytest.param("https://[1]/", "has no valid host ('[1]')", id="no-ipv6"),
        pytest.param("https://e.com:65536/", "has a port above 65535", id="high-port"),
        pytest.param("https://e.com:100000/", "has a port above 65535", id="long-port"),
        pytest.param(
            "https://e.com/\ud800", "holds half of a surrogate pair", id="surrogate"
        ),
    ],
)
def test_what_cannot_be_a_url_of_a_page(url, problem):
    with pytest.raises(UrlError) as caught:
        urls.normalize(url)
    assert (caught.value.url, caught.value.problem) == (url, problem)
    assert str(caught.value) == f"{url!r} {problem}"


def test_a_host_that_idna_refuses_is_an_error_with_its_reason():
    """Protocol rule 46."""
    with pytest.raises(UrlError) as caught:
        urls.normalize("https://☃.net/")
    reason = caught.value.__cause__
    assert isinstance(reason, idna.IDNAError)
    assert str(caught.value) == (
        f"'https://☃.net/' has a host that no domain can have ({reason})"
    )


def test_a_user_in_a_url_is_refused_and_not_repeated():
    """Protocol rule 47."""
    with pytest.raises(UrlError) as caught:
        urls.normalize("https://me:secret@example.com/docs/")
    assert str(caught.value) == (
        "'https://…@example.com/docs/' must not hold a user name or password"
    )


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://me:secret@e.com/", id="plain"),
        pytest.param("https://me:a@secret@e.com/", id="at-sign"),
        pytest.param("https://me:secret@☃.net/", id="impossible-host"),
        pytest.param("https://me:secret@e.com:99999/", id="impossible-port"),
        pytest.param("ftp://me:secret@e.com/", id="another-scheme"),
        pytest.param("me:secret@e.com/docs/", id="no-scheme"),
        pytest.param("//me:secret@e.com/", id="scheme-left-out"),
        pytest.param("https:/me:secret@e.com/", id="one-slash"),
        pytest.param("https://me:secret#1@e.com/", id="number-sign"),
        pytest.param("https://me:secret?1@e.com/", id="question-mark"),
        pytest.param("https://me:secret/1@e.com/", id="slash"),
    ],
)
def test_no_message_repeats_a_password(url):
    with pytest.raises(UrlError) as caught:
        urls.normalize(url)
    assert "secret" not in str(caught.value)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(["https://", "HTTP://", ""]), hosts, tails)
def test_normal_forms_are_rfc_3986_and_stay(scheme, host, tail):
    """Whatever somebody writes is such a URL, or an error of ours."""
    try:
        normal = urls.normalize(f"{scheme}{host}/{tail}")
    except UrlError:
        return
    assert RFC_3986.fullmatch(normal)
    assert urls.normalize(normal) == normal


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(["http://", "https://"]),
    st.text("az09-._", min_size=1, max_size=8),
    st.lists(st.text("abXY019-_~.%", max_size=4), max_size=4).map("/".join),
)
def test_the_short_way_of_plain_urls_leads_to_the_same(scheme, host, path):
    """A fragment, which goes, sends a URL the long way."""
    try:
        normal = urls.normalize(f"{scheme}{host}/{path}#x")
    except UrlError:
        return
    assert urls.normalize(f"{scheme}{host}/{path}") == normal


@pytest.mark.parametrize(
    ("url", "base"),
    [
        pytest.param("https://e.com", "https://e.com/", id="host"),
        # vitepress#3863, gatsby#32080: the path belongs to it.
        pytest.param("https://e.com/docs", "https://e.com/docs/", id="slash-added"),
        pytest.param("https://e.com/docs/", "https://e.com/docs/", id="slash-there"),
        pytest.param("https://e.com/v1.0", "https://e.com/v1.0/", id="dot-in-a-folder"),
        pytest.param("https://e.com/a/..#b", "https://e.com/", id="normal-form"),
        pytest.param("https://e.com/dü", "https://e.com/d%C3%BC/", id="encoded"),
    ],
)
def test_a_base_url_ends_in_a_slash(url, base):
    assert urls.base_url(url) == base


@pytest.mark.parametrize(
    "url", ["https://e.com/?a=b", "https://e.com/docs?"], ids=["query", "empty-query"]
)
def test_a_base_url_has_no_query(url):
    with pytest.raises(UrlError) as caught:
        urls.base_url(url)
    assert str(caught.value) == f"{url!r} must have no query"


@pytest.mark.parametrize(
    ("folder", "url"),
    [
        pytest.param("", "https://example.com/docs/", id="none"),
        pytest.param("1.0", "https://example.com/docs/1.0/", id="version"),
        pytest.param("a/C#", "https://example.com/docs/a/C%23/", id="encoded"),
    ],
)
def test_url_of_a_folder_below_the_base(folder, url):
    assert urls.folder_url(BASE, folder) == url


@pytest.mark.parametrize(
    ("url", "loc"),
    [
        # astro#3546, #6618, #9701, #10555: neither lost nor glued.
        pytest.param("guide/", "https://example.com/docs/guide/", id="relative"),
        pytest.param("/guide/", "https://example.com/docs/guide/", id="leading-slash"),
        pytest.param("", "https://example.com/docs/", id="empty"),
        pytest.param("/", "https://example.com/docs/", id="slash"),
        pytest.param("./", "https://example.com/docs/", id="dot"),
        pytest.param("a/../b", "https://example.com/docs/b", id="dot-segments"),
        pytest.param("../b", "https://example.com/b", id="out-of-the-base"),
        pytest.param("a?b=c/d", "https://example.com/docs/a?b=c/d", id="query"),
        pytest.param(
            "a?u=http://b", "https://example.com/docs/a?u=http://b", id="url-in-query"
        ),
        pytest.param("a.html#b", "https://example.com/docs/a.html", id="fragment"),
        pytest.param("ü.html", "https://example.com/docs/%C3%BC.html", id="raw"),
        pytest.param("%c3%bc/", "https://example.com/docs/%C3%BC/", id="encoded"),
        pytest.param("https://E.com", "https://e.com/", id="absolute"),
        pytest.param("a:b.html", "https://example.com/docs/a:b.html", id="colon"),
    ],
)
def test_a_url_is_resolved_below_the_base(url, loc):
    assert urls.join(BASE, url) == loc


@pytest.mark.parametrize(
    ("base", "url", "loc"),
    [
        pytest.param(
            "https://e.com/d%C3%BC~/",
            "https://e.com/d%c3%bc%7E/a%2Fb",
            "https://e.com/d%C3%BC~/a%2Fb",
            id="escaped-by-the-page",
        ),
        pytest.param(
            "https://e.com/%7Eme/",
            "https://e.com/~me/a",
            "https://e.com/%7Eme/a",
            id="escaped-by-the-base",
        ),
        pytest.param(
            "https://e.com/%7Eme/",
            "https://e.com/~you/%7E",
            "https://e.com/~you/%7E",
            id="elsewhere",
        ),
    ],
)
def test_what_lies_below_the_base_begins_with_it_to_the_letter(base, url, loc):
    assert urls.join(base, url) == loc


@pytest.mark.parametrize(
    ("url", "message"),
    [
        pytest.param(
            "//e.com/a", "'//e.com/a' must begin with http:// or https://", id="host"
        ),
        pytest.param(
            "ftp://e.com/a",
            "'ftp://e.com/a' must begin with http:// or https://",
            id="another-scheme",
        ),
    ],
)
def test_a_url_of_no_page_is_not_resolved(url, message):
    with pytest.raises(UrlError) as caught:
        urls.join(BASE, url)
    assert str(caught.value) == message


@settings(deadline=None)
@given(
    st.sampled_from(["https://e.com/", "https://e.com/docs/"]),
    st.lists(st.sampled_from(["a", ".", "..", "%2e", "ü", "b.c"]), max_size=4),
    st.sampled_from(["", "/"]),
    st.sampled_from(["", "/"]),
)
def test_joining_makes_no_empty_segment(base, names, before, after):
    url = before + "/".join(names) + (after if names else "")
    assert "//" not in urls.join(base, url).removeprefix("https://")


@pytest.mark.parametrize(
    ("loc", "path"),
    [
        pytest.param("https://example.com/docs/", "", id="base"),
        pytest.param("https://example.com/docs/a/b.html", "a/b.html", id="page"),
        pytest.param("https://example.com/docs/%C3%BC%23", "ü#", id="decoded"),
        pytest.param("https://example.com/docs/caf%E9", "caf\udce9", id="no-utf-8"),
        pytest.param("https://example.com/docs/a?b=c", "a", id="query"),
        pytest.param("https://example.com/%64ocs/a%2Db", "a-b", id="escaped-base"),
        pytest.param("https://example.com/docs", None, id="no-slash"),
        pytest.param("https://example.com/docs-old/", None, id="longer-name"),
        pytest.param("https://example.com/", None, id="above"),
        # Rules 15-17: scheme, host and port are the base's.
        pytest.param("http://example.com/docs/", None, id="another-scheme"),
        pytest.param("https://www.example.com/docs/", None, id="another-host"),
        pytest.param("https://example.com:8443/docs/", None, id="another-port"),
        pytest.param("https://example.com/Docs/", None, id="another-case"),
    ],
)
def test_path_of_a_url_below_the_base(loc, path):
    """Protocol rule 14."""
    assert urls.below(BASE, loc) == path


@pytest.mark.parametrize(
    ("url", "folded"),
    [
        pytest.param("https://e.com/%41%7A%30", "https://e.com/Az0", id="alphanumeric"),
        pytest.param("https://e.com/%2D%2E%5F%7E", "https://e.com/-._~", id="marks"),
        pytest.param(
            "https://e.com/%2F%3F%23", "https://e.com/%2F%3F%23", id="gen-delims"
        ),
        pytest.param(
            "https://e.com/%26%2B%25", "https://e.com/%26%2B%25", id="sub-delims"
        ),
        pytest.param("https://e.com/%2541", "https://e.com/%2541", id="only-once"),
    ],
)
def test_only_escapes_that_mean_nothing_are_folded(url, folded):
    """Protocol rule 44; RFC 3986, section 2.3."""
    assert urls.fold(url) == folded


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        pytest.param("https://e.com/sitemap.xml", "https://e.com/", id="root"),
        pytest.param("https://e.com/a/b.xml", "https://e.com/a/", id="folder"),
        # Rule 14: a query never matters.
        pytest.param("https://e.com/a/b.xml?c=/d/", "https://e.com/a/", id="query"),
    ],
)
def test_a_sitemap_covers_its_own_folder(url, folder):
    assert urls.folder_of(url) == folder


@pytest.mark.parametrize(
    ("base", "root", "host"),
    [
        pytest.param("https://e.com/", "https://e.com/", "e.com", id="root"),
        pytest.param("https://e.com/a/b/", "https://e.com/", "e.com", id="path"),
        pytest.param("http://e.com:8000/a/", "http://e.com:8000/", "e.com", id="port"),
        pytest.param("http://[::1]:80/a/", "http://[::1]:80/", "[::1]", id="ipv6-port"),
        pytest.param("http://[::1]/", "http://[::1]/", "[::1]", id="ipv6"),
    ],
)
def test_root_and_host_of_a_base_url(base, root, host):
    assert (urls.host_root(base), urls.host_of(base)) == (root, host)


def test_a_loc_has_fewer_than_2048_characters():
    """Protocol rule 40; the official schema is off by one."""
    assert urls.MAX_URL == 2_047


@pytest.mark.parametrize(
    ("url", "path"),
    [
        pytest.param("a.html", "a.html", id="file"),
        pytest.param("/a.html", "a.html", id="leading-slash"),
        pytest.param("", "index.html", id="home"),
        pytest.param("/", "index.html", id="home-slash"),
        pytest.param("a/", "a/index.html", id="folder"),
        pytest.param("a", "a.html", id="no-extension"),
        pytest.param("a", "a/index.html", id="no-slash"),
        pytest.param("a.html?b=1", "a.html", id="query"),
        pytest.param("a/?b=1#c", "a/index.html", id="query-and-fragment"),
        pytest.param("x/../b.html", "b.html", id="dots"),
        pytest.param("caf%C3%A9/", "café/index.html", id="encoded"),
        pytest.param("café/", "café/index.html", id="raw"),
        pytest.param('q&a ".html', 'q&a ".html', id="raw-punctuation"),
        pytest.param("100%.html", "100%.html", id="lone-percent"),
        pytest.param("%FF.html", "\udcff.html", id="not-utf-8"),
    ],
)
def test_a_url_leads_to_the_file_that_a_host_answers_with(url, path):
    assert urls.leads_to(url, PurePosixPath(path))


@pytest.mark.parametrize(
    ("url", "path"),
    [
        pytest.param("pages/a.html", "a.html", id="other-folder"),
        pytest.param("a/", "a.html", id="folder-for-file"),
        pytest.param("a/", "a/b.html", id="file-in-folder"),
        pytest.param("", "a.html", id="home-for-file"),
        pytest.param("%41.html", "%41.html", id="escape-in-the-name"),
        pytest.param("C#.html", "C#.html", id="fragment-in-the-name"),
        pytest.param("a?.html", "a?.html", id="query-in-the-name"),
        pytest.param("https://example.com/a.html", "a.html", id="absolute"),
        pytest.param("//example.com/a.html", "example.com/a.html", id="no-scheme"),
        pytest.param("A.html", "a.html", id="case"),
    ],
)
def test_a_url_leads_to_no_other_file(url, path):
    assert not urls.leads_to(url, PurePosixPath(path))
