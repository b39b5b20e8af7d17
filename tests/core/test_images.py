from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopemap.images import MAX_IMAGES, find_images, read_images

URL = "https://example.com/docs/"


def images(body: str) -> list[str]:
    page = f"<html><body><main>{body}</main></body></html>"
    found = find_images(page.encode(), URL)
    return [image.removeprefix(URL) for image in found]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        pytest.param("<img src=a.png>", ["a.png"], id="plain"),
        pytest.param("<IMG SRC='a b.png'>", ["a%20b.png"], id="upper-case-and-space"),
        pytest.param("<img src=//x.org/a>", ["https://x.org/a"], id="another-host"),
        pytest.param("<img src=b><img src=a><img src=./b>", ["b", "a"], id="each-once"),
        pytest.param("<img src='data:image/png;base64,AA'>", [], id="data"),
        pytest.param("<img src><img>", [], id="no-address"),
        pytest.param(
            "<img src=s srcset='m 400w, l 800w,xs 100w'>", ["l"], id="largest-in-pixels"
        ),
        pytest.param("<img src=s srcset='m 1.5x, l 2x'>", ["l"], id="by-factor"),
        pytest.param("<img src=s srcset='t'>", ["s"], id="no-sizes"),
        pytest.param("<img srcset='t'>", ["t"], id="only-a-set"),
        pytest.param("<img src=s srcset='a,b 2x'>", ["a,b"], id="comma-in-a-url"),
        pytest.param("<img srcset=' , , '>", [], id="commas"),
        pytest.param(
            "<picture><source srcset='l.avif 9w'><img src=s srcset='m 4w'></picture>",
            ["l.avif"],
            id="picture",
        ),
        pytest.param(
            "<picture><source srcset=a.avif><img src=a.png></picture>",
            ["a.png"],
            id="picture-of-one-size",
        ),
        pytest.param(
            "<nav><img src=a></nav><header><img src=b></header><img src=c>",
            ["c"],
            id="around-the-content",
        ),
        pytest.param("<base href=/docs/b/><img src=a>", ["b/a"], id="base"),
        pytest.param("&lt;img src=a&gt;<!-- <img src=b> -->", [], id="text"),
    ],
)
def test_the_images_of_the_content_are_found(body, found):
    assert images(body) == found


def test_outside_of_the_main_content_they_are_not():
    page = b"<body><img src=logo><main><img src=a></main><footer><img src=f></footer>"
    assert find_images(page, URL) == (f"{URL}a",)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(b"<div>" * 200_000 + b"<img src=a>", id="deep"),
        pytest.param(
            b"<picture>%s%s</picture>"
            % (b"<source srcset='a 2x'>" * 2_000, b"<img src=a>" * 2_000),
            id="one-picture",
        ),
        pytest.param(b"<main>" * 100_000 + b"<img src=a>" * 50_000, id="many-mains"),
    ],
)
def test_no_page_takes_long(page):
    """The test suite's own time would show it: lexbor alone needs minutes for one."""
    find_images(page, "https://example.com/")


def test_a_page_has_no_more_than_engines_take():
    assert len(images("".join(f"<img src={n}>" for n in range(1_100)))) == MAX_IMAGES


def test_a_file_is_read_in_its_encoding(tmp_path):
    file = tmp_path / "a.html"
    file.write_bytes("<main><img src='\u00e9.png'></main>".encode("latin-1"))
    assert read_images(str(file), URL) == (f"{URL}%C3%A9.png",)


@given(st.text(max_size=60), st.binary(max_size=60))
def test_whatever_comes_has_images_or_none(srcset, rest):
    html = f'<main><img srcset="{srcset}" src='.encode("utf-8", "replace") + rest
    assert isinstance(find_images(html, URL), tuple)
