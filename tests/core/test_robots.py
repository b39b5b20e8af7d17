import re
from datetime import timezone
from pathlib import Path, PurePosixPath

import pytest
from gpyrobotstxt.robots_cc import RobotsMatcher
from hypothesis import example, given, settings
from hypothesis import strategies as st
from protego import Protego

from scopemap import Note, Page, Site, build
from scopemap.options import Options
from scopemap.robots import READ_AT_LEAST, amend, plan_robots

INDEX = "https://example.com/sitemap-index.xml"
HTTP = "http://example.com/sitemap-index.xml"
ONE = "https://example.com/sitemap.xml"
TWO = "https://example.com/docs/sitemap.xml"
OURS = f"# scopemap\nSitemap: {INDEX}\n".encode()
BOM = b"\xef\xbb\xbf"
UTF_16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def ours(*urls, newline="\n"):
    lines = (f"# scopemap{newline}Sitemap: {url}{newline}" for url in urls)
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("text", "amended"),
    [
        pytest.param(
            b"User-agent: *\nDisallow: /a\n",
            b"User-agent: *\nDisallow: /a\n\n" + OURS,
            id="line-after-the-rules",
        ),
        # 10up-sitemaps#8, protocol rule 60a: else the last rule swallows the line.
        pytest.param(
            b"User-agent: *", b"User-agent: *\n\n" + OURS, id="no-final-newline"
        ),
        pytest.param(
            b"User-agent: *\n\n",
            b"User-agent: *\n\n" + OURS,
            id="blank-line-at-the-end",
        ),
        pytest.param(
            b"User-agent: *\n \t\n", b"User-agent: *\n \t\n" + OURS, id="only-blanks"
        ),
        pytest.param(b"", OURS, id="empty"),
        pytest.param(b"\n", b"\n" + OURS, id="only-a-newline"),
        pytest.param(
            b"User-agent: *\r\nAllow: /\r\n",
            b"User-agent: *\r\nAllow: /\r\n\r\n" + ours(INDEX, newline="\r\n"),
            id="crlf",
        ),
        pytest.param(
            b"User-agent: *\r\nAllow: /",
            b"User-agent: *\r\nAllow: /\r\n\r\n" + ours(INDEX, newline="\r\n"),
            id="crlf-and-no-final-newline",
        ),
        pytest.param(
            b"User-agent: *\rAllow: /\r",
            b"User-agent: *\rAllow: /\r\r" + ours(INDEX, newline="\r"),
            id="cr-alone",
        ),
        # Protocol rule 57: some parsers lose the first line of such a file.
        pytest.param(
            BOM + b"User-agent: *\n", BOM + b"User-agent: *\n\n" + OURS, id="bom"
        ),
        pytest.param(BOM, BOM + OURS, id="bom-alone"),
        pytest.param(
            b"# a comment\nUser-agent: * # all\n#\n",
            b"# a comment\nUser-agent: * # all\n#\n\n" + OURS,
            id="comments",
        ),
        # vuepress/ecosystem#443: the lines of other hosts stay.
        pytest.param(
            b"Sitemap: https://other.example/sitemap.xml\n",
            b"Sitemap: https://other.example/sitemap.xml\n\n" + OURS,
            id="another-host",
        ),
        pytest.param(
            b"sitemap:" + TWO.encode() + b"\n",
            b"sitemap:" + TWO.encode() + b"\n\n" + OURS,
            id="another-sitemap-in-lower-case",
        ),
        # SeoToolkit.Umbraco#164: only a whole URL counts.
        pytest.param(
            b"Sitemap: /sitemap-index.xml\n",
            b"Sitemap: /sitemap-index.xml\n\n" + OURS,
            id="relative",
        ),
        pytest.param(
            b"#Sitemap: " + INDEX.encode() + b"\n",
            b"#Sitemap: " + INDEX.encode() + b"\n\n" + OURS,
            id="commented-out",
        ),
        # Protocol rule 60f: not every parser takes these.
        pytest.param(
            b"Sitemap " + INDEX.encode() + b"\nSite-map: " + INDEX.encode() + b"\n",
            b"Sitemap "
            + INDEX.encode()
            + b"\nSite-map: "
            + INDEX.encode()
            + b"\n\n"
            + OURS,
            id="misspelt",
        ),
        # Protocol rules 113 and 114.
        pytest.param(
            b"Content-Signal: search=yes\nContent-Usage: train-ai=n\nHost: x\n?\n",
            b"Content-Signal: search=yes\nContent-Usage: train-ai=n\nHost: x\n?\n\n"
            + OURS,
            id="unknown-lines",
        ),
        pytest.param(
            b"\0\nDisallow: /caf\xe9\0\n",
            b"\0\nDisallow: /caf\xe9\0\n\n" + OURS,
            id="nul-and-latin-1",
        ),
        pytest.param(
            b"# scopemap\nUser-agent: *\n",
            b"# scopemap\nUser-agent: *\n\n" + OURS,
            id="comment-above-another-line",
        ),
        pytest.param(
            b"# scopemap\n\nSitemap: " + HTTP.encode() + b"\n",
            b"# scopemap\n\nSitemap: " + HTTP.encode() + b"\n\n" + OURS,
            id="comment-not-right-above",
        ),
        pytest.param(
            b"# by scopemap\nSitemap: " + HTTP.encode() + b"\n",
            b"# by scopemap\nSitemap: " + HTTP.encode() + b"\n\n" + OURS,
            id="another-comment",
        ),
    ],
)
def test_the_authors_bytes_stay_and_a_line_is_added(text, amended):
    """jekyll-sitemap#189, lume#761, pelican-plugins/seo#29, contao#5014."""
    assert amend(text, [INDEX]) == amended
    assert amend(amended, [INDEX]) == amended


