"""Structure: elements, attributes and values of an urlset, an index and extensions."""

import io

import pytest

from scopemap.check.reading import read_document

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
URLSET = (
    f'<urlset xmlns="{NAMESPACE}"'
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0"'
    ' xmlns:baidu="http://www.baidu.com/schemas/sitemap-mobile/1/"'
    ' xmlns:pagemap="http://www.google.com/schemas/sitemap-pagemap/1.0"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
)
LOC = "<loc>https://example.com/a</loc>"
VIDEO = (
    "<video:thumbnail_loc>https://example.com/t.png</video:thumbnail_loc>"
    "<video:title>t</video:title><video:description>d</video:description>"
    "<video:content_loc>https://example.com/v.mp4</video:content_loc>"
)
PUBLICATION = (
    "<news:publication><news:name>n</news:name><news:language>en</news:language>"
    "</news:publication>"
)
DATE = "<news:publication_date>2024-05-01</news:publication_date>"
IMAGE = "<image:image><image:loc>https://example.com/i.png</image:loc></image:image>"


def read(text, *, url="https://example.com/sitemap.xml"):
    return read_document(io.BytesIO(text.encode()), file="sitemap.xml", url=url)


def told(text):
    return [(f.line, f.code, f.text) for f in read(text).findings]


def entry(inside):
    return f"{URLSET}\n<url>\n{inside}\n</url>\n</urlset>"


def in_entry(inside):
    """Judge what stands behind a loc."""
    return told(entry(LOC + inside))


def video(inside):
    return in_entry(f"<video:video>{inside}</video:video>")


def news(inside):
    return in_entry(f"<news:news>{inside}</news:news>")


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param("", id="nothing"),
        pytest.param("<lastmod>2024-05-01</lastmod>" + IMAGE * 1_000, id="images"),
        pytest.param(
            "<image:image><image:loc>https://example.com/i.png</image:loc>"
            "<image:caption/><image:geo_location>g</image:geo_location>"
            "<image:title>t</image:title>"
            "<image:license>https://example.com/l</image:license></image:image>",
            id="whole-image",
        ),
        pytest.param(
            "<image:image><image:license>https://example.com/l</image:license>"
            "<image:title>t</image:title><image:caption>c</image:caption>"
            "<image:loc>https://example.com/i.png</image:loc></image:image>",
            id="image-in-another-order",
        ),
        pytest.param("<lastmod xml:space='preserve'>2024-05-01</lastmod>", id="xml"),
        pytest.param(f"<video:video>{VIDEO}</video:video>", id="least-video"),
        pytest.param(
            f"<video:video>{VIDEO}<video:player_loc allow_embed='yes' autoplay='a'>"
            "https://example.com/p</video:player_loc><video:duration>60</video:duration>"
            "<video:expiration_date>2030-01-01</video:expiration_date>"
            "<video:rating>4.5</video:rating>"
            "<video:content_segment_loc duration='9'>https://example.com/s"
            "</video:content_segment_loc><video:view_count>0</video:view_count>"
            "<video:publication_date>2024-05-01T12:00:00Z</video:publication_date>"
            + "<video:tag>x</video:tag>"
            * 32
            + "<video:category>c</video:category>"
            "<video:family_friendly>Yes</video:family_friendly>"
            "<video:restriction relationship='deny'>DE AT</video:restriction>"
            "<video:gallery_loc title='g'>https://example.com/g</video:gallery_loc>"
            "<video:price currency='EUR' type='rent' resolution='hd'>1.9</video:price>"
            "<video:price/>"
            "<video:requires_subscription>no</video:requires_subscription>"
            "<video:uploader info='https://example.com/u'>u</video:uploader>"
            "<video:tvshow><video:show_title>s</video:show_title>"
            "<video:video_type>clip</video:video_type></video:tvshow>"
            "<video:platform relationship='allow'>web tv</video:platform>"
            "<video:live>NO</video:live><video:id type='url'>x</video:id>"
            "</video:video>",
            id="whole-video",
        ),
        pytest.param(
            f"<news:news>{PUBLICATION}<news:access>Registration</news:access>"
            f"<news:genres>Blog, OpEd</news:genres>{DATE}<news:title>t</news:title>"
            "<news:keywords>k</news:keywords>"
            "<news:stock_tickers>NASDAQ:A, BOM:1</news:stock_tickers></news:news>",
            id="whole-news",
        ),
        pytest.param("<mobile:mobile/><baidu:mobile type='pc,mobile'/>", id="mobile"),
        pytest.param(
            "<pagemap:PageMap><pagemap:Template src='t'/><pagemap:DataObject type='d'>"
            "<pagemap:Attribute name='n' value='v'/></pagemap:DataObject>"
            "</pagemap:PageMap>",
            id="pagemap",
        ),
        pytest.param(
            "<xhtml:link rel='alternate' hreflang='de' href='https://example.com/b'/>"
            f"{IMAGE}<xhtml:link rel='alternate' href='https://example.com/c'"
            " media='print' type='text/html'/>",
            id="links",
        ),
        pytest.param("<!-- a comment --><?a instruction?>\n\t ", id="comments"),
    ],
)
def test_what_the_schemas_allow_has_no_fault(inside):
    assert in_entry(inside) == []


