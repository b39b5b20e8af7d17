"""A documentation folder that MkDocs really builds."""

from __future__ import annotations

import logging
import os
import re
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

import pytest
from lxml import etree
from mkdocs.commands.build import build
from mkdocs.config import load_config
from sphinx.application import Sphinx
from sphinx.cmd.build import build_main
from sphinx.errors import ConfigError
from sphinx.locale import translators
from sphinx.util.docutils import docutils_namespace

import mkdocs_scopemap
import scopemap

# isort: split
# The last of all, since loggers that are made from now on tell each message but once:
# `pelican.log`, Pelican 4.12.
from pelican import Pelican
from pelican.log import LimitFilter
from pelican.settings import read_settings

logging.setLoggerClass(logging.Logger)
logging.getLogger().__class__ = logging.RootLogger

SITE = "https://handbook.example"
SETTINGS = {
    "site_name": "Handbook",
    "site_url": f"{SITE}/",
    "theme": "{name: null, custom_dir: overrides}",
    "plugins": "[scopemap]",
}
TEMPLATE = """\
<link rel="canonical" href="{{ page.canonical_url }}">
{{ page.content }}
"""
NAMESPACES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "x": "http://www.w3.org/1999/xhtml",
}
# What a build or git reads from the environment, and the tests set themselves.
FOREIGN = (
    "CF_PAGES CF_PAGES_BRANCH CI CI_MERGE_REQUEST_IID CONTEXT GIT_DIR GIT_INDEX_FILE"
    " GIT_WORK_TREE MIKE_DOCS_VERSION NETLIFY READTHEDOCS READTHEDOCS_CANONICAL_URL"
    " READTHEDOCS_VERSION_TYPE SOURCE_DATE_EPOCH VERCEL_ENV"
).split()