@pytest.mark.parametrize(
    ("text", "sitemaps"),
    [
        pytest.param(f"Sitemap: {INDEX}\n", [INDEX], id="index"),
        pytest.param(f"SITEMAP : {INDEX} # ours", [INDEX], id="any-case-and-comment"),
        pytest.param("sitemap:HTTPS://Example.com/a%c3%bc", [], id="nothing-to-add"),
        pytest.param(
            "Sitemap: HTTPS://Example.com:443/ü.xml\n",
            ["https://example.com/%C3%BC.xml"],
            id="another-spelling",
        ),
        pytest.param(
            f"Sitemap: {TWO}\rUser-agent: *\rSitemap: {ONE}", [ONE, TWO], id="all"
        ),
        pytest.param(f"Sitemap: {INDEX}\nSitemap: {ONE}\n", [INDEX], id="and-more"),
        pytest.param(
            f"User-agent: *\n# scopemap\nSitemap: {INDEX}", [INDEX], id="ours"
        ),
        pytest.param("\ufeffUser-agent: *\r\n", [], id="empty-site"),
    ],
)
def test_nothing_is_added_where_all_is_named(text, sitemaps):
    assert amend(text.encode(), sitemaps) == text.encode()


@pytest.mark.parametrize(
    ("text", "sitemaps", "amended"),
    [
        pytest.param(
            b"User-agent: *\n\n" + ours(HTTP) + b"# after\n",
            [INDEX],
            b"User-agent: *\n\n" + ours(INDEX) + b"# after\n",
            id="new-scheme",
        ),
        pytest.param(
            b"Sitemap: " + HTTP.encode() + b"\n" + ours(HTTP),
            [INDEX],
            b"Sitemap: " + HTTP.encode() + b"\n" + ours(INDEX),
            id="not-the-authors",
        ),
        pytest.param(
            ours(HTTP) + b"Sitemap: " + HTTP.encode() + b"\n",
            [INDEX],
            ours(INDEX) + b"Sitemap: " + HTTP.encode() + b"\n",
            id="not-the-next-line",
        ),
        pytest.param(
            b"a\r\n" + ours(HTTP, newline="\r\n") + b"b\r\n",
            [INDEX],
            b"a\r\n" + ours(INDEX, newline="\r\n") + b"b\r\n",
            id="crlf",
        ),
        pytest.param(
            BOM + ours(HTTP) + b"b", [INDEX], BOM + ours(INDEX) + b"b", id="bom"
        ),
        pytest.param(
            b" # scopemap \n\tsitemap : " + HTTP.encode() + b" # x",
            [INDEX],
            ours(INDEX),
            id="other-spelling-of-ours",
        ),
        pytest.param(
            b"a\n" + ours(INDEX) + b"b\n",
            [ONE, TWO],
            b"a\n" + ours(ONE, TWO) + b"b\n",
            id="grown",
        ),
        pytest.param(
            b"a\n" + ours(ONE) + b"b\n" + ours(TWO) + b"c\n",
            [INDEX],
            b"a\n" + ours(INDEX) + b"b\nc\n",
            id="shrunk",
        ),
        pytest.param(
            ours(ONE, TWO), [TWO, ONE], ours(TWO, ONE), id="in-the-order-of-the-build"
        ),
        pytest.param(
            b"a\n\n" + ours(INDEX) + b"Sitemap: " + INDEX.encode() + b"\n",
            [INDEX],
            b"a\n\nSitemap: " + INDEX.encode() + b"\n",
            id="the-author-names-it-too",
        ),
        pytest.param(
            b"a\n\n" + ours(ONE, TWO) + b"b\n", [], b"a\n\nb\n", id="empty-site"
        ),
        pytest.param(
            b"Sitemap: " + ONE.encode() + b"\n",
            [ONE, TWO],
            b"Sitemap: " + ONE.encode() + b"\n\n" + ours(ONE, TWO),
            id="the-author-names-only-some",
        ),
    ],
)
def test_only_lines_of_ours_change(text, sitemaps, amended):
    assert amend(text, sitemaps) == amended
    assert amend(amended, sitemaps) == amended


