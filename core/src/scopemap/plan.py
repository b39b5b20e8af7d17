"""The plan: every file of the build, each with its entries, and nothing written yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from scopemap import urls
from scopemap.alternates import link_alternates
from scopemap.dates import Dates
from scopemap.entries import (
    Transformed,
    date_entries,
    make_entries,
    transform_entries,
)
from scopemap.errors import UrlError
from scopemap.evidence import NO_EVIDENCE, Evidence
from scopemap.feeds import choose_feeds
from scopemap.index import INDEX, Index, make_indexes, url_of
from scopemap.model import Dated, Note, Site, Skipped
from scopemap.neighbours import NOBODY, Neighbours
from scopemap.options import Options
from scopemap.partition import Sitemap, partition
from scopemap.render import STYLESHEET, gzip_path, text_path
from scopemap.report import count, few
from scopemap.robots import plan_robots
from scopemap.select import Selection, select
from scopemap.siblings import Sibling
from scopemap.survey import Survey
from scopemap.tidy import existing, removed, replaced, restored


class Plan(Struct, frozen=True):
    """Hold all that a build writes and removes below its output folder."""

    output: Path
    options: Options
    sitemaps: tuple[Sitemap, ...] = ()
    indexes: tuple[Index, ...] = ()
    robots: bytes | None = None
    """None: robots.txt stays as it is."""
    restored: tuple[tuple[PurePosixPath, Path], ...] = ()
    """Files of the author's that the generator wrote over, each with its source."""
    removed: tuple[PurePosixPath, ...] = ()
    """In the order in which they go."""
    taken: frozenset[PurePosixPath] = frozenset()
    """What is not to be written: pages, the author's files, those of other builds."""
    leftovers: tuple[str, ...] = ()
    """Staged files of an interrupted run."""
    submit: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    dates: tuple[tuple[PurePosixPath, Dated], ...] = ()
    """Where the date of each entry is from, or why it has none."""
    notes: tuple[Note, ...] = ()


def plan(
    site: Site,
    options: Options,
    survey: Survey,
    dates: Dates,
    *,
    evidence: Evidence = NO_EVIDENCE,
    siblings: Mapping[str, Sibling] | None = None,
    neighbours: Neighbours = NOBODY,
    readthedocs: bool,
) -> Plan:
    """Plan the build of a site whose base URL is in normal form.

    `readthedocs`: the host is Read the Docs, which has a robots.txt of its own. Pure:
    the same arguments give the same plan. Raises ScopeError and TransformError.
    """
    selection = select(site, options, survey, evidence)
    if selection.halted is not None:
        return Plan(
            site.output,
            options,
            restored=restored(site),
            skipped=selection.skipped,
            notes=(selection.halted,),
            leftovers=survey.staged,
        )
    dated = date_entries(selection.listed, dates)
    chosen, notes = _entries(
        site, options, selection, dated, siblings=siblings, neighbours=neighbours
    )
    taken = _taken(site, survey)
    parts = partition(
        chosen.entries,
        options,
        base_url=site.base_url,
        taken=taken,
        closed=survey.links | survey.files,
    )
    theirs = _theirs(site, survey)
    children = _children(site, parts.sitemaps, theirs)
    others = tuple(_others(site, survey))
    indexes = make_indexes(site, options, children, taken, others=others)
    submit = tuple(index.url for index in indexes) or children
    feeds, feed_notes = choose_feeds(site, survey.feeds)
    text, robots_notes = plan_robots(
        site,
        options,
        survey.robots,
        submit,
        children=children,
        others=(*feeds, *neighbours.submit),
        has_root=neighbours.has_root,
        readthedocs=readthedocs,
    )
    planned = _planned(options, parts.sitemaps, indexes) - taken
    oversized = (Skipped(entry.page, "too-large") for entry in parts.oversized)
    skipped = (*selection.skipped, *chosen.skipped, *oversized)
    return Plan(
        output=site.output,
        options=options,
        sitemaps=parts.sitemaps,
        indexes=indexes,
        robots=text,
        restored=restored(site),
        removed=removed(site, survey, planned),
        taken=taken,
        leftovers=survey.staged,
        submit=submit,
        skipped=skipped,
        dates=tuple(_dates(parts.sitemaps, dated)),
        notes=(
            *dates.notes,
            *notes,
            *(_unused_scope(path) for path in parts.empty),
            *replaced(site, survey, planned),
            *(_authored(path) for path in _own_names(site, theirs)),
            *_advice(site, parts.sitemaps, skipped),
            *_shut(survey),
            *feed_notes,
            *robots_notes,
        ),
    )


def _dates(
    sitemaps: Iterable[Sitemap], dated: Mapping[PurePosixPath, Dated]
) -> Iterator[tuple[PurePosixPath, Dated]]:
    """Give where each date is from: an entry's may be another, by `transform`."""
    for sitemap in sitemaps:
        for entry in sitemap.entries:
            own = dated[entry.page]
            is_own = own.lastmod == entry.lastmod
            yield entry.page, own if is_own else Dated(entry.lastmod, "transform")


def plan_nothing(site: Site, options: Options, survey: Survey, why: Note) -> Plan:
    """Plan a build that may list nothing: what it was to stand in for goes."""
    authored = {path for path, _ in site.authored}
    return Plan(
        output=site.output,
        options=options,
        restored=restored(site),
        removed=existing(set(site.replaces) - authored, survey),
        leftovers=survey.staged,
        notes=(why,),
    )


