"""Serving: what each static host makes of a path and the files that it has.

Paths are percent-decoded and have no slash before them; that of the home page is empty.
All of these hosts, but for Netlify, tell upper from lower case.

`slorber/trailing-slash-guide` (docs/Hosting-Providers.md, 2024-11) measured some of the
hosts with one small site; "measured" below means there.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Tree(Struct, frozen=True):
    """Hold what a host serves, as paths below its root."""

    files: frozenset[str]
    folders: frozenset[str]
    """Those that hold a file, with a slash at the end; the root is empty."""


class Answer(Struct, frozen=True):
    """Hold what a host says: 200 with a file, a redirect, or 404."""

    status: int
    file: str = ""
    """What is served; with 404 the site's page for missing files, if it has one."""
    target: str = ""
    """The path that a redirect leads to."""

    @property
    def redirects(self) -> bool:
        """Tell whether the reader is sent elsewhere."""
        return 300 <= self.status < 400


def grow(files: Iterable[str]) -> Tree:
    """Find the folders in which files lie."""
    kept = frozenset(files)
    folders = {""}
    for file in kept:
        end = file.rfind("/")
        while end > 0 and file[: end + 1] not in folders:
            folders.add(file[: end + 1])
            end = file.rfind("/", 0, end)
    return Tree(kept, frozenset(folders))


def github_pages(path: str, tree: Tree) -> Answer:
    """Answer as GitHub Pages.

    Undocumented; measured, all but the 404 of a folder without `index.html`. That
    `foo.html` wins over the folder `foo` is measured as well; in 2016 the folder won
    (jekyll/jekyll#4920).
    """
    if _is_folder(path):
        return _serve(tree, f"{path}index.html", missing=("404.html",))
    found = _first(tree, path, f"{path}.html")
    if found is None and f"{path}/" in tree.folders:
        return Answer(301, target=f"{path}/")
    return _serve(tree, found or path, missing=("404.html",))


def cloudflare_pages(path: str, tree: Tree) -> Answer:
    """Answer as Cloudflare Pages.

    Sources: https://developers.cloudflare.com/pages/configuration/serving-pages/ and
    packages/pages-shared/asset-server/handler.ts in cloudflare/workers-sdk; measured.
    """
    if _is_folder(path):
        return _cloudflare_folder(path, tree)
    if path in tree.files:
        return _cloudflare_file(path, tree)
    if _is_index(path):
        return Answer(308, target=path.removesuffix("index"))
    if f"{path}.html" in tree.files:
        return Answer(200, f"{path}.html")
    if f"{path}/index.html" in tree.files:
        return Answer(308, target=f"{path}/")
    return _cloudflare_missing(path, tree)


def _cloudflare_folder(path: str, tree: Tree) -> Answer:
    if f"{path}index.html" in tree.files:
        return Answer(200, f"{path}index.html")
    bare = path[:-1]
    if _is_index(bare):
        return Answer(308, target=bare.removesuffix("index"))
    if bare and f"{bare}.html" in tree.files:
        return Answer(308, target=bare)
    return _cloudflare_missing(path, tree)


def _cloudflare_file(path: str, tree: Tree) -> Answer:
    stem = path.removesuffix(".html")
    if _is_index(stem) and stem != path:
        return Answer(308, target=stem.removesuffix("index"))
    if stem in ("", path) or stem in tree.files:
        return Answer(200, path)
    return Answer(308, target=stem)


def _cloudflare_missing(path: str, tree: Tree) -> Answer:
    """Look for the nearest 404.html; a site without one counts as an application."""
    folder = path
    while folder:
        folder = folder[: max(folder.rfind("/"), 0)]
        file = f"{folder}/404.html".removeprefix("/")
        if file in tree.files:
            return Answer(404, file)
    is_application = "404.html" not in tree.files and "index.html" in tree.files
    return Answer(200, "index.html") if is_application else Answer(404)


def netlify(path: str, tree: Tree) -> Answer:
    """Answer as Netlify with "Pretty URLs", its default.

    `about.html` is at `/about` and `about/index.html` at `/about/`; the other spelling
    of the slash is redirected, the names of the files are not
    (https://docs.netlify.com/manage/routing/redirects/redirect-options/, "Trailing
    slash", and an older edition of it in netlify/netlify-home; measured). The status
    is seen in mdn/yari#35, as is that paths are put in lower case; that it is not so
    with the names of files is a guess.
    """
    if path in tree.files:
        return Answer(200, path)
    bare = path.removesuffix("/")
    page, index = f"{bare}.html", f"{bare}/index.html".removeprefix("/")
    if bare and page in tree.files:
        return _netlify_page(path, bare, page)
    if index in tree.files:
        return _netlify_page(path, f"{bare}/" if bare else "", index)
    return _serve(tree, path, missing=("404.html",))


def _netlify_page(path: str, pretty: str, file: str) -> Answer:
    target = pretty.lower()
    return Answer(200, file) if path == target else Answer(301, target=target)


def gitlab_pages(path: str, tree: Tree) -> Answer:
    """Answer as GitLab Pages.

    Source: internal/serving/disk/reader.go in gitlab-org/gitlab-pages (2023-04). Its
    own page, "Resolve ambiguous URLs", has no redirect from a folder, which is known
    to be wrong: https://gitlab.com/gitlab-org/gitlab-pages/-/issues/418 and, of a
    folder without `index.html`, /1130.
    """
    bare = path.removesuffix("/")
    if path in tree.files:
        return Answer(200, path)
    if bare == "" or f"{bare}/" in tree.folders:
        if not _is_folder(path):
            return Answer(302, target=f"{path}/")
        return _serve(tree, f"{path}index.html", missing=("404.html",))
    return _serve(tree, f"{bare}.html", missing=("404.html",))


def readthedocs(path: str, tree: Tree) -> Answer:
    """Answer as Read the Docs, below the language and the version.

    Source: `_serve_docs` in readthedocs/proxito/views/mixins.py and
    `_get_index_file_redirect` in views/serve.py of readthedocs/readthedocs.org.
    """
    file = f"{path}index.html" if _is_folder(path) else path
    if file not in tree.files and f"{path}/index.html" in tree.files:
        return Answer(302, target=f"{path}/")
    return _serve(tree, file, missing=("404.html", "404/index.html"))


def plain(path: str, tree: Tree) -> Answer:
    """Answer as nginx and Apache do, if nobody has configured more.

    Sources: https://httpd.apache.org/docs/2.4/mod/mod_dir.html, "DirectorySlash";
    https://nginx.org/en/docs/http/ngx_http_index_module.html.
    """
    if not _is_folder(path) and f"{path}/" in tree.folders:
        return Answer(301, target=f"{path}/")
    return _serve(tree, f"{path}index.html" if _is_folder(path) else path)


def _is_folder(path: str) -> bool:
    return path == "" or path.endswith("/")


def _is_index(path: str) -> bool:
    return path == "index" or path.endswith("/index")


def _first(tree: Tree, *names: str) -> str | None:
    return next((name for name in names if name in tree.files), None)


def _serve(tree: Tree, file: str, *, missing: tuple[str, ...] = ()) -> Answer:
    if file in tree.files:
        return Answer(200, file)
    return Answer(404, _first(tree, *missing) or "")
