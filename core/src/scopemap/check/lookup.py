"""Lookup: the file at an address, as a known host finds it, or as most would."""

from __future__ import annotations

from msgspec import Struct

from scopemap.check.context import Context
from scopemap.check.hosts import Host, answer
from scopemap.check.serving import Tree, grow
from scopemap.locate import possible_names


class Hit(Struct, frozen=True):
    """Hold the file that is judged at an address."""

    file: str
    is_own: bool
    """Whether it answers there at once, and no other file could."""


class Lookup(Struct, frozen=True):
    """Hold the files, and how the host finds one."""

    tree: Tree
    host: Host | None = None
    is_application: bool = False
    """Whether the home page is the only one."""

    @classmethod
    def of(cls, context: Context, host: Host | None) -> Lookup:
        """Prepare to look up."""
        if host is None:
            return cls(Tree(context.files, frozenset()))
        return cls(grow(context.files), host, len(context.pages) == 1)

    def find(self, path: str) -> Hit | None:
        """Give the file at a percent-decoded path, if there is one.

        Where the host sends readers on it is that to which it does.
        """
        if self.host is None:
            return self._guess(path)
        given = answer(self.host, path, self.tree)
        if given.redirects:
            there = answer(self.host, given.target, self.tree)
            guess = self._guess(path)
            file = there.file if there.status == 200 else guess and guess.file
            return Hit(file, is_own=False) if file else None
        # Cloudflare shows the home page for what is missing; an application wants that.
        is_own = given.file in possible_names(path.rstrip("/"))
        if given.status == 200 and (is_own or self.is_application):
            return Hit(given.file, is_own=is_own)
        return None

    def _guess(self, path: str) -> Hit | None:
        names = [name for name in possible_names(path) if name in self.tree.files]
        return Hit(names[0], is_own=len(names) == 1) if names else None