def _entries(
    site: Site,
    options: Options,
    selection: Selection,
    dated: Mapping[PurePosixPath, Dated],
    *,
    siblings: Mapping[str, Sibling] | None,
    neighbours: Neighbours,
) -> tuple[Transformed, tuple[Note, ...]]:
    alternates, notes = link_alternates(
        selection.listed + neighbours.listed,
        options,
        siblings=siblings,
        base_url=site.base_url,
        x_default=site.x_default,
    )
    chosen = Transformed(make_entries(selection.listed, dated, alternates))
    if options.transform is not None:
        chosen = transform_entries(
            chosen.entries, options.transform, base_url=site.base_url
        )
    return chosen, (*selection.notes, *notes, *chosen.notes)


def _taken(site: Site, survey: Survey) -> frozenset[PurePosixPath]:
    """Give the paths of pages, the author's files, and other builds' on the host."""
    foreign = (
        PurePosixPath(path)
        for path, found in survey.sitemaps.items()
        if found.owner is not None and not found.is_of(site)
    )
    pages = (p.path for p in site.pages if not str(p.path).endswith(".html"))
    # A style sheet of the theme, or whoever; what is ours carries a mark.
    name = str(STYLESHEET)
    is_strange = name in survey.files and name not in survey.sitemaps
    styles = [STYLESHEET] if is_strange else []
    return frozenset(path for path, _ in site.authored).union(foreign, pages, styles)


def _theirs(site: Site, survey: Survey) -> tuple[PurePosixPath, ...]:
    """Give the author's sitemaps, by their first entry: it lies in their scope.

    Others may be anything, such as examples in a handbook about sitemaps.
    """
    return tuple(
        path
        for path, loc in survey.authored.items()
        if _is_below(urls.folder_of(url_of(site, path)), loc)
    )


def _is_below(folder: str, loc: str) -> bool:
    try:
        return urls.below(folder, urls.normalize(loc)) is not None
    except UrlError:
        return False


def _children(
    site: Site, sitemaps: Sequence[Sitemap], theirs: Sequence[PurePosixPath]
) -> tuple[str, ...]:
    """Give the URLs of all sitemaps of the build, the author's own included."""
    known = {sitemap.path: sitemap.url for sitemap in sitemaps}
    known |= {path: url_of(site, path) for path in theirs}
    return tuple(known[path] for path in sorted(known, key=lambda path: path.parts))


def _others(site: Site, survey: Survey) -> Iterator[str]:
    """Give what the index of the whole host names of its other builds, and is there."""
    for url in survey.composed:
        path = urls.below(site.base_url, url)
        found = survey.sitemaps.get(path) if path is not None else None
        if path in survey.files and not (found is not None and found.is_of(site)):
            yield url


def _planned(
    options: Options, sitemaps: Sequence[Sitemap], indexes: Sequence[Index]
) -> frozenset[PurePosixPath]:
    """Give every path that the plan writes, but for robots.txt."""
    urlsets = [sitemap.path for sitemap in sitemaps]
    documents = urlsets + [index.path for index in indexes]
    paths = set(documents)
    if options.gzip:
        paths |= {gzip_path(path) for path in documents}
    if options.text:
        paths |= {text_path(path) for path in urlsets}
    if options.stylesheet and documents:
        paths.add(STYLESHEET)
    return frozenset(paths)


def _shut(survey: Survey) -> Iterator[Note]:
    if survey.shut:
        text = f"folders that may not be read: {few(sorted(survey.shut))}"
        yield Note("info", "shut", text)


def _unused_scope(path: str) -> Note:
    return Note("info", "unused", f"scopes: {path!r} owns no page")


def _own_names(site: Site, theirs: Sequence[PurePosixPath]) -> Iterator[PurePosixPath]:
    """Give the author's sitemaps, and what else of theirs has a name of ours."""
    names = (PurePosixPath(INDEX), PurePosixPath("sitemap.xml"))
    for path in sorted(path for path, _ in site.authored):
        if path in theirs or path in names:
            yield path


def _authored(path: PurePosixPath) -> Note:
    return Note("info", "authored", f"{path} is your own and stays as it is")


def _advice(
    site: Site, sitemaps: Sequence[Sitemap], skipped: Sequence[Skipped]
) -> Iterator[Note]:
    if not sitemaps:
        counts = Counter(item.reason for item in skipped).most_common()
        why = ", ".join(f"{count} {reason}" for reason, count in counts)
        text = f"no page is to be listed ({why or 'the site has none'})"
        yield Note("info", "empty", text)
    elsewhere = [s for s in sitemaps if s.path != PurePosixPath("sitemap.xml")]
    if site.client is not None and elsewhere:
        pages = count(sum(len(sitemap.entries) for sitemap in elsewhere), "URL")
        text = (
            f"{site.client} reads sitemap.xml, but not the {pages} in other sitemaps:"
            " links to those load as whole pages"
        )
        yield Note("info", "client", text)
    host = urls.host_of(site.base_url)
    if host.removeprefix("www.") in ("example.com", "example.net", "example.org"):
        text = f"{site.base_url} is a placeholder; set the address of your site"
        yield Note("info", "placeholder", text)