@pytest.mark.parametrize(
    ("text", "amended"),
    [
        pytest.param(
            f"Sitemap: {TWO}\nSitemap: {ONE}\n",
            f"Sitemap: {TWO}\nSitemap: {ONE}\n",
            id="all",
        ),
        pytest.param(
            f"# scopemap\nSitemap: {INDEX}\nSitemap: {TWO}\nSitemap: {ONE}\n",
            f"Sitemap: {TWO}\nSitemap: {ONE}\n",
            id="all-and-ours",
        ),
        pytest.param(
            f"Sitemap: {ONE}\n",
            f"Sitemap: {ONE}\n\n# scopemap\nSitemap: {INDEX}\n",
            id="only-some",
        ),
    ],
)
def test_an_author_who_names_enough_needs_no_line(text, amended):
    assert amend(text.encode(), [INDEX], children=[ONE, TWO]) == amended.encode()
    assert amend(amended.encode(), [INDEX], children=[ONE, TWO]) == amended.encode()


def test_a_new_file_allows_everything():
    """Protocol rule 60d."""
    new = b"User-agent: *\nAllow: /\n\n" + OURS
    assert amend(None, [INDEX]) == new
    assert amend(new, [INDEX]) == new


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_left_alone(encoding):
    text = f"\ufeffUser-agent: *\nSitemap: {ONE}\n".encode(encoding)
    assert amend(text, [INDEX]) is None


@pytest.mark.parametrize("bom", [b"", BOM], ids=["no-bom", "bom"])
def test_in_a_file_that_engines_cut_our_lines_come_first(bom):
    """Protocol rule 56."""
    text = b"User-agent: *\n" + b"Disallow: /a\n" * 40_000
    amended = bom + OURS + b"\n" + text
    assert amend(bom + text, [INDEX]) == amended
    assert amend(amended, [INDEX]) == amended


