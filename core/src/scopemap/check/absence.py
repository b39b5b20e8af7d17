"""Absence: what a host answers at a URL that has no file of its own."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from scopemap.evidence import Evidence
from scopemap.locate import find_name, possible_names
from scopemap.redirects import Redirects, find_redirect


class Absence(Struct, frozen=True):
    """Hold what may answer in place of a file."""

    redirects: Redirects
    answers: Redirects
    """The same rules, those that serve another file (200) written as redirects."""
    always: bool
    find_twin: Callable[[str], str | None]
    """Gives the file whose name is a path in other letters."""

    @classmethod
    def of(cls, evidence: Evidence, files: Iterable[str]) -> Absence:
        """Prepare to look up."""
        return cls(
            redirects=evidence.redirects,
            answers=_with_rewrites(evidence.redirects),
            always=evidence.redirects_win,
            find_twin=_twins(files),
        )

    def explain(self, url: str, path: str) -> tuple[str, str] | None:
        """Give code and text of what is wrong at a URL without a file.

        None: a rule of the host's serves another file there.
        """
        if (target := self._target(self.redirects, url)) is not None:
            return "SM603", f"is sent by _redirects to {target}"
        if self._target(self.answers, url) is not None:
            return None
        if (twin := self.find_twin(path)) is not None:
            return "SM602", f"has a file that is called {twin}"
        return "SM601", "has no file"

    def _target(self, rules: Redirects, url: str) -> str | None:
        found = find_redirect(rules, url, file_exists=False, always=self.always)
        return found.target if found is not None else None


def _with_rewrites(redirects: Redirects) -> Redirects:
    rules = (
        msgspec.structs.replace(rule, status=302) if rule.status == 200 else rule
        for rule in redirects.rules
    )
    return msgspec.structs.replace(redirects, rules=tuple(rules))


def _twins(files: Iterable[str]) -> Callable[[str], str | None]:
    """Give what finds a file by its name in other letters; the index is made once."""
    folded: dict[str, str] = {}

    def find(path: str) -> str | None:
        if not folded:
            folded.update((_fold(name), name) for name in sorted(files))
        name = find_name(_fold(path), folded)
        twin = folded[name] if name is not None else None
        # In the same letters it is there, and the host does not serve it.
        return twin if twin not in possible_names(path) else None

    return find


def _fold(name: str) -> str:
    """Fold case, and letters that macOS composes in another way than people do."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", name).casefold()
