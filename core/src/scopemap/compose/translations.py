"""Translations: the pages of builds in several languages name each other.

Two pages are one text where what lies behind the addresses of their builds is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.compose.asking import Asking
from scopemap.compose.builds import Builds
from scopemap.compose.splicing import Links
from scopemap.errors import OptionError, UrlError
from scopemap.languages import canonical_tag, find_unknown
from scopemap.model import Note

Languages: TypeAlias = Mapping[str, str]
"""The tag of each language, and the base URL of its build."""


def read_languages(given: Iterable[tuple[str, str]], base_url: str) -> Languages:
    """Bring tags and bases, relative to the host's or absolute, to their normal forms.

    Raises OptionError.
    """
    found: dict[str, str] = {}
    for tag, base in given:
        normal = canonical_tag(tag)
        if normal is None or find_unknown(normal) is not None:
            raise OptionError(
                "languages", f"{tag!r} must be a language tag, like pt-BR"
            )
        try:
            found[normal] = urls.base_url(urls.absolute(base_url, base))
        except UrlError as error:
            raise OptionError(f"languages.{tag}", str(error)) from error
    return found


def find_translations(
    hosts: Iterable[Builds], asking: Asking
) -> tuple[Translations | None, tuple[Note, ...]]:
    """Find what each text is listed as, in each of the languages, on all hosts.

    None where there is but one language. A language of which no page is listed is
    noted. Raises OptionError.
    """
    languages = read_languages(asking.languages, asking.base_url)
    if len(languages) < 2:
        return None, ()
    translations = Translations(languages, asking.x_default, {})
    hosts = tuple(hosts)
    for builds in hosts:
        translations.note(row.url for row in builds.read_rows() if row.url)
    served = tuple(builds.place.base_url for builds in hosts)
    return translations, tuple(_missing(translations, served))


def _missing(translations: Translations, served: tuple[str, ...]) -> Iterator[Note]:
    known = {tag for tags in translations.found.values() for tag in tags}
    for tag, base in translations.languages.items():
        if tag not in known:
            text = f"languages.{tag}: no sitemap here lists a page below {base}"
            if not base.startswith(served):
                text += f"; give the folder of that host, too (--also DIR={base})"
            yield Note("warning", "languages", text)


class Translations(Struct):
    """Collect where each text is listed, and tell the links of each page."""

    languages: Languages
    x_default: str | None
    found: dict[str, dict[str, str]] = {}
    """By what lies behind the base URL: the tag and URL of each language."""

    def note(self, locs: Iterable[str]) -> None:
        """Note the URLs, in normal form, that a sitemap lists."""
        for loc in locs:
            for tag, below in self._places(loc):
                self.found.setdefault(below, {})[tag] = loc

    def links_of(self, loc: str) -> Links:
        """Give the links of a page by its URL as it is written; none if it is alone."""
        try:
            normal = urls.normalize(loc)
        except UrlError:
            return ()
        for _, below in self._places(normal):
            known = self.found.get(below, {})
            if len(known) > 1:
                links = sorted(known.items())
                if self.x_default in known:
                    links.append(("x-default", known[self.x_default]))
                return tuple(links)
        return ()

    def _places(self, loc: str) -> Iterator[tuple[str, str]]:
        """Give the language of a URL: that of the longest base that it lies below."""
        bases = [(b, tag) for tag, b in self.languages.items() if loc.startswith(b)]
        if bases:
            base, tag = max(bases, key=lambda pair: len(pair[0]))
            yield tag, urls.fold(loc[len(base) :])