@pytest.mark.parametrize("end", [b"", b"\r\n"], ids=["no-final-newline", "newline"])
@pytest.mark.parametrize("bom", [b"", BOM], ids=["no-bom", "bom"])
def test_our_lines_end_where_every_engine_still_reads(bom, end):
    block = ours(INDEX, newline="\r\n")
    start = bom + b"User-agent: *\r\n# "
    room = READ_AT_LEAST - len(start + end + block)
    for length in range(room - 10, room + 2):
        amended = amend(start + b"x" * length + end, [INDEX])
        assert amended.index(block) + len(block) <= READ_AT_LEAST
        assert amend(amended, [INDEX]) == amended


# Whatever bytes an author may write, biased to what means something here.
line = st.one_of(
    st.sampled_from([b"# scopemap", b"# scopemap", b" # scopemap ", b"", b" ", b"\0"]),
    st.sampled_from([b"User-agent: *", b"Disallow: /a", b"sitemap:", BOM]),
    st.sampled_from([f"Sitemap: {url}".encode() for url in (INDEX, HTTP, ONE, TWO)]),
    st.binary(max_size=4).filter(lambda data: data[:2] not in UTF_16_BOMS),
)
ending = st.sampled_from([b"\n", b"\n", b"\r\n", b"\r"])
body = st.lists(st.tuples(line, ending).map(b"".join), max_size=8).map(b"".join)
texts = st.tuples(st.sampled_from([b"", BOM]), body, line | st.just(b"")).map(b"".join)
runs = st.lists(
    st.sampled_from([(), (INDEX,), (HTTP,), (ONE, TWO), (TWO, ONE)]),
    min_size=1,
    max_size=3,
)

MARKED = re.compile(
    rb"^[^\S\r\n]*# scopemap[^\S\r\n]*(?:\r\n|\r|\n)"
    rb"[^\S\r\n]*sitemap[^\S\r\n]*:[^\r\n]*(?:\r\n|\r|\n|\Z)",
    re.IGNORECASE,
)
LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def theirs(text):
    """Take out each comment of ours with the line right below it."""
    bom = BOM if text.startswith(BOM) else b""
    lines = LINES.findall(text.removeprefix(BOM))
    kept = []
    while lines:
        pair = MARKED.match(b"".join(lines[:2])) is not None
        kept += [] if pair else lines[:1]
        del lines[: 2 if pair else 1]
    return bom + b"".join(kept)


DOUBLED = f"# scopemap\n# scopemap\nSitemap: {INDEX}\nSitemap: {INDEX}\n".encode()
MIXED = f"# scopemap\rSitemap: {INDEX}\n\n".encode()


@settings(max_examples=1_000, deadline=None)
@example(DOUBLED, [()])
@example(DOUBLED.replace(b"\n", b"\r", 1), [()])
@example(MIXED, [(HTTP,), ()])
@example(b"# scopemap\n# scopemap\r", [(INDEX, TWO)])
@given(texts, runs)
def test_a_second_run_changes_nothing(text, runs):
    for sitemaps in runs:
        amended = amend(text, sitemaps)
        assert amend(amended, sitemaps) == amended
        assert all(url.encode() in amended for url in sitemaps)
        text = amended


@settings(max_examples=1_000, deadline=None)
@example(DOUBLED, [()])
@example(MIXED, [(HTTP,), ()])
@given(texts, runs)
def test_every_byte_of_the_authors_stays_in_its_place(text, runs):
    """A newline may end their last line, and a blank line stand below it."""
    for sitemaps in runs:
        amended = amend(text, sitemaps)
        assert theirs(amended).startswith(theirs(text))
        added = theirs(amended).removeprefix(theirs(text))
        assert added in (
            b"",
            *(end * n for end in (b"\n", b"\r\n", b"\r") for n in (1, 2)),
        )
        text = amended