@pytest.mark.parametrize(
    ("inside", "code", "text"),
    [
        ("<url/>", "SM109", "url may not hold 'url'"),
        ("<Loc>x</Loc>", "SM109", "url may not hold 'Loc'"),
        ("<a xmlns=''/>", "SM109", "url may not hold 'a'"),
        ("text", "SM109", "url may not hold the text 'text'"),
        ("<lastmod><b/>2024-05-01</lastmod>", "SM109", "lastmod may not hold 'b'"),
        (
            "<lastmod a='1'>2024-05-01</lastmod>",
            "SM109",
            "lastmod may have no attribute 'a'",
        ),
        (
            f"{IMAGE}<lastmod>2024-05-01</lastmod>",
            "SM109",
            "lastmod stands too late in url",
        ),
        (
            "<xhtml:script/>",
            "SM109",
            "url may not hold 'script'",
        ),
        (
            (
                "<image:image><loc>https://example.com/i</loc>"
                "<image:loc>https://example.com/i</image:loc></image:image>"
            ),
            "SM109",
            "image:image may not hold 'loc'",
        ),
        (
            "<xhtml:link rel='alternate'>x</xhtml:link>",
            "SM109",
            "xhtml:link may not hold the text 'x'",
        ),
        (
            "<xhtml:link rel='alternate'> </xhtml:link>",
            "SM109",
            "xhtml:link may not hold the text ' '",
        ),
        (
            "<mobile:mobile><a/></mobile:mobile>",
            "SM109",
            "mobile:mobile may not hold 'a'",
        ),
        ("<image:image/>", "SM110", "image:image has no image:loc"),
        (
            "<loc>https://example.com/b</loc>",
            "SM111",
            "loc stands twice in one url",
        ),
        (
            IMAGE * 1_001,
            "SM116",
            "there are more than 1000 image:image in one url",
        ),
        (
            "<image:image><image:loc>/i.png</image:loc></image:image>",
            "SM114",
            "image:loc is '/i.png'; it must be a whole, escaped URL",
        ),
        (
            "<xhtml:link rel='alternate' relation='x'/>",
            "SM114",
            "xhtml:link may have no attribute 'relation'",
        ),
        (
            "<pagemap:PageMap><pagemap:DataObject/></pagemap:PageMap>",
            "SM114",
            "pagemap:DataObject has no attribute type",
        ),
        (
            "<a:b xmlns:a='https://example.com/ns'/><a:c xmlns:a='https://example.com/ns'/>",
            "SM115",
            "no engine documents the namespace 'https://example.com/ns'",
        ),
        (
            "<i:image xmlns:i='https://www.google.com/schemas/sitemap-image/1.1'/>",
            "SM115",
            (
                "no engine documents the namespace"
                " 'https://www.google.com/schemas/sitemap-image/1.1'; perhaps"
                " http://www.google.com/schemas/sitemap-image/1.1 is meant"
            ),
        ),
        (
            "<lastmod xmlns='http://www.sitemaps.org/schemas/sitemap/0.9/'/>",
            "SM108",
            (
                "'lastmod' is in the namespace"
                " 'http://www.sitemaps.org/schemas/sitemap/0.9/', unlike its parent"
            ),
        ),
        (
            (
                "<image:image><image:loc>https://example.com/i</image:loc>"
                "<image:title/><image:title/></image:image>"
            ),
            "SM111",
            "image:title stands twice in one image:image",
        ),
        (
            "<xhtml:link rel='alternate' media='print' href='/print/a'/>",
            "SM503",
            (
                "there is a link for media 'print' whose href '/print/a' must be an"
                " absolute URL, like https://example.com/docs/"
            ),
        ),
        (
            "<xhtml:link rel='alternate' type='application/rss+xml'/>",
            "SM501",
            "there is a link for type 'application/rss+xml' without href",
        ),
        (
            "<lastmod>1 May</lastmod>",
            "SM401",
            "lastmod is '1 May', which is no W3C date",
        ),
        (
            "<lastmod>2024</lastmod>",
            "SM402",
            "lastmod is '2024', which has no day, which the schema demands",
        ),
    ],
)
def test_a_fault_of_an_entry_is_told_once(inside, code, text):
    assert in_entry(inside) == [(3, code, text)]


