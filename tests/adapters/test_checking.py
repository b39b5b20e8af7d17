"""The option `check`: each generator tells in its log what its output has wrong."""

from __future__ import annotations

GONE = """\
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://handbook.example/old/gone.html</loc></url>
</urlset>
"""
SAYS = (
    "scopemap: check: Nothing lies at the URL. Build the page, or take it out of the"
    " sitemap. (SM601 no-page; old/sitemap.xml:2 https://handbook.example/old/gone.html)"
)


def test_mkdocs_tells_what_the_check_finds(docs):
    docs.write({"docs/index.md": "# Home", "docs/old/sitemap.xml": GONE})
    docs.build(plugins="[{scopemap: {check: true}}]")
    said = [line for line in docs.log() if "check: " in line]
    assert said == [f"WARNING {SAYS}"]


def test_sphinx_tells_what_the_check_finds(project):
    home = {"docs/index.rst": "Home\n====\n"}
    project.write({**home, "docs/_extra/old/sitemap.xml": GONE})
    project.build(html_extra_path=["_extra"], scopemap_check=True)
    said = [line for line in project.log() if "check: " in line]
    assert said == [f"WARNING: {SAYS} [scopemap.SM601]"]


def test_pelican_tells_what_the_check_finds(blog):
    blog.write({"content/old/sitemap.xml": GONE})
    blog.build(STATIC_PATHS=["old"], SCOPEMAP_CHECK=True)
    said = [line for line in blog.log() if "check: " in line]
    assert said == [f"WARNING {SAYS}"]
