"""The reference of `sitemapnames`, in English; build.py also makes it in German."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "sitemapnames"
language = "en"
extensions = ["sphinx.ext.autodoc", "sphinx_scopemap"]
locale_dirs = ["locale"]

html_baseurl = "https://scopemap.example/reference/en/"
scopemap_languages = {
    "en": "https://scopemap.example/reference/en/",
    "de": "https://scopemap.example/reference/de/",
}
scopemap_x_default = "en"