@pytest.mark.parametrize(
    ("inside", "faults"),
    [
        (
            f"<lastmod>2024-05-01</lastmod>{LOC}",
            [(3, "SM109", "loc stands too late in url")],
        ),
        (f"<loc/>{IMAGE}", [(3, "SM110", "loc is empty")]),
        ("<lastmod>2024-05-01</lastmod>", [(4, "SM110", "url has no loc")]),
        (
            "<loc>\n https://example.com/a\n</loc>",
            [(3, "SM121", "there is whitespace around 'https://example.com/a'")],
        ),
        (
            "<loc>https://example.com/it's</loc>",
            [(3, "SM119", 'loc is "https://example.com/it\'s", not escaped')],
        ),
        ("<loc>https://example.com/it&apos;s&#39;&#x27;</loc>", []),
        ("<loc><![CDATA[https://example.com/it's?a&b]]></loc>", []),
        ("<loc><![CDATA[https://example.com/it's]]>/a</loc>", []),
        ("<loc>https://example.com/it&apos;s<!-- <b>it's</b> --></loc>", []),
        ("<loc>https://example.com/it&apos;s<?a <b>it's</b> ?></loc>", []),
        (
            "<loc><![CDATA[https://example.com/]]>it's</loc>",
            [(3, "SM119", 'loc is "https://example.com/it\'s", not escaped')],
        ),
        (
            "<loc>https://example.com/?a&amp;amp;b</loc>",
            [(3, "SM120", "'https://example.com/?a&amp;b' was escaped twice")],
        ),
    ],
)
def test_loc_is_there_and_escaped_once(inside, faults):
    assert told(entry(inside)) == faults


@pytest.mark.parametrize(
    ("element", "value", "code"),
    [
        ("changefreq", "weekly", None),
        ("changefreq", "Weekly", "SM112"),
        ("changefreq", " weekly", "SM112"),
        ("changefreq", "", "SM112"),
        ("priority", "0.8", None),
        ("priority", " 1 ", None),
        ("priority", ".5", None),
        ("priority", "+0.50", None),
        ("priority", "1.0000000000000000001", "SM113"),
        ("priority", "-0.1", "SM113"),
        ("priority", "0,8", "SM113"),
        ("priority", "5e-1", "SM113"),
        ("priority", "\u0660.\u0665", "SM113"),
        ("priority", "", "SM113"),
        ("priority", "1" * 70_000, "SM113"),
    ],
)
def test_fields_that_engines_ignore_are_judged_and_counted(element, value, code):
    found = in_entry(f"<{element}>{value}</{element}>")
    wanted = [(0, "SM123", "writes changefreq or priority 1 time")]
    assert [fault for fault in found if fault[1] == "SM123"] == wanted
    assert [fault[1] for fault in found] == ["SM123", *filter(None, [code])]


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        (VIDEO.replace("content_loc", "player_loc"), None),
        (VIDEO.partition("<video:content_loc>")[0], "SM110"),
        (VIDEO.partition("</video:thumbnail_loc>")[2], "SM110"),
        (VIDEO.replace(">t<", f">{'t' * 101}<"), "SM114"),
        (VIDEO.replace(">d<", f">{'d' * 2_049}<"), "SM114"),
        (VIDEO + "<video:rating>7</video:rating>", "SM114"),
        (VIDEO + "<video:duration>0</video:duration>", "SM114"),
        (VIDEO + "<video:duration>28801</video:duration>", "SM114"),
        (VIDEO + "<video:duration>1.5</video:duration>", "SM114"),
        (VIDEO + "<video:live>true</video:live>", "SM114"),
        (VIDEO + "<video:restriction>DE</video:restriction>", "SM114"),
        (VIDEO + "<video:publication_date>2024</video:publication_date>", "SM114"),
        (VIDEO + "<video:id type='isbn'>1</video:id>", "SM114"),
        (VIDEO + "<video:tag>x</video:tag>" * 33, "SM116"),
        (VIDEO + "<video:live>no</video:live><video:rating>1</video:rating>", "SM109"),
        (VIDEO + "<video:live>no</video:live>" * 2, "SM111"),
        (VIDEO + "<video:views>1</video:views>", "SM109"),
        (VIDEO + "<video:tvshow><video:show_title/></video:tvshow>", "SM110"),
    ],
)
def test_a_video_has_what_engines_need(inside, code):
    assert [fault[1] for fault in video(inside)] == ([code] if code else [])


