"""Ignored commits: those that changed many files and no text, such as a reformatting.

They stand in `.git-blame-ignore-revs`, which `git blame` and GitHub read as well.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from scopemap.git import Git

Ignored = Mapping[str, frozenset[bytes] | None]
"""Commits of which changes do not count: those of these names; None: all of them."""

FILE = ".git-blame-ignore-revs"
_MAX_BYTES = 10_000_000
_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})")


def read_ignored(file: Path) -> frozenset[str]:
    """Read the ids of commits, a line each, beside comments; none without a file."""
    try:
        if not file.is_file():
            return frozenset()
        with file.open("rb") as stream:
            text = stream.read(_MAX_BYTES).decode("utf-8-sig", errors="replace")
    except OSError:
        return frozenset()
    words = (line.partition("#")[0].strip().lower() for line in text.splitlines())
    return frozenset(word for word in words if _ID.fullmatch(word))


def find_ignored(git: Git, ids: frozenset[str]) -> Ignored:
    """Find what is to be ignored on the chain of first parents.

    Of a merge that brought an ignored commit in that is each name which this changed,
    and neither another of the merged commits nor the merge itself. Raises GitError.
    """
    ignored: dict[str, frozenset[bytes] | None] = dict.fromkeys(ids)
    if not ids:
        return ignored
    brought = {
        merge: commits
        for merge, commits in _brought_in(git).items()
        if not ids.isdisjoint(commits)
    }
    asked = [each for merge, commits in brought.items() for each in (merge, *commits)]
    changed = _changed(git, asked)
    for merge, commits in brought.items():
        names: dict[bool, set[bytes]] = {True: set(), False: set()}
        for each in (merge, *commits):
            names[each in ids] |= changed.get(each, set())
        ignored.setdefault(merge, frozenset(names[True] - names[False]))
    return ignored


def _brought_in(git: Git) -> dict[str, list[str]]:
    """Give the commits that each merge of the chain brought in."""
    listing = git.run("rev-list", "--parents", "HEAD").decode().splitlines()
    parents = {line[0]: line[1:] for line in map(str.split, listing)}
    chain = list(itertools.islice(parents, 1))
    while chain and (above := parents.get(chain[-1])):
        chain.append(above[0])
    seen = set(chain)
    brought: dict[str, list[str]] = {}
    for commit in reversed(chain):
        stack = parents.get(commit, [])[1:]
        while stack:
            each = stack.pop()
            if each in parents and each not in seen:
                seen.add(each)
                brought.setdefault(commit, []).append(each)
                stack += parents[each]
    return brought


def _changed(git: Git, commits: Iterable[str]) -> dict[str, set[bytes]]:
    """Give the names that each of the commits changed; of a merge, by itself."""
    listed = "".join(f"{commit}\n" for commit in commits).encode()
    if not listed:
        return {}
    changed: dict[str, set[bytes]] = {}
    commit = ""
    tokens = iter(git.run("diff-tree", *_FLAGS, stdin=listed).split(b"\0"))
    for token in tokens:
        if token.startswith(b":"):
            changed.setdefault(commit, set()).add(next(tokens))
        else:
            commit = token.decode()
    return changed


_FLAGS = "--stdin -r -z -c --root --raw --no-renames --no-ext-diff -O/dev/null".split()