class Docs:
    """Hold one folder with `docs/`, `mkdocs.yml` and, once built, `site/`."""

    def __init__(self, root: Path, caplog: pytest.LogCaptureFixture) -> None:
        self.root = root
        self.site = root / "site"
        self.caplog = caplog
        self.write({"overrides/main.html": TEMPLATE})

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode() if isinstance(content, str) else content
            file.write_bytes(data)

    def configure(self, **settings: str) -> None:
        """Write `mkdocs.yml`; a setting is YAML, and an empty one is left out."""
        lines = (f"{k}: {v}\n" for k, v in {**SETTINGS, **settings}.items() if v)
        self.write({"mkdocs.yml": "".join(lines)})

    def build(self, *, dirty: bool = False, **settings: str) -> None:
        """Build as `mkdocs build` does, in this process."""
        self.configure(**settings)
        self.caplog.clear()
        config = load_config(str(self.root / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=dirty)
        try:
            build(config, dirty=dirty)
        finally:
            config.plugins.on_shutdown()

    def run(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run Python in the folder, such as `-m mkdocs build`."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=os.environ | environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )

    def without(self, name: str) -> dict[str, str]:
        """Give an environment for `python -S` where a package is not installed."""
        packages = self.root / f"without-{name}"
        packages.mkdir()
        for package in Path(sysconfig.get_path("purelib")).iterdir():
            if package.name != name and not package.name.startswith(f"{name}-"):
                (packages / package.name).symlink_to(package)
        own = (
            Path(module.__file__).parents[1] for module in (scopemap, mkdocs_scopemap)
        )
        return {"PYTHONPATH": os.pathsep.join(map(str, (packages, *own)))}

    def commit(self, when: str) -> None:
        """Commit everything, at a time."""
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"]
        for command in (
            [*git, "init", "--quiet"],
            [*git, "add", "--all"],
            [*git, "commit", "--quiet", "--message", when],
        ):
            subprocess.run(
                command,
                cwd=self.root,
                env=os.environ | {"GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when},
                check=True,
            )

    def log(self, level: int = logging.INFO, name: str = "scopemap") -> list[str]:
        """Give what a logger of MkDocs' said in the last build."""
        return [
            f"{record.levelname} {record.getMessage()}"
            for record in self.caplog.records
            if record.levelno >= level and name in record.name.split(".")
        ]

    @property
    def skipped(self) -> dict[str, str]:
        """Give the pages that were left out, with their reasons, as -v tells them."""
        prefix = "DEBUG scopemap: skipped "
        lines = [li for li in self.log(logging.DEBUG) if li.startswith(prefix)]
        return dict(line.removeprefix(prefix).split(": ", 1) for line in lines)

    @property
    def files(self) -> list[str]:
        """Give all files of the output."""
        return sorted(
            path.relative_to(self.site).as_posix()
            for path in self.site.rglob("*")
            if path.is_file()
        )

    def read(self, name: str) -> str:
        return (self.site / name).read_text(encoding="utf-8")

    def listed(self, name: str = "sitemap.xml") -> list[str]:
        """Give the URLs of a sitemap, without the usual host, in their order."""
        return [loc for loc, _ in self._entries(name)]

    def dates(self, name: str = "sitemap.xml") -> dict[str, str | None]:
        """Give the date of each URL of a sitemap."""
        return {
            loc: entry.findtext("s:lastmod", None, NAMESPACES)
            for loc, entry in self._entries(name)
        }

    def alternates(self, name: str = "sitemap.xml") -> dict[str, dict[str, str]]:
        """Give the languages of each URL of a sitemap, without the usual host."""
        return {
            loc: {
                link.get("hreflang"): _path(link.get("href"))
                for link in entry.iterfind("x:link", NAMESPACES)
            }
            for loc, entry in self._entries(name)
        }

    def canonicals(self) -> list[str]:
        """Give what the built pages say to be their URLs, without the usual host."""
        pages = (self.read(name) for name in self.files if name.endswith(".html"))
        found = (re.search('canonical" href="(.*?)"', page) for page in pages)
        return sorted(_path(match[1]) for match in found if match)

    def locs(self, name: str = "sitemap.xml") -> list[str]:
        """Give the URLs of a sitemap as they are."""
        root = etree.parse(self.site / name).getroot()
        return [loc.text for loc in root.iterfind("s:url/s:loc", NAMESPACES)]

    def links(self) -> set[str]:
        """Give what the pages of the site link to, without the usual host."""
        pages = (self.read(name) for name in self.files if name.endswith(".html"))
        found = (re.findall(r'<a [^>]*href="(.*?)"', page) for page in pages)
        return {_path(link) for links in found for link in links}

    def file(self, path: str) -> str:
        """Give the file that a host answers with, below the output."""
        name = unquote(path.removeprefix("/"))
        return f"{name}index.html" if not name or name.endswith("/") else name

    def _entries(self, name: str) -> list[tuple[str, etree._Element]]:
        root = etree.parse(self.site / name).getroot()
        assert root.tag == f"{{{NAMESPACES['s']}}}urlset"
        return [(_path(url.findtext("s:loc", None, NAMESPACES)), url) for url in root]


def _path(url: str) -> str:
    return url.removeprefix(SITE)


@pytest.fixture
def docs(tmp_path, caplog, monkeypatch):
    """Give a folder to document, away from the host that runs the tests."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISABLE_MKDOCS_2_WARNING", "true")
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "true")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    caplog.set_level(logging.DEBUG, "mkdocs.plugins.scopemap")
    return Docs(tmp_path, caplog)


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


CONF = {
    "project": "Handbook",
    "extensions": ["sphinx_scopemap"],
    "html_theme": "basic",
    "html_baseurl": f"{SITE}/",
    "show_warning_types": True,
    "templates_path": ["_templates"],
}
# Much quicker than that of the theme.
LAYOUT = """\
<link rel="canonical" href="{{ pageurl|e }}" />
{% block body %}{% endblock %}
"""


class Project(Docs):
    """Hold one folder with `docs/conf.py` and, once Sphinx has built it, `site/`."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.site = root / "site"
        self.capsys = capsys
        self.status = self.errors = ""
        self.write({".gitignore": "site/\ndoctrees/\n*.mo\n"})
        self.write({"docs/_templates/layout.html": LAYOUT})

    def configure(self, code: str = "", **settings: object) -> None:
        """Write `conf.py`; a setting that is None is left out."""
        values = {k: v for k, v in {**CONF, **settings}.items() if v is not None}
        lines = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        self.write({"docs/conf.py": lines + code})

    def build(
        self,
        *flags: str,
        builder: str = "html",
        site: str = "site",
        files: Sequence[Path] = (),
        code: str = "",
        **settings: object,
    ) -> int:
        """Build as `sphinx-build` does, in this process; give its exit status."""
        self.configure(code, **settings)
        self.capsys.readouterr()
        # Kept for the whole process; Sphinx's own tests clear them as well.
        translators.clear()
        status = build_main(self._arguments(flags, builder, site, files))
        self.status, self.errors = self.capsys.readouterr()
        return status

    def spawn(
        self,
        *flags: str,
        python: Sequence[str] = (sys.executable,),
        code: str = "",
        **settings: object,
    ) -> int:
        """Build in a process of its own, with such a Python."""
        self.configure(code, **settings)
        done = subprocess.run(
            [*python, "-m", "sphinx", *self._arguments(flags, "html", "site")],
            cwd=self.root,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        self.status, self.errors = done.stdout, done.stderr
        return done.returncode

    def _arguments(
        self, flags: Sequence[str], builder: str, site: str, files: Sequence[Path] = ()
    ) -> list[str]:
        self.site = self.root / site
        places = (self.root / "doctrees", self.root / "docs", self.site, *files)
        return ["--no-color", *flags, "-b", builder, "-d", *map(str, places)]

    def refuse(self, *overrides: str, builder: str = "html", **settings: object) -> str:
        """Give the ConfigError that stops a build; overrides are those of -D."""
        self.configure(**settings)
        docs = self.root / "docs"
        places = (docs, docs, self.root / "site", self.root / "doctrees", builder)
        given = dict(override.split("=", 1) for override in overrides)
        with docutils_namespace(), pytest.raises(ConfigError) as caught:
            Sphinx(*places, given, status=None, warning=None)
        return str(caught.value)

    def log(self, *_: object) -> list[str]:
        """Give what the extension said in the last build, and all warnings."""
        lines = [li for li in self.status.splitlines() if li.startswith("scopemap: ")]
        return [f"INFO {line}" for line in lines] + self.errors.splitlines()

    @property
    def skipped(self) -> dict[str, str]:
        """Give the pages that were left out, with their reasons, as -v tells them."""
        prefix = "INFO scopemap: skipped "
        lines = [line for line in self.log() if line.startswith(prefix)]
        return dict(line.removeprefix(prefix).split(": ", 1) for line in lines)

    def canonical(self, name: str) -> str:
        """Give what a page says to be its URL, without the usual host."""
        link = re.search('<link rel="canonical" href="(.*?)" ?/>', self.read(name))
        return _path(link[1])

    @property
    def ours(self) -> dict[str, bytes]:
        """Give the sitemaps and robots.txt of the output, with their bytes."""
        names = (name for name in self.files if name.startswith(OURS))
        return {name: (self.site / name).read_bytes() for name in names}


OURS = ("sitemap", "robots.txt")


@pytest.fixture
def project(tmp_path, capsys, monkeypatch):
    """Give a folder that Sphinx documents, away from the host that runs the tests."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return Project(tmp_path, capsys)


PELICANCONF = {
    "AUTHOR": "Ada",
    "SITENAME": "Journal",
    "SITEURL": SITE,
    "PATH": "content",
    "OUTPUT_PATH": "site",
    "THEME": "simple",
    "TIMEZONE": "UTC",
    "PLUGINS": ["scopemap"],
    "FEED_ALL_ATOM": None,
    "CATEGORY_FEED_ATOM": None,
    "TRANSLATION_FEED_ATOM": None,
    "AUTHOR_FEED_ATOM": None,
    "AUTHOR_FEED_RSS": None,
}


class Blog(Docs):
    """Hold one folder with `content/`, `pelicanconf.py` and, once built, `site/`."""

    def __init__(self, root: Path, caplog: pytest.LogCaptureFixture) -> None:
        self.root = root
        self.site = root / "site"
        self.caplog = caplog
        self.write({".gitignore": "site/\ncache/\n__pycache__/\n"})
        (root / "content").mkdir()

    def configure(self, code: str = "", **settings: object) -> None:
        """Write `pelicanconf.py`."""
        values = PELICANCONF | settings
        lines = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        # A path is written as PosixPath("…").
        imports = "from pathlib import PosixPath\n"
        self.write({"pelicanconf.py": imports + lines + code})

    def load(self, code: str = "", **settings: object) -> Pelican:
        """Give what `pelican` makes at its start."""
        self.configure(code, **settings)
        self.caplog.clear()
        # What was said once in a process is not said again.
        LimitFilter._raised_messages.clear()  # noqa: SLF001
        return Pelican(read_settings(str(self.root / "pelicanconf.py")))

    def build(self, code: str = "", **settings: object) -> None:
        """Build as `pelican` does, in this process."""
        self.load(code, **settings).run()

    def pelican(self, *arguments: str, code: str = "", **settings: object) -> str:
        """Run `pelican` in a process of its own; give what it printed, in one line."""
        self.configure(code, **settings)
        done = self.run("-m", "pelican", *arguments, COLUMNS="9999")
        self.status = done.returncode
        return " ".join(done.stdout.split())

    def refuse(self, **settings: object) -> str:
        """Give the message that stops a build."""
        with pytest.raises(scopemap.ScopemapError) as caught:
            self.load(**settings)
        return str(caught.value)

    def log(self, level: int = logging.INFO, _name: str = "") -> list[str]:
        """Give what the plugin said in the last build, and all warnings."""
        return [
            f"{record.levelname} {record.getMessage()}"
            for record in self.caplog.records
            if record.levelno >= level
            and ("scopemap" in record.name or record.levelno >= logging.WARNING)
        ]

    @property
    def ours(self) -> dict[str, bytes]:
        """Give the sitemaps and robots.txt of the output, with their bytes."""
        names = (name for name in self.files if name.startswith(OURS))
        return {name: (self.site / name).read_bytes() for name in names}


@pytest.fixture
def blog(tmp_path, caplog, monkeypatch):
    """Give a folder that Pelican publishes, away from the host that runs the tests."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.DEBUG, "pelican")
    return Blog(tmp_path, caplog)