@pytest.mark.parametrize(
    "text",
    [
        '<![CDATA[<b title="x">it\'s</b>]]>',
        "<![CDATA[<b>it's</b>]]>&apos;<![CDATA[<i>>]]>",
        "&quot;<![CDATA[<![CDATA[ > ]]>",
        "<!-- <b>'</b> -->&gt;",
    ],
)
def test_markup_in_cdata_or_a_comment_is_no_bare_character(text):
    assert video(VIDEO.replace(">d<", f">{text}<")) == []


@pytest.mark.parametrize(
    ("element", "value", "code"),
    [
        ("content_loc", "https://example.com/a", "SM114"),
        ("content_loc", "https://example.com/%61", "SM114"),
        ("player_loc", " https://EXAMPLE.com/a", "SM114"),
        ("player_loc", "https://example.com/a#player", None),
        ("player_loc", "https://example.com/a?player", None),
    ],
)
def test_a_video_is_not_the_page_itself(element, value, code):
    """Google, "Video sitemaps": neither may be the loc of the page."""
    inside = VIDEO.partition("<video:content_loc>")[0]
    found = video(f"{inside}<video:{element}>{value}</video:{element}>")
    assert [fault[1] for fault in found] == ([code] if code else [])


def test_other_forms_of_a_page_are_no_translations():
    """Google, "Mobile-first indexing": rel and media, and no hreflang."""
    links = (
        "<xhtml:link rel='alternate' hreflang='de' href='https://example.com/de'/>"
        "<xhtml:link rel='alternate' href='https://m.example.com/a'"
        " media='only screen and (max-width: 640px)'/>"
        "<xhtml:link rel='amphtml' href='/amp/a'/>"
        "<xhtml:link rel='alternate' type='application/pdf' href='https://example.com/p'/>"
    )
    document = read(entry(LOC + links))
    assert [link.hreflang for link in document.rows[0].links] == ["de"]
    assert document.findings == ()


@pytest.mark.parametrize(
    ("inside", "is_rich"),
    [
        ("", False),
        (IMAGE, True),
        (f"<video:video>{VIDEO}</video:video>", True),
        ("<news:news/>", True),
        ("<mobile:mobile/>", False),
    ],
)
def test_a_row_tells_whether_it_has_images_a_video_or_news(inside, is_rich):
    text = f"{URLSET}{IMAGE}<url>{LOC}{inside}</url><url>{LOC}</url></urlset>"
    assert [row.is_rich for row in read(text).rows] == [is_rich, False]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("2026-11-30T10:00+01:00", "SM402"),
        ("2026-11-30T10:00Z", "SM402"),
        (" 2026-11-30 ", None),
        ("2026-11", "SM114"),
        ("30 November 2026", "SM114"),
        ("2026-11-31", "SM114"),
    ],
)
def test_a_date_to_the_minute_is_rare_in_extensions_too(value, code):
    found = news(PUBLICATION + DATE.replace("2024-05-01", value) + "<news:title/>")
    assert [fault[1] for fault in found] == ([code] if code else [])


@pytest.mark.parametrize(
    ("inside", "codes"),
    [
        (f"{PUBLICATION}{DATE}", ["SM110"]),
        (f"{DATE}<news:title>t</news:title>", ["SM110"]),
        (f"{PUBLICATION}<news:title>t</news:title>{DATE}", ["SM109"]),
        (
            PUBLICATION.replace(">en<", ">en-US<")
            + f"{DATE}<news:title>t</news:title>",
            ["SM114"],
        ),
        (f"{PUBLICATION}<news:genres>News</news:genres>{DATE}<news:title/>", ["SM114"]),
    ],
)
def test_news_have_what_engines_need(inside, codes):
    assert [fault[1] for fault in news(inside)] == codes


