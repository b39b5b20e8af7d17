"""The journal, at the root of the host: English, with some of it in German."""

AUTHOR = "Ida"
SITENAME = "The sitemap journal"
SITEURL = "https://scopemap.example"
TIMEZONE = "Europe/Berlin"
DEFAULT_LANG = "en"

PATH = "content"
THEME = "simple"
DEFAULT_PAGINATION = 3

ARTICLE_URL = "{date:%Y}/{slug}/"
ARTICLE_SAVE_AS = "{date:%Y}/{slug}/index.html"
ARTICLE_LANG_URL = "{lang}/{date:%Y}/{slug}/"
ARTICLE_LANG_SAVE_AS = "{lang}/{date:%Y}/{slug}/index.html"
PAGE_URL = "{slug}/"
PAGE_SAVE_AS = "{slug}/index.html"
PAGE_LANG_URL = "{lang}/{slug}/"
PAGE_LANG_SAVE_AS = "{lang}/{slug}/index.html"
YEAR_ARCHIVE_URL = "{date:%Y}/"
YEAR_ARCHIVE_SAVE_AS = "{date:%Y}/index.html"

# At the root, so that it may serve as a sitemap.
FEED_ALL_ATOM = "all.atom.xml"
CATEGORY_FEED_ATOM = None
TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None

STATIC_PATHS = ["extra/robots.txt"]
EXTRA_PATH_METADATA = {"extra/robots.txt": {"path": "robots.txt"}}

PLUGINS = ["scopemap"]
SCOPEMAP_FEEDS = True
