import msgspec
import pytest

from scopemap.options import MAX_BYTES, MAX_URLS, Options, Rule, Scope, describe


def test_the_limits_are_those_of_the_protocol():
    """Protocol rule 5: 50,000 and 50 MiB."""
    assert (MAX_URLS, MAX_BYTES) == (50_000, 50 * 1024 * 1024)


def test_each_option_is_described_with_its_default():
    assert [(each.name, each.default) for each in describe()] == [
        ("base_url", ""),
        ("publish", "auto"),
        ("scopes", "auto"),
        ("index", "always"),
        ("robots", "auto"),
        ("gzip", False),
        ("text", False),
        ("stylesheet", True),
        ("max_urls", 50_000),
        ("max_bytes", 52_428_800),
        ("exclude", ()),
        ("include", ()),
        ("keep", ()),
        ("files", ()),
        ("rules", ()),
        ("lastmod", ("meta", "git")),
        ("lastmod_precision", "second"),
        ("state", None),
        ("git_date", "landed"),
        ("git_ignore_revs", None),
        ("git_budget", 20.0),
        ("languages", {}),
        ("x_default", None),
        ("images", False),
        ("feeds", False),
        ("max_skipped", 0.5),
        ("check", False),
        ("manifest", None),
        ("transform", None),
    ]


def test_each_option_has_one_row_and_a_meaning():
    rows = {each.name: each.meaning for each in describe()}
    assert tuple(rows) == Options.__struct_fields__
    assert [name for name, meaning in rows.items() if not meaning.strip()] == []


def test_a_meaning_fits_into_a_cell_of_a_table():
    assert [each.name for each in describe() if set("|\n") & set(each.meaning)] == []


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        pytest.param(Options, "gzip", "yes", id="kind"),
        pytest.param(Options, "index", "sometimes", id="word"),
        pytest.param(Options, "max_urls", MAX_URLS + 1, id="urls"),
        pytest.param(Options, "max_bytes", MAX_BYTES + 1, id="bytes"),
        pytest.param(Rule, "priority", 1.1, id="priority"),
        # Protocol rule 12: lower case, and no other word.
        pytest.param(Rule, "changefreq", "Daily", id="changefreq"),
        pytest.param(Scope, "paths", "a/", id="unknown-field"),
    ],
)
def test_what_the_declarations_alone_refuse(kind, name, value):
    needed = {Options: {}, Rule: {"match": "a"}, Scope: {"path": "a/"}}[kind]
    msgspec.convert(needed, kind)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(needed | {name: value}, kind)