FILES = [
    pytest.param(b"User-agent: *\nAllow: /\n", id="all"),
    pytest.param(b"User-agent: *\nDisallow: /\n", id="none"),
    pytest.param(b"User-agent: *\nDisallow: /private/", id="no-final-newline"),
    pytest.param(b"User-agent: Googlebot", id="group-without-rules"),
    pytest.param(
        b"User-agent: *\r\nDisallow: /private/\r\nAllow: /private/a\r\n", id="crlf"
    ),
    pytest.param(b"User-agent: *\rDisallow: /private/\r", id="cr"),
    pytest.param(BOM + b"User-agent: *\nDisallow: /private/\n", id="bom"),
    pytest.param(
        b"# all\nUser-agent: *\nDisallow: /*?\nCrawl-delay: 10\n\n"
        b"User-agent: GPTBot\nUser-agent: Googlebot\nDisallow: /docs/ # no\n",
        id="groups",
    ),
    pytest.param(
        b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\n"
        b"User-agent: GPTBot\nContent-Usage: train-ai=n\nDisallow: /\n"
        b"Host: example.com\n",
        id="signals",
    ),
    pytest.param(
        f"Sitemap: {TWO}\nUser-agent: GPTBot\nDisallow: /\n"
        f"# scopemap\nSitemap: {HTTP}\n"
        "User-agent: Googlebot\nDisallow: /docs/\n".encode(),
        id="ours-between-two-groups",
    ),
    pytest.param(
        f"User-agent: *\n# scopemap\nSitemap: {HTTP}\nDisallow: /private/\n".encode(),
        id="ours-inside-a-group",
    ),
]
VISITS = [
    (agent, f"https://example.com/{path}")
    for agent in ("Googlebot", "GPTBot", "Bingbot")
    for path in ("", "docs/", "private/", "private/a", "docs/?q=a", "sitemap-index.xml")
]


class Collector(RobotsMatcher):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_sitemap(self, _line, value):
        self.found.append(value)


def read_with_port_of_googles(text):
    collectors = [Collector() for _ in VISITS]
    verdicts = [
        collector.one_agent_allowed_by_robots(text, agent, url)
        for collector, (agent, url) in zip(collectors, VISITS, strict=True)
    ]
    return collectors[0].found, verdicts


def read_with_protego(text):
    parser = Protego.parse(text.decode("utf-8-sig"))
    return list(parser.sitemaps), [
        parser.can_fetch(url, agent) for agent, url in VISITS
    ]


@pytest.mark.parametrize("read", [read_with_port_of_googles, read_with_protego])
@pytest.mark.parametrize("text", FILES)
def test_parsers_find_our_sitemaps_and_the_same_rules(text, read):
    """Protocol rule 58: the line ends no group."""
    sitemaps, verdicts = read(text)
    others = [url for url in sitemaps if url != HTTP]
    found, kept = read(amend(text, [INDEX, ONE]))
    assert (sorted(found), kept) == (sorted([*others, INDEX, ONE]), verdicts)


NEW = b"User-agent: *\nAllow: /\n\n" + OURS
OWN = b"User-agent: *\n"
LINE = f"`Sitemap: {INDEX}`"
ELSEWHERE = Note(
    "info",
    "robots-elsewhere",
    f"https://example.com/robots.txt is where engines look: add {LINE} there",
)
READTHEDOCS = Note(
    "info",
    "robots-readthedocs",
    "no robots.txt is created on Read the Docs, whose own hides hidden versions;"
    f" one of yours gets the line {LINE}",
)
UTF_16 = Note(
    "warning",
    "robots-utf16",
    "robots.txt is UTF-16, which no engine reads; it was left as it is",
)


def planned(
    *,
    robots="auto",
    base="https://example.com/",
    text=None,
    submit=(INDEX,),
    children=(ONE, TWO),
    readthedocs=False,
    **fields,
):
    site = Site(base, Path("site"), Path(), (), "mkdocs", **fields)
    options = Options(robots=robots)
    return plan_robots(
        site, options, text, submit, children=children, readthedocs=readthedocs
    )


SUB = "https://example.com/docs/"


