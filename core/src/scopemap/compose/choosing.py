"""Choosing: which versions of a site search engines shall find.

Old versions have the same words on the same pages and outrank the new one, so that by
default one version is listed. The rest stay where they are, with sitemaps of their own
that no index names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from scopemap import urls
from scopemap.compose.aliases import Merged, MergedSet
from scopemap.compose.owners import make_owner
from scopemap.compose.versionfiles import Maker
from scopemap.compose.versionnames import MOVING, POINTERS, rank_word
from scopemap.errors import OptionError
from scopemap.model import Note
from scopemap.patterns import compile_pattern

Policy: TypeAlias = Literal["latest", "supported", "all"]

Reason: TypeAlias = Literal[
    "older", "newer", "prerelease", "development", "hidden", "unnamed", "unsupported"
]
_WORDS = {
    "older": "an older version",
    "newer": "a newer version than the one that is called the latest",
    "prerelease": "not released yet",
    "development": "what is being developed",
    "hidden": "hidden from readers as well",
    "unnamed": "a version whose name says nothing",
    "unsupported": "none of the supported versions",
}


class LeftOut(Struct, frozen=True):
    """Hold a version that no index names, and why."""

    version: Merged
    reason: Reason
    settled: str = ""
    """Why nothing is left to do: what its home page says to search engines."""

    @property
    def why(self) -> str:
        """Tell the reason in words."""
        return _WORDS[self.reason]


class Choice(Struct, frozen=True):
    """Hold what is listed of a set of versions, and what is not."""

    base: str
    chosen: tuple[Merged, ...]
    """Never empty, the newest first."""
    left_out: tuple[LeftOut, ...]
    """Likewise sorted."""
    source: str
    maker: Maker | None = None

    @property
    def aliases(self) -> tuple[str, ...]:
        """Give the folders that hold the same as a listed one."""
        return tuple(
            folder
            for merged in self.chosen
            for folder in merged.folders
            if folder != merged.listed
        )


def choose(
    versions: MergedSet,
    *,
    policy: Policy = "latest",
    supported: Sequence[str] = (),
    base_url: str,
    where: str = "supported",
) -> tuple[Choice, tuple[Note, ...]]:
    """Choose the versions that are listed.

    `latest` is the one that a switcher prefers, else the one that is called, or has an
    alias, `stable`, `latest`, `current`, `newest` or `release`, in this order, else the
    one to which the page above them leads, else the newest release, else the newest
    prerelease, else a branch like `main`, else the only one. `supported` are those
    whose name or one of whose folders, below the set's, one of the patterns matches;
    a pattern that matches none makes a note. `all` are all but the hidden ones.

    Raises OptionError, which names `where`, where that leaves none.
    """
    if not versions.versions:
        raise OptionError(where, f"{versions.source} names no version that is there")
    notes: tuple[Note, ...] = ()
    if policy == "latest":
        chosen = [_find_latest(versions, where)]
    elif policy == "supported":
        chosen, notes = _find_supported(versions, supported, where)
    else:
        chosen = [m for m in versions.versions if not m.version.hidden]
    if not chosen:
        names = ", ".join(m.version.name for m in versions.versions)
        raise OptionError(where, f"must match one of the versions: {names}")
    listed = {m.listed for m in chosen}
    owners = {folder: m.listed for m in versions.versions for folder in m.folders}
    owner = make_owner(owners, base_url)

    def settle(merged: Merged) -> str:
        folder = owner(merged.facts.canonical or "")
        if merged.facts.noindex is not None or folder is None:
            return merged.facts.noindex or ""
        is_listed = owners[folder] in listed
        return f"canonical: {urls.folder_url(base_url, folder)}" if is_listed else ""

    left_out = tuple(
        LeftOut(m, _reason(m, chosen, policy), settle(m))
        for m in versions.versions
        if m.listed not in listed
    )
    return Choice(
        versions.base, tuple(chosen), left_out, versions.source, versions.maker
    ), notes


def _find_latest(versions: MergedSet, where: str) -> Merged:
    for found in _candidates(versions):
        if found is not None:
            return found
    names = ", ".join(m.version.name for m in versions.versions)
    problem = f"nothing tells which of {names} is the latest; name what is supported"
    raise OptionError(where, problem)


def _candidates(versions: MergedSet) -> Iterator[Merged | None]:
    known = versions.versions
    yield next((m for m in known if m.version.preferred), None)
    yield _first_called(POINTERS, known)
    yield next((m for m in known if m.listed == versions.default), None)
    shown = [m for m in known if not m.version.hidden]
    # They are sorted: the newest of its kind comes first.
    for kind in ("final", "prerelease"):
        yield next((m for m in shown if m.version.named.kind == kind), None)
    yield _first_called(MOVING, shown)
    yield known[0] if len(known) == 1 else None


def _first_called(words: Sequence[str], versions: Iterable[Merged]) -> Merged | None:
    """Give the version with the first of some words for its name or an alias."""
    rank = rank_word(words)
    ranked = [(min(map(rank, _names(m))), m) for m in versions]
    best = min(ranked, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] < len(words) else None


def _names(merged: Merged) -> list[str]:
    """Give what a version is called; a folder's name counts where it is an alias.

    A switcher may call `latest/` on Read the Docs `dev`, which is what it is.
    """
    own = merged.version.folder
    aliases = (folder for folder in merged.folders if folder != own)
    return [merged.version.name, *(alias.rpartition("/")[2] for alias in aliases)]


def _find_supported(
    versions: MergedSet, supported: Sequence[str], where: str
) -> tuple[list[Merged], tuple[Note, ...]]:
    if not supported:
        raise OptionError(where, "must name versions, where the policy is supported")
    listed: set[str] = set()
    notes: list[Note] = []
    for pattern in supported:
        try:
            compiled = compile_pattern(pattern.strip().strip("/"))
        except ValueError as error:
            raise OptionError(where, f"{pattern!r} {error}") from error
        found = [
            merged
            for merged in versions.versions
            if any(map(compiled.fullmatch, _calls(merged, versions.base)))
        ]
        if not found:
            names = ", ".join(m.version.name for m in versions.versions)
            text = f"{where}: {pattern!r} matches no version ({names})"
            notes.append(Note("info", "versions", text))
        listed |= {merged.listed for merged in found}
    return [m for m in versions.versions if m.listed in listed], tuple(notes)


def _calls(merged: Merged, base: str) -> Iterator[str]:
    yield merged.version.name
    for folder in merged.folders:
        yield folder.removeprefix(f"{base}/" if base else "")


def _reason(merged: Merged, chosen: Sequence[Merged], policy: Policy) -> Reason:
    if merged.version.hidden:
        return "hidden"
    if policy == "supported":
        return "unsupported"
    named = merged.version.named
    if named.kind == "final":
        newest = chosen[0].version.named
        is_newer = newest.number is not None and named.order > newest.order
        return "newer" if is_newer else "older"
    reasons: dict[str, Reason] = {
        "prerelease": "prerelease",
        "moving": "development",
    }
    return reasons.get(named.kind, "unnamed")
