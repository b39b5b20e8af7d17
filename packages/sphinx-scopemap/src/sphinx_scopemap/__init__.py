"""scopemap for Sphinx."""

from sphinx_scopemap.extension import setup

__all__ = ["setup"]
