from pathlib import Path

import pytest

from scopemap import errors

DENIED = PermissionError(13, "Permission denied")
ODD = OSError("odd")


@pytest.mark.parametrize(
    ("error", "message", "evidence"),
    [
        pytest.param(
            errors.OptionError("scopes[2].path", "'x:' must be a path"),
            "scopes[2].path: 'x:' must be a path",
            {"where": "scopes[2].path", "problem": "'x:' must be a path"},
            id="option",
        ),
        pytest.param(
            errors.UrlError("ftp://e.com/\n", "must begin with https://"),
            r"'ftp://e.com/\n' must begin with https://",
            {"url": "ftp://e.com/\n", "problem": "must begin with https://"},
            id="url",
        ),
        pytest.param(
            errors.CharacterError("a\0b", "\0"),
            r"'a\x00b' holds '\x00', which XML does not allow",
            {"text": "a\0b", "character": "\0"},
            id="character",
        ),
        pytest.param(
            errors.ScopeError("https://e.com/a/sitemap.xml", "https://e.com/b"),
            "https://e.com/a/sitemap.xml may not list https://e.com/b:"
            " it lies outside its folder",
            {"sitemap": "https://e.com/a/sitemap.xml", "loc": "https://e.com/b"},
            id="scope",
        ),
        pytest.param(
            errors.TransformError("a.html", "gave 5; it must be an Entry or None"),
            "transform: a.html: gave 5; it must be an Entry or None",
            {"page": "a.html", "problem": "gave 5; it must be an Entry or None"},
            id="transform",
        ),
        pytest.param(
            errors.OutputError(Path("site"), DENIED),
            "site: Permission denied",
            {"path": Path("site"), "cause": DENIED},
            id="output",
        ),
        pytest.param(
            errors.OutputError(Path("site"), ODD),
            "site: odd",
            {"path": Path("site"), "cause": ODD},
            id="output-without-a-system-error",
        ),
    ],
)
def test_an_error_tells_its_evidence_and_keeps_it(error, message, evidence):
    assert str(error) == message
    assert {name: getattr(error, name) for name in evidence} == evidence


def test_one_base_stands_above_all():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    raised = {kind for kind in kinds if issubclass(kind, Exception)}
    assert raised - {errors.ScopemapError} == set(errors.ScopemapError.__subclasses__())


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        pytest.param("https://me:pw@e.com/a", "https://…@e.com/a", id="user"),
        pytest.param("https://me:p@w@e.com/a", "https://…@e.com/a", id="at-sign"),
        pytest.param("me:pw@e.com/a", "…@e.com/a", id="no-scheme"),
        pytest.param("//me:pw@e.com/a", "…@e.com/a", id="scheme-left-out"),
        pytest.param("https://me:p/w@e.com/a", "https://…@e.com/a", id="slash"),
        pytest.param("https://e.com/a:b", "https://e.com/a:b", id="none"),
    ],
)
def test_a_user_name_is_not_shown(url, shown):
    error = errors.UrlError(url, "is wrong")
    assert (str(error), error.url) == (f"{shown!r} is wrong", url)
