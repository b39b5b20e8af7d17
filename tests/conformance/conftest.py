from pathlib import Path

import pytest
from lxml import etree

XSD = Path(__file__).parents[3] / "shared/corpus/xsd"


@pytest.fixture(scope="session")
def schemas():
    """The official schemas by the root element they judge; empty where they lack."""
    if not XSD.is_dir():
        return {}
    namespace = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    return {
        f"{namespace}urlset": etree.XMLSchema(file=XSD / "all-local.xsd"),
        f"{namespace}sitemapindex": etree.XMLSchema(file=XSD / "index-local.xsd"),
    }
