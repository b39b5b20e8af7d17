"""Path-scoped sitemaps for finished sites: every page, its true date, nothing else."""

from scopemap.build import build
from scopemap.errors import (
    CharacterError,
    OptionError,
    OutputError,
    ScopeError,
    ScopemapError,
    TransformError,
    UrlError,
)
from scopemap.loading import check_base_url, load_options
from scopemap.model import Dated, Entry, Note, Page, Site, Skipped, Word
from scopemap.options import Described, Language, Options, Rule, Scope, describe
from scopemap.report import Report, brief
from scopemap.urls import leads_to
from scopemap.words import read_word

__all__ = [
    "CharacterError",
    "Dated",
    "Described",
    "Entry",
    "Language",
    "Note",
    "OptionError",
    "Options",
    "OutputError",
    "Page",
    "Report",
    "Rule",
    "Scope",
    "ScopeError",
    "ScopemapError",
    "Site",
    "Skipped",
    "TransformError",
    "UrlError",
    "Word",
    "brief",
    "build",
    "check_base_url",
    "describe",
    "leads_to",
    "load_options",
    "read_word",
]
