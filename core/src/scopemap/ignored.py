"""Ignored commits: those that changed many files and no text, such as a reformatting.

They stand in `.git-blame-ignore-revs`, which `git blame` and GitHub read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from scopemap.git import Git

Ignored = Mapping[str, frozenset[bytes] | None]
"""Commits whose changes do not count, but for those of these names; None: no name."""

FILE = ".git-blame-ignore-revs"
_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})")


def read_ignored(file: Path) -> frozenset[str]:
    """Read the ids of commits, a line each, beside comments; none without a file."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    words = (line.partition("#")[0].strip().lower() for line in lines)
    return frozenset(word for word in words if _ID.fullmatch(word))


def find_ignored(git: Git, ids: frozenset[str]) -> Ignored:
    """Find what is to be ignored on the chain of first parents.

    Of a merge that brought an ignored commit in that is each name which no other of
    its commits changed. Raises GitError.
    """
    ignored: dict[str, frozenset[bytes] | None] = dict.fromkeys(ids)
    if not ids:
        return ignored
    brought = _brought_in(git.run("rev-list", "--parents", "HEAD").decode())
    for merge, commits in brought.items():
        if not ids.isdisjoint(commits):
            ignored[merge] = _changed(git, [id_ for id_ in commits if id_ not in ids])
    return ignored


def _brought_in(listing: str) -> dict[str, list[str]]:
    """Give the commits that each merge of the chain brought in."""
    parents = {line[0]: line[1:] for line in map(str.split, listing.splitlines())}
    chain = [next(iter(parents))] if parents else []
    while known := parents.get(chain[-1] if chain else "", []):
        chain.append(known[0])
    seen = set(chain)
    brought: dict[str, list[str]] = {}
    for commit in reversed(chain):
        stack = list(parents.get(commit, [])[1:])
        while stack:
            each = stack.pop()
            if each in seen or each not in parents:
                continue
            seen.add(each)
            brought.setdefault(commit, []).append(each)
            stack += parents[each]
    return brought


def _changed(git: Git, commits: Iterable[str]) -> frozenset[bytes]:
    """Give the names that any of the commits changed."""
    listed = "".join(f"{commit}\n" for commit in commits).encode()
    if not listed:
        return frozenset()
    flags = "--stdin -r -z --root --name-only --no-commit-id --no-renames --no-ext-diff"
    names = git.run("diff-tree", *flags.split(), stdin=listed)
    return frozenset(filter(None, names.split(b"\0")))
