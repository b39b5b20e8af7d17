"""Make the folder of built pages that the other benchmarks read.

    python -m benchmarks.pages DIR [--pages 2000] [--kilobytes 20] [--mixed]

Pages like those of Material for MkDocs, of Sphinx with Furo and of Pelican, always the
same ones: a head of 2 to 8 KB, navigation, text, code and images. With `--mixed` some
of them are none to list; prints the URLs, below the base URL, of all others.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from benchmarks.running import BASE, make

SECTIONS = ("docs", "api", "blog")
"""One for each of the three: Material, Furo, Pelican."""
WORDS = (
    "a the of page site builds index folder reads each link writes when date changed in"
    " to and for default option value index extension returns name below größe host"
).split()


def make_pages(
    work: Path, folder: Path, pages: int, *, kilobytes: int = 20, mixed: bool = False
) -> list[str]:
    """Make the folder in another process, and give the URLs that are to be listed."""
    command = [sys.executable, "-m", "benchmarks.pages", str(folder)]
    sizes = [f"--pages={pages}", f"--kilobytes={kilobytes}"]
    return make(work, [*command, *sizes, *(["--mixed"] if mixed else [])]).split()


class Place(NamedTuple):
    """Where a page lies, and its number."""

    number: int
    file: str
    url: str
    """Below the base URL."""


def main() -> None:
    """Write the pages, and print what is to be listed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--kilobytes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--mixed", action="store_true")
    given = parser.parse_args()
    maker = Maker(given.seed, given.kilobytes * 1000)
    for number in range(given.pages):
        place = place_of(number)
        special = SPECIAL.get(number % 20) if given.mixed else None
        page = special(maker, place) if special else maker.page(place)
        _write(given.folder / place.file, page)
        if special is None:
            print(place.url)
    for file in MACHINES if given.mixed else ():
        _write(given.folder / file, maker.page(Place(0, file, file)))


MACHINES = ("404.html", "search/index.html", "_modules/index.html")
"""What a generator makes for itself; no sitemap lists it."""


def place_of(number: int) -> Place:
    """Give a page its place: a folder, a file, or a file with an umlaut or an `&`."""
    section = SECTIONS[number % 3]
    name = f"{WORDS[number % 11]}-{number}" + ("", "-größe", "-q&a")[number % 40 % 3]
    path = f"{section}/{number // 100}/{name}"
    if section == "docs":
        return Place(number, f"{path}/index.html", quote(f"{path}/", safe="/&"))
    return Place(number, f"{path}.html", quote(f"{path}.html", safe="/&"))