def test_one_page_is_one_article_and_a_sitemap_has_a_thousand():
    article = f"<news:news>{PUBLICATION}{DATE}<news:title>t</news:title></news:news>"
    assert in_entry(article * 2) == [
        (3, "SM111", "there are more than 1 news:news in one url")
    ]
    locs = (
        f"<url><loc>https://example.com/{n}</loc>{article}</url>" for n in range(1001)
    )
    assert told(f"{URLSET}{''.join(locs)}</urlset>") == [
        (0, "SM116", "lists 1001 articles of news; 1000 are allowed")
    ]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"{URLSET}</urlset>", [(0, "SM118", "lists nothing")]),
        (
            f"<urlset xmlns='https{NAMESPACE[4:]}'><url>{LOC}</url></urlset>",
            [
                (
                    1,
                    "SM108",
                    (
                        "urlset is in the namespace 'https://www.sitemaps.org/schemas/"
                        f"sitemap/0.9'; it must be in {NAMESPACE}"
                    ),
                )
            ],
        ),
        (
            f"<urlset><url>{LOC}</url></urlset>",
            [(1, "SM108", f"urlset is in no namespace; it must be in {NAMESPACE}")],
        ),
        (
            f"<urlset xmlns='{NAMESPACE}' version='1'><url>{LOC}</url></urlset>",
            [(1, "SM109", "urlset may have no attribute 'version'")],
        ),
        (
            f"<urlset xmlns='{NAMESPACE}'><sitemap>{LOC}</sitemap></urlset>",
            [
                (0, "SM118", "lists nothing"),
                (1, "SM109", "urlset may not hold 'sitemap'"),
            ],
        ),
        (
            f"{URLSET}<url>{LOC}</url>{IMAGE}</urlset>",
            [(1, "SM109", "image:image stands too late in urlset")],
        ),
        (f"{URLSET}{IMAGE}<url>{LOC}</url></urlset>", []),
        (f"{URLSET[:-1]} xml:lang='en'><url>{LOC}</url></urlset>", []),
        (
            (
                f"{URLSET[:-1]} xsi:schemaLocation='{NAMESPACE} sitemap.xsd'>"
                f"<url>{LOC}</url></urlset>"
            ),
            [],
        ),
        (
            (
                f"<sitemapindex xmlns='{NAMESPACE}'><sitemap>{LOC}"
                "<priority>1</priority></sitemap></sitemapindex>"
            ),
            [(1, "SM109", "sitemap may not hold 'priority'")],
        ),
        (
            (
                f"<a:urlset xmlns:a='{NAMESPACE}'><a:url><a:loc>https://example.com/</a:loc>"
                "</a:url></a:urlset>"
            ),
            [],
        ),
    ],
)
def test_a_root_lists_entries_in_the_one_namespace(text, faults):
    assert told(text) == faults


def test_entries_are_kept_as_they_are_written_each_with_its_line():
    document = read(
        f"{URLSET}\n<url>\n  <loc>\n https://Example.com/ä\n</loc>\n"
        "<lastmod> 1 May </lastmod>\n"
        "<xhtml:link rel='alternate'\n hreflang='de'"
        " href=' https://example.com/de '/>\n"
        "</url>\n<url><loc>None</loc></url><url>\n<lastmod>2024</lastmod></url></urlset>"
    )
    first, second = document.rows
    assert (first.line, first.loc, first.url, first.lastmod) == (
        3,
        "https://Example.com/ä",
        "https://example.com/%C3%A4",
        "1 May",
    )
    (link,) = first.links
    assert (link.line, link.rel, link.hreflang, link.href) == (
        7,
        "alternate",
        "de",
        "https://example.com/de",
    )
    assert (second.line, second.loc, second.url, second.links) == (10, "None", "", ())
    assert [(f.line, f.code) for f in document.findings] == [
        (3, "SM121"),
        (3, "SM202"),
        (6, "SM401"),
        (10, "SM206"),
        (11, "SM110"),
        (11, "SM402"),
    ]


def test_of_two_locs_the_first_counts():
    document = read(entry(f"{LOC}<loc>https://example.com/b</loc>"))
    assert [row.loc for row in document.rows] == ["https://example.com/a"]


def test_a_code_is_told_a_thousand_times_and_then_counted():
    text = f"{URLSET}{f'<url>{LOC}<a/></url>' * 1_500}</urlset>"
    document = read(text)
    codes = [finding.code for finding in document.findings]
    assert (codes.count("SM109"), codes.count("SM205")) == (1_000, 1_000)
    assert document.dropped == 500 + 499