@pytest.mark.parametrize(
    ("given_case", "content", "notes"),
    [
        pytest.param({}, NEW, (), id="new-at-the-root"),
        pytest.param({"text": OWN}, OWN + b"\n" + OURS, (), id="amended-at-the-root"),
        pytest.param({"submit": ()}, None, (), id="new-for-an-empty-site"),
        pytest.param(
            {"text": OWN + OURS, "submit": ()},
            OWN,
            (),
            id="ours-goes-from-an-empty-site",
        ),
        pytest.param(
            {"text": f"Sitemap: {ONE}\nSitemap: {TWO}\n".encode()},
            f"Sitemap: {ONE}\nSitemap: {TWO}\n".encode(),
            (),
            id="the-author-names-every-sitemap",
        ),
        # Protocol rule 54; Yoast#2777: elsewhere it would be inert.
        pytest.param({"base": SUB}, None, (ELSEWHERE,), id="sub-path"),
        pytest.param(
            {"base": SUB, "text": OWN}, None, (ELSEWHERE,), id="own-at-a-path"
        ),
        pytest.param({"base": SUB, "submit": ()}, None, (), id="empty-at-a-path"),
        pytest.param(
            {"base": SUB, "submit": (ONE, TWO)},
            None,
            (
                Note(
                    "info",
                    "robots-elsewhere",
                    "https://example.com/robots.txt is where engines look: add"
                    f" `Sitemap: {ONE}`, `Sitemap: {TWO}` there",
                ),
            ),
            id="two-lines-to-add",
        ),
        pytest.param({"base": SUB, "host_root": True}, NEW, (), id="known-to-be-root"),
        pytest.param({"host_root": False}, None, (ELSEWHERE,), id="known-not-to-be"),
        pytest.param({"host_root": True}, NEW, (), id="root-both-ways"),
        pytest.param({"readthedocs": True}, None, (READTHEDOCS,), id="readthedocs"),
        pytest.param(
            {"readthedocs": True, "submit": ()}, None, (), id="empty-on-readthedocs"
        ),
        pytest.param(
            {"readthedocs": True, "base": SUB, "text": OWN},
            OWN + b"\n" + OURS,
            (),
            id="own-on-readthedocs",
        ),
        pytest.param({"robots": "always", "base": SUB}, NEW, (), id="always"),
        pytest.param(
            {"robots": "always", "host_root": False, "text": OWN},
            OWN + b"\n" + OURS,
            (),
            id="always-amended",
        ),
        pytest.param(
            {"robots": "always", "readthedocs": True},
            NEW,
            (),
            id="always-on-readthedocs",
        ),
        pytest.param(
            {"robots": "always", "submit": ()}, None, (), id="always-but-empty"
        ),
        pytest.param({"robots": "never"}, None, (), id="never"),
        pytest.param({"robots": "never", "text": OWN}, None, (), id="never-amended"),
        pytest.param({"part": "mike"}, None, (), id="part"),
        pytest.param({"part": "mike", "robots": "always"}, None, (), id="part-always"),
        pytest.param(
            {"text": "\ufeffa".encode("utf-16-le")}, None, (UTF_16,), id="utf-16"
        ),
    ],
)
def test_what_becomes_of_robots_txt(given_case, content, notes):
    assert planned(**given_case) == (content, notes)


@pytest.mark.parametrize("named", [INDEX, ONE], ids=["index", "every-sitemap"])
def test_an_author_who_names_the_index_or_every_sitemap_needs_no_line(named, tmp_path):
    text = f"User-agent: *\nAllow: /\n\nSitemap: {named}\n".encode()
    (tmp_path / "index.html").write_text("<title>a</title>", encoding="utf-8")
    (tmp_path / "robots.txt").write_bytes(text)
    site = Site(
        base_url="https://example.com/",
        output=tmp_path,
        project=tmp_path,
        pages=(Page(PurePosixPath("index.html")),),
        generator="none",
        timezone=timezone.utc,
    )
    report = build(site, Options(), environ={})
    assert (report.urls, report.submit) == (1, (INDEX,))
    assert (tmp_path / "robots.txt").read_bytes() == text