class Maker:
    """Makes pages of one size out of a stock of pieces."""

    def __init__(self, seed: int, size: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311  # the same one each time
        self._size = size
        self._pieces = [piece(self._chance, number) for number in range(300)]
        self._blocks = [block(self._chance, number) for number in range(400)]

    def page(self, place: Place, *, robots: str = "", canonical: str = "") -> str:
        """Make a page of the theme of its section."""
        chance = self._chance
        head = HEADS[place.file.partition("/")[0]](place, canonical or BASE + place.url)
        if robots:
            head += f'<meta name="robots" content="{robots}">\n'
        size = chance.randrange(1_900, 7_900)
        while len(head) < size:
            head += chance.choice(self._pieces)
        start = (
            f'<!doctype html>\n<html lang="en" class="no-js">\n<head>\n{head}</head>'
        )
        parts = [f"{start}\n<body>\n", navigation(chance), MAIN, f"<h1>{title(place)}"]
        parts.append('<a class="headerlink" href="#top">¶</a></h1>\n')
        used = sum(map(len, parts)) + len(END)
        while used < self._size:
            parts.append(chance.choice(self._blocks))
            used += len(parts[-1])
        return "".join((*parts, END))


MAIN = '<main class="md-main">\n<article role="main" class="md-content__inner">\n'
END = """</article>
</main>
<footer class="md-footer"><nav aria-label="Footer"><a href="../" rel="prev">Previous</a>
<a href="../next/" rel="next">Next</a></nav><img src="/img/logo.svg" alt="Logo">
Copyright &copy; 2024</footer>
<script id="__config" type="application/json">{"base": "..", "features": []}</script>
<script src="/assets/javascripts/bundle.a5f9d56c.min.js"></script>
</body>
</html>
"""


def title(place: Place) -> str:
    """Name a page as no other is."""
    return f"On {WORDS[place.number % 11]} &amp; more, part {place.number}"


def material(place: Place, canonical: str) -> str:
    """Begin a head as Material for MkDocs 9 does."""
    return f"""
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1">
      <meta name="description" content="What {title(place)} has to say, in a sentence.">


        <link rel="canonical" href="{canonical}">
        <link rel="prev" href="../">
        <link rel="next" href="../next/">

      <link rel="icon" href="../../assets/images/favicon.png">
      <meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.8.2">
        <title>{title(place)} - Project</title>
      <link rel="stylesheet" href="../../assets/stylesheets/main.57a0d79d.min.css">
        <link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>
        <style>:root{{--md-text-font:"Roboto";--md-code-font:"Roboto Mono"}}</style>
    <script>__md_scope=new URL("..",location),__md_hash=e=>[...e].reduce(((e,_)=>\
(e<<5)-e+_.charCodeAt(0)),0),__md_get=(e,_=localStorage,t=__md_scope)=>\
JSON.parse(_.getItem(t.pathname+"."+e))</script>
"""


def furo(place: Place, canonical: str) -> str:
    """Begin a head as Sphinx 9 with Furo does."""
    return f"""<meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
<link rel="index" title="Index" href="../genindex.html">\
<link rel="search" title="Search" href="../search.html">
        <link rel="canonical" href="{canonical}">

    <!-- Generated with Sphinx 9.0.4 and Furo 2025.12.19 -->
        <title>{title(place)} - Project documentation</title>
      <link rel="stylesheet" type="text/css" href="../_static/pygments.css?v=d111a6" />
    <link rel="stylesheet" type="text/css" href="../_static/styles/furo.css?v=7bdb33" />
<style>
  body {{
    --color-code-background: #f2f2f2;
  }}
  @media not print {{
    body[data-theme="dark"] {{
      --color-code-background: #202020;
    }}
  }}
</style>
"""


def pelican(place: Place, canonical: str) -> str:
    """Begin a head as themes of Pelican do."""
    return f"""<meta charset="utf-8" />
<title>{title(place)} | Journal</title>
<link rel="canonical" href="{canonical}" />
<meta name="generator" content="Pelican" />
<meta name="author" content="An Author" />
<meta name="robots" content="index, follow, max-image-preview:large" />
<link href="/feeds/all.atom.xml" type="application/atom+xml" rel="alternate" \
title="Journal Full Atom Feed" />
<link rel="stylesheet" type="text/css" href="/theme/css/style.css" />
<script type="application/ld+json">{{"@context": "https://schema.org",
 "@type": "Article", "headline": "{title(place)}", "url": "{canonical}"}}</script>
"""


HEADS: dict[str, Callable[[Place, str], str]] = {
    **dict(zip(SECTIONS, (material, furo, pelican), strict=True)),
    **dict.fromkeys(["404.html", "search", "_modules"], furo),
}


def piece(chance: random.Random, number: int) -> str:
    """Make something that plugins and authors put into heads."""
    text = _words(chance, 12)
    name = f"{WORDS[number % 11]}.{chance.getrandbits(32):08x}"
    image = f"{BASE}assets/social/{name}.png"
    crumb = f'{{"@type": "BreadcrumbList", "name": "{text}", "item": "{image}"}}'
    script = f'window.dataLayer=window.dataLayer||[];gtag("config","{name}")'
    return (
        f'<meta property="og:image" content="{image}">\n',
        f'<meta name="twitter:title" content="{text}">\n',
        f'  <link rel="preload" href="/assets/{name}.woff2" as="font" crossorigin>\n',
        f'    <link rel="stylesheet" href="/assets/{name}.css">\n\n',
        f'    <script src="/assets/{name}.js" defer></script>\n',
        f"<script>{script}</script>\n",
        f"<style>.{WORDS[number % 11]} > a:hover {{ color: #{number:06x}; }}</style>\n",
        f'<script type="application/ld+json">{crumb}</script>\n',
        f"\n      <!-- {text} -->\n\n\n",
    )[number % 9]


def block(chance: random.Random, number: int) -> str:
    """Make a part of a text: most are paragraphs, some code, some images."""
    name = f"/img/{WORDS[number % 11]}-{number}"
    text = _words(chance, 60)
    if number % 10 == 3:
        lines = [_code(chance) for _ in range(12)]
        return f'<div class="highlight"><pre>{"".join(lines)}</pre></div>\n'
    if number % 20 == 4:
        return f'<p><img alt="{text[:40]}" src="../..{name}.png" loading="lazy"></p>\n'
    if number % 20 == 14:
        sizes = f"{name}-400.webp 400w, {name}-1200.webp 1200w"
        return f'<figure><img src="{name}.jpg" srcset="{sizes}" alt=""></figure>\n'
    if number % 10 == 7:
        heading = f'<h2 id="h{number}">{text[:30]}<a class="headerlink" href="#h">¶</a>'
        return f"{heading}</h2>\n<ul>{f'<li>{text[:80]}</li>' * 5}</ul>\n"
    link = f'<a href="../{WORDS[number % 11]}-{number}/">{text[:20]}</a>'
    return f"<p>{text} {link} and <code>{name}</code>, <em>{text[:30]}</em>.</p>\n"


def navigation(chance: random.Random) -> str:
    """Make the header and the side bar."""
    items = "".join(
        f'    <li class="md-nav__item">\n      <a href="../{WORDS[n % 11]}-{n}/"'
        f' class="md-nav__link">\n  <span class="md-ellipsis">{WORDS[n % 11]} {n}'
        "</span>\n      </a>\n    </li>\n"
        for n in (chance.randrange(10_000) for _ in range(chance.randrange(15, 35)))
    )
    logo = '<img src="/img/logo.svg" alt="Logo">'
    header = f'<header class="md-header"><a href="/">{logo}</a></header>\n'
    return (
        f'{header}<nav class="md-nav"><ul class="md-nav__list">\n{items}</ul></nav>\n'
    )


def _words(chance: random.Random, number: int) -> str:
    return " ".join(chance.choices(WORDS, k=number))


def _code(chance: random.Random) -> str:
    one, other = chance.choices(WORDS, k=2)
    return (
        f'<span class="n">{one}</span> <span class="o">=</span> <span class="n">{other}'
        '</span><span class="p">(</span><span class="mi">1</span><span class="p">)'
        "</span>\n"
    )


def _noindex(maker: Maker, place: Place) -> str:
    return maker.page(place, robots="noindex, follow")


def _moved_on(maker: Maker, place: Place) -> str:
    return maker.page(place, canonical=BASE + place_of(place.number - 1).url)


def _abroad(maker: Maker, place: Place) -> str:
    return maker.page(place, canonical=f"https://other.example/{place.url}")


def _redirect(_maker: Maker, place: Place) -> str:
    """Write what mkdocs-redirects does."""
    target = BASE + place_of(place.number - 2).url
    return f"""<!doctype html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <title>Redirecting...</title>
    <script>var anchor=window.location.hash.substr(1);location.href="{target}"</script>
    <meta http-equiv="refresh" content="0; url={target}">
</head>
<body>
You're being redirected to a <a href="{target}">new destination</a>.
</body>
</html>
"""


SPECIAL: dict[int, Callable[[Maker, Place], str]] = {
    7: _noindex,
    11: _moved_on,
    13: _redirect,
    17: _abroad,
}
"""Of twenty pages those, by their number, that no sitemap may list."""


def _write(file: Path, page: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
