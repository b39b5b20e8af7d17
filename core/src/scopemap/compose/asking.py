"""What is asked of `compose`: the options of one host."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from scopemap.compose.aliases import Preference
from scopemap.compose.choosing import Policy


class Asking(Struct, frozen=True):
    """Hold the options; patterns are compared with paths below the host's folder."""

    base_url: str
    """Where the folder of the host is served."""
    also: tuple[tuple[Path, str], ...] = ()
    """Folders of further hosts, each with its base URL: they are composed, too, and
    the languages of a site may lie on all of them."""
    include: tuple[str, ...] = ()
    """Patterns of what is named although it lies in a preview's folder."""
    exclude: tuple[str, ...] = ()
    """Patterns of sitemaps that no index shall name."""
    root_sitemap: bool = False
    """Whether one sitemap lists all, for engines that read no index."""
    repair: bool = False
    """Whether what engines refuse is cut out of a sitemap, that the rest counts."""
    robots: Literal["auto", "always", "never"] = "auto"
    languages: tuple[tuple[str, str], ...] = ()
    """Tag and base of the build of each language of one site."""
    versions: tuple[str, ...] = ()
    """Folders of versions, or patterns of them; empty: as a version file says."""
    policy: Policy = "latest"
    """Which versions are listed."""
    supported: tuple[str, ...] = ()
    """Patterns of their names or folders, where the policy asks for those."""
    prefer: Preference = "version"
    """What of a version and its alias is listed where their pages do not say."""
    x_default: str | None = None
    """The tag of the language for readers whose own is missing."""
