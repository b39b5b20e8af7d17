"""Publishing: whether this build is one that search engines shall see."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping

from scopemap import urls
from scopemap.model import Site
from scopemap.options import Options

# Cloudflare tells a build its branch, but not which one is the production branch;
# a name that is not in here still publishes with `publish: yes`.
_PRODUCTION_BRANCHES = frozenset(
    "deploy docs gh-pages live main master pages prod production publish release"
    " stable trunk www".split()
)
_PRIVATE_SUFFIXES = (".internal", ".invalid", ".lan", ".local", ".localhost", ".test")


def why_unpublished(
    site: Site, options: Options, environ: Mapping[str, str]
) -> str | None:
    """Say why nothing shall be written, or None where it shall.

    Without a base URL there is nothing true to write. Else the option `publish`
    decides; on `auto` previews and private hosts publish nothing.
    """
    if options.publish == "no":
        return "publish is set to no"
    if not site.base_url:
        return f"{site.setting} is not set"
    if options.publish == "yes":
        return None
    if site.preview is not None:
        return f"{site.preview} is a preview"
    if (preview := _preview(environ)) is not None:
        return f"{preview} is a preview (publish: yes overrules this)"
    if _is_private(urls.host_of(site.base_url)):
        return f"{site.base_url} is no public address (publish: yes overrules this)"
    return None


def _preview(environ: Mapping[str, str]) -> str | None:
    """Know a preview by what its host sets, as each host documents it."""
    if environ.get("READTHEDOCS_VERSION_TYPE") == "external":
        return "a pull request on Read the Docs"
    context = environ.get("CONTEXT", "production")
    if environ.get("NETLIFY") == "true" and context != "production":
        return f"Netlify's {context}"
    if environ.get("VERCEL_ENV", "production") != "production":
        return f"Vercel's {environ['VERCEL_ENV']}"
    branch = environ.get("CF_PAGES_BRANCH", "main")
    if environ.get("CF_PAGES") == "1" and branch not in _PRODUCTION_BRANCHES:
        return f"the branch {branch} on Cloudflare Pages"
    if environ.get("CI_MERGE_REQUEST_IID"):
        return "a merge request on GitLab"
    return None


def _is_private(host: str) -> bool:
    if host == "localhost" or host.endswith(_PRIVATE_SUFFIXES):
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return "." not in host.rstrip(".")
    return not address.is_global
