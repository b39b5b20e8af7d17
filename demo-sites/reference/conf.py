"""The reference of `sitemapnames`, in English.

build.py also makes it in German, and as it was in an older version.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "sitemapnames"
language = "en"
extensions = ["sphinx.ext.autodoc", "sphinx_scopemap"]
locale_dirs = ["locale"]

version = "2.0"
html_baseurl = "https://scopemap.example/reference/en/2.0/"
scopemap_languages = {
    "en": "https://scopemap.example/reference/en/2.0/",
    "de": "https://scopemap.example/reference/de/2.0/",
}
scopemap_x_default = "en"

if tags.has("old"):  # type: ignore[name-defined]  # noqa: F821  # Sphinx gives it
    # What it says of itself is that the new version is the one to be found.
    version = "1.0"
    scopemap_base_url = "https://scopemap.example/reference/en/1.0/"
    scopemap_languages = {}
