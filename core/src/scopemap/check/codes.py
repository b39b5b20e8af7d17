"""Codes: the catalogue of all that the auditor can find, from `codes.toml`."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

Severity: TypeAlias = Literal["error", "warning", "info"]


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """Describe one kind of fault."""

    name: str
    """A stable name, such as `out-of-scope`."""
    severity: Severity
    source: str
    """Who says that it is a fault."""
    what: str
    """What is wrong, in one sentence."""
    cure: str
    """What to do about it."""
    bad: str
    """An example that has the fault."""
    good: str
    """The same without it."""
    id: str = ""
    """A stable code, such as `SM301`; engines of other tools know it by this."""

    def matches(self, wanted: tuple[str, ...]) -> bool:
        """Tell whether one of these is the code, its beginning, or the name."""
        return any(self.id.startswith(w.upper()) or self.name == w for w in wanted)


def _read() -> dict[str, Code]:
    text = files(__package__).joinpath("codes.toml").read_bytes()
    table = msgspec.toml.decode(text, type=dict[str, Code])
    return {
        code: msgspec.structs.replace(entry, id=code)
        for code, entry in sorted(table.items())
    }


CODES = _read()
"""By code, in their order."""
