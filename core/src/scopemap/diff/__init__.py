"""The difference between two builds of a site: what readers and engines will miss."""

from scopemap.diff.comparing import compare
from scopemap.diff.difference import Changed, Difference, Likely, Removed, Side

__all__ = ["Changed", "Difference", "Likely", "Removed", "Side", "compare"]
