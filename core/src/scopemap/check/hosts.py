"""Hosts: the listed URLs that a static host would not answer at once.

A sitemap is to list the spelling that is answered without a detour (Google, "Build and
submit a sitemap": canonical URLs). What the site's own rules in `_redirects` do is
another matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Literal, TypeAlias

from scopemap import urls
from scopemap.check import serving
from scopemap.check.context import Context
from scopemap.check.findings import Finding
from scopemap.check.serving import Answer, Tree
from scopemap.errors import UrlError

Host: TypeAlias = Literal[
    "github-pages",
    "cloudflare-pages",
    "netlify",
    "gitlab-pages",
    "readthedocs",
    "plain",
]

CNAME = "CNAME"
"""The name must be all upper case (GitHub, "Troubleshooting custom domains")."""
_MAX_CNAME = 4_096
"""Bytes that are read of it; a domain has 253 at most."""
_RULES: Mapping[Host, tuple[str, Callable[[str, Tree], Answer]]] = {
    "github-pages": ("GitHub Pages", serving.github_pages),
    "cloudflare-pages": ("Cloudflare Pages", serving.cloudflare_pages),
    "netlify": ("Netlify", serving.netlify),
    "gitlab-pages": ("GitLab Pages", serving.gitlab_pages),
    "readthedocs": ("Read the Docs", serving.readthedocs),
    "plain": ("a plain server", serving.plain),
}


def answer(host: Host, path: str, tree: Tree) -> Answer:
    """Tell what a host answers for a percent-decoded path, no slash before it."""
    _, rule = _RULES[host]
    return rule(path, tree)


def call(host: Host) -> str:
    """Give the name by which people know a host."""
    return _RULES[host][0]


def judge_host(context: Context, host: Host) -> Iterator[Finding]:
    """Give the listed URLs that a host would redirect, and a CNAME that errs."""
    if host == "github-pages":
        yield from _judge_cname(context)
    tree = serving.grow(context.files)
    for document in context.documents:
        for row in document.rows:
            path = urls.below(context.base_url, row.url) if row.url else None
            if path is None or not (given := answer(host, path, tree)).redirects:
                continue
            where = _locate(context.base_url, given.target, row.url)
            text = (
                f"{call(host)} redirects {row.loc} to {where} ({given.status})"
                f"{_what_is_there(host, given, tree)}; {_cure(path, given.target)}"
            )
            yield Finding(document.file, row.line, "SM801", text, row.url)


def _locate(base: str, path: str, url: str) -> str:
    _, mark, query = url.partition("?")
    slash = "/" if path.endswith("/") else ""
    return base + urls.path_to_url(PurePosixPath(path)) + slash + mark + query


def _what_is_there(host: Host, given: Answer, tree: Tree) -> str:
    found = answer(host, given.target, tree)
    return ", where nothing is" if found.status == 404 else ""


def _cure(path: str, target: str) -> str:
    """Name the settings of the generators that write the other spelling."""
    if path.strip("/").lower() == target.strip("/") != path.strip("/"):
        return "name the source in lower case, or turn Pretty URLs off"
    if path == f"{target}/":
        return "take the slash out of ARTICLE_URL and the like (Pelican)"
    if f"{path}/" == target:
        return (
            "set use_directory_urls: true (MkDocs), the builder dirhtml (Sphinx), "
            "a slash at the end of ARTICLE_URL and the like (Pelican)"
        )
    return (
        "set use_directory_urls: true (MkDocs), the builder dirhtml or "
        "html_link_suffix = '' (Sphinx), ARTICLE_URL without .html (Pelican)"
    )


def _judge_cname(context: Context) -> Iterator[Finding]:
    """Compare the domain of the site with the one that it is built for.

    GitHub redirects `github.io` to the domain, and of www and the bare domain one to
    the other. Source: GitHub, "Troubleshooting custom domains and GitHub Pages": one
    domain, and nothing else.
    """
    named = _read_cname(context)
    if named is None:
        return
    ours = urls.host_of(context.base_url)
    theirs = _domain(named)
    if theirs is None:
        text = f"{CNAME} holds {named!r}, and should hold one domain alone"
        yield Finding(CNAME, 0, "SM802", text, context.base_url)
    elif theirs != ours:
        text = f"{CNAME} names {theirs}; the base URL is {context.base_url}"
        if ours.endswith(".github.io"):
            text += f", which GitHub redirects to https://{theirs}/"
        yield Finding(CNAME, 0, "SM802", text, context.base_url)


def _read_cname(context: Context) -> str | None:
    file = context.root / CNAME
    if CNAME not in context.files or not _is_inside(file, context.root):
        return None
    try:
        with file.open("rb") as stream:
            return stream.read(_MAX_CNAME).decode("utf-8", errors="replace").strip()
    except OSError:  # it may be kept shut; then it says nothing
        return None


def _is_inside(file: Path, root: Path) -> bool:
    return file.resolve().is_relative_to(root)


def _domain(text: str) -> str | None:
    try:
        url = urls.normalize(f"https://{text}/")
    except UrlError:
        return None
    return urls.host_of(url) if url == f"https://{urls.host_of(url)}/" else None
