"""Advising: what to do about versions that are not listed.

No index names them, yet engines find them by links. A canonical link to the listed
version, or `noindex`, keeps them from outranking it; Disallow does not, since then
nobody reads the page that says so (Google, "Block search indexing with noindex").
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from scopemap import urls
from scopemap.compose.aliases import Merged
from scopemap.compose.choosing import Choice
from scopemap.report import few

Tool: TypeAlias = Literal["mike", "mkdocs", "sphinx", "readthedocs", "other"]

_WHERE: dict[Tool, str] = {
    "mike": (
        "mike: set `canonical_version: {name}` at the plug-in, and deploy them again"
    ),
    "mkdocs": (
        "MkDocs: set `site_url: {url}`, and `base_url` of the plug-in scopemap to their"
        " own URL, and build them again"
    ),
    "sphinx": (
        "Sphinx: set `html_baseurl = {url!r}`, and `scopemap_base_url` to their own"
        " URL, and build them again"
    ),
    "readthedocs": (
        "Read the Docs: nothing; its own /sitemap.xml names the newest version first"
    ),
    "other": 'in each page: <link rel="canonical" href="{url}…">',
}


def find_tool(choice: Choice, files: Collection[str]) -> Tool:
    """Tell what built the versions: by the file that names them, else by their own.

    `search/search_index.json` is that of MkDocs and Zensical, `objects.inv` Sphinx's
    unless mkdocstrings has written it. Read the Docs leaves no trace in a folder;
    whoever builds there says so.
    """
    if choice.maker == "mike":
        return "mike"
    folder = choice.chosen[0].built
    prefix = f"{folder}/" if folder else ""
    if choice.maker == "polyversion":
        return "sphinx"
    if f"{prefix}search/search_index.json" in files:
        return "mkdocs"
    return "sphinx" if f"{prefix}objects.inv" in files else "other"


def advise(choice: Choice, *, tool: Tool, base_url: str) -> dict[str, str]:
    """Tell what to do about the versions that are not listed: lines, by their codes.

    There is nothing to tell where their pages say enough to search engines already.
    """
    open_ = [left for left in choice.left_out if not left.settled]
    if not open_:
        return {}
    chosen = choice.chosen[0]
    url = urls.folder_url(base_url, chosen.listed)
    folders = few([f"{left.version.listed}/" for left in open_])
    return {
        "open": (
            f"no index names {folders}; engines find them all the same, and may show"
            f" them before {url}"
        ),
        "canonical": (
            f"let each page name the same one below {url} as canonical; one that is"
            " not there any more needs noindex"
        ),
        "tool": _WHERE[tool].format(name=_lasting(chosen), url=url),
        "disallow": (
            "no Disallow in robots.txt: then engines cannot read what the pages say"
        ),
    }


def _lasting(chosen: Merged) -> str:
    """Give the name that stays when the next version comes, if there is one.

    A folder of stubs cannot be canonical, since it leads back.
    """
    aliases = (p.folder for p in chosen.places if p.how in ("link", "copy"))
    return next(aliases, chosen.listed).rpartition("/")[2]
