"""Translations: the pages of builds in several languages name each other.

Two pages are one text where what lies behind the addresses of their builds is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

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
X_DEFAULT = "x-default"


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
        if normal in found:
            raise OptionError(f"languages.{tag}", "must not be given twice")
        try:
            found[normal] = urls.base_url(urls.absolute(base_url, base))
        except UrlError as error:
            raise OptionError(f"languages.{tag}", str(error)) from error
    return found


def read_x_default(given: str | None, languages: Languages) -> str | None:
    """Bring the tag for readers of other languages to its normal form.

    Raises OptionError where it is none of the languages.
    """
    if given is None:
        return None
    normal = canonical_tag(given)
    if normal not in languages:
        known = ", ".join(sorted(languages)) or "there are none"
        problem = f"{given!r} must be one of the languages: {known}"
        raise OptionError("x_default", problem)
    return normal


def find_translations(
    hosts: Iterable[Builds], asking: Asking
) -> tuple[Translations | None, tuple[Note, ...]]:
    """Find what each text is listed as, in each of the languages, on all hosts.

    None where there is but one language. A language of which no page is listed is
    noted. Raises OptionError.
    """
    hosts = tuple(hosts)
    served = tuple(builds.place.base_url for builds in hosts)
    languages = read_languages(asking.languages, served[0])
    x_default = read_x_default(asking.x_default, languages)
    if len(languages) < 2:
        return None, ()
    translations = Translations(served, languages, x_default, {})
    for builds in hosts:
        translations.note(row.url for row in builds.read_rows() if row.url)
    is_empty = not any(builds.indexes for builds in hosts)  # which was told before
    return translations, () if is_empty else tuple(_missing(translations))


def _missing(translations: Translations) -> Iterator[Note]:
    known = {tag for tags in translations.found.values() for tag in tags}
    for tag, base in translations.languages.items():
        if tag not in known:
            text = f"languages.{tag}: no sitemap here lists a page below {base}"
            if not base.startswith(translations.served):
                text += f"; give the folder of that host, too (--also DIR={base})"
            yield Note("warning", "languages", text)


class Place(NamedTuple):
    """Hold where a page lies: its language, and its path below the base of that."""

    tag: str
    below: str


class Translations(Struct):
    """Collect where each text is listed, and tell the links of each page."""

    served: tuple[str, ...]
    """The base URLs of the hosts whose sitemaps are all known."""
    languages: Languages
    x_default: str | None
    found: dict[str, dict[str, str]] = {}
    """By what lies behind the base URL: the tag and URL of each language."""

    def note(self, locs: Iterable[str]) -> None:
        """Note the URLs, in normal form, that a sitemap lists."""
        for loc in locs:
            if (place := self._place(loc)) is not None:
                self.found.setdefault(place.below, {})[place.tag] = loc

    def links_of(self, loc: str, named: Links) -> Links:
        """Give the links of a page by its URL as it is written; none if it is alone.

        Those that its build has `named` are among them, but for pages of these
        languages that are listed no more, or never were.
        """
        place = self._place(loc)
        if place is None:
            return named
        stay = [link for link in named if self._stays(*link, place)]
        links = dict(self.found.get(place.below, {}))
        links |= {_normal_tag(tag): url for tag, url in stay}
        if self.x_default in links:
            links[X_DEFAULT] = links[self.x_default]
        if len(links.keys() - {X_DEFAULT}) > 1:
            return tuple(sorted(links.items(), key=_x_default_last))
        return named if len(stay) == len(named) else ()

    def _stays(self, tag: str, url: str, page: Place) -> bool:
        """Tell whether a link of a build's is left as it is.

        Which pages of these languages there are on these hosts is known here, and of
        no others.
        """
        normal = _normal_tag(tag)
        place = self._place(url)
        if normal == X_DEFAULT:
            return place is None or self._may_be(place)
        if not self._is_here(normal):
            return True
        if place is None or place.tag != normal or not self._may_be(place):
            return False
        return normal != page.tag or place == page

    def _may_be(self, place: Place) -> bool:
        is_listed = place.tag in self.found.get(place.below, {})
        return is_listed or not self._is_here(place.tag)

    def _is_here(self, tag: str) -> bool:
        base = self.languages.get(tag)
        return base is not None and base.startswith(self.served)

    def _place(self, loc: str) -> Place | None:
        """Give the language of a URL: that of the longest base that it lies below."""
        try:
            loc = urls.normalize(loc)
        except UrlError:
            return None
        bases = [(b, tag) for tag, b in self.languages.items() if loc.startswith(b)]
        if not bases:
            return None
        base, tag = max(bases, key=lambda pair: len(pair[0]))
        return Place(tag, urls.fold(loc[len(base) :]))


def _normal_tag(tag: str) -> str:
    return X_DEFAULT if tag.lower() == X_DEFAULT else canonical_tag(tag) or tag


def _x_default_last(link: tuple[str, str]) -> tuple[bool, str]:
    return link[0] == X_DEFAULT, link[0]
