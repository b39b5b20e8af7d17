"""Loading: what a user wrote becomes checked options, or one clear error."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from scopemap import urls
from scopemap.errors import OptionError, UrlError
from scopemap.functions import load_function
from scopemap.languages import canonical_tag
from scopemap.moments import parse_when
from scopemap.options import Language, Options, Rule, Scope
from scopemap.patterns import compile_pattern


def load_options(
    raw: Mapping[str, object],
    *,
    where: Callable[[str], str] = str,
    folder: Path | None = None,
    defaults: Mapping[str, object] | None = None,
    text: bool = False,
) -> Options:
    """Check what a user wrote and turn it into options.

    `where` gives an option's name as its user knows it (`SCOPEMAP_INDEX`), `folder`
    is where `transform` is looked for, `defaults` are the generator's own. A value
    of None counts as not given; with `text`, numbers and truth values may come as
    text, as from a command line. Raises OptionError for the first fault.
    """
    for name in raw:
        if name not in Options.__struct_fields__:
            raise OptionError(where(str(name)), _unknown(str(name), where))
    given = {name: value for name, value in raw.items() if value is not None}
    for name, value in given.items():
        if isinstance(value, set | frozenset):
            raise OptionError(
                where(name), f"{value!r} must be a list, which has an order"
            )
    _check_languages(given.get("languages"), where("languages"))
    merged = {**(defaults or {}), **{n: _plain(n, v) for n, v in given.items()}}
    try:
        options = msgspec.convert(merged, Options, strict=not text)
    except msgspec.ValidationError as error:
        raise _translate(error, merged, where) from error
    return _checked(options, where, folder)


def _check_languages(value: object, where: str) -> None:
    """Check what msgspec has no place for in its messages: the values of a mapping."""
    if not isinstance(value, Mapping):
        return
    for tag, base in value.items():
        place = f"{where}.{tag}"
        if not isinstance(tag, str):
            # YAML 1.1 reads Norwegian's tag, no, as a truth value.
            raise OptionError(where, f"{tag!r} must be text")
        if not isinstance(base, str | Mapping):
            raise OptionError(place, f"{base!r} must be a folder or a base URL")
        if isinstance(base, Mapping):
            _check_language_fields(base, place)


def _check_language_fields(language: Mapping[object, object], where: str) -> None:
    for key in language:
        if key not in Language.__struct_fields__:
            raise OptionError(f"{where}.{key}", "must be one of base, trusted")
    if "base" not in language:
        raise OptionError(where, "must have base")
    if not isinstance(language["base"], str):
        problem = f"{language['base']!r} must be a folder or a base URL"
        raise OptionError(f"{where}.base", problem)
    if not isinstance(trusted := language.get("trusted", False), bool):
        raise OptionError(f"{where}.trusted", f"{trusted!r} must be true or false")


def check_base_url(url: str, where: str) -> str:
    """Give a base URL in normal form; raises OptionError, which names `where`."""
    try:
        return urls.base_url(url)
    except UrlError as error:
        raise OptionError(where, str(error)) from error


def _unknown(name: str, where: Callable[[str], str]) -> str:
    near = difflib.get_close_matches(name, Options.__struct_fields__, n=1)
    hint = f"; did you mean {where(near[0])}?" if near else ""
    return (
        f"there is no such option{hint} (all: {', '.join(Options.__struct_fields__)})"
    )


# YAML 1.1 reads the bare words yes, no, on and off as truth values.
_TRUTH = {
    "publish": {True: "yes", False: "no"},
    "index": {True: "always", False: "never"},
    "robots": {True: "always", False: "never"},
    "x_default": {False: ""},
    "git_ignore_revs": {False: ""},
}


def _plain(name: str, value: object) -> object:
    if isinstance(value, bool):
        return _TRUTH.get(name, {}).get(value, value)
    if name == "scopes" and isinstance(value, list | tuple):
        return [item if isinstance(item, Mapping) else {"path": item} for item in value]
    if name == "languages" and isinstance(value, Mapping):
        return {
            tag: {"base": base} if isinstance(base, str) else base
            for tag, base in value.items()
        }
    if name == "base_url" and isinstance(value, str):
        return value.strip()
    return value


# Stands for a zone that nobody gave; told from others by identity.
_NO_ZONE = timezone(timedelta(0), "none")

_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "a mapping",
    "str": "text",
}


def _translate(
    error: msgspec.ValidationError,
    raw: Mapping[str, object],
    where: Callable[[str], str],
) -> OptionError:
    """Say in the user's words what msgspec found: the place, the fault, the remedy."""
    problem, _, path = str(error).partition(" - at `")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    name = steps[0][0]
    place = where(name) + "".join(
        f".{key}" if key else f"[{index}]" for key, index in steps[1:]
    )
    if match := re.match(r"Invalid enum value (.*)", problem):
        allowed = ", ".join(_words(Options, [key for key, _ in steps if key]))
        other = ", or a list" if place == where("scopes") else ""
        return OptionError(place, f"{match[1]} must be one of {allowed}{other}")
    if match := re.match(r"Expected `(.*?)`, got `(.*?)`", problem):
        kinds = [_KINDS.get(kind, kind) for kind in match[1].split(" | ")]
        got = _at(raw[name], steps[1:])
        expected = " or ".join(dict.fromkeys(kinds))
        return OptionError(place, f"{got!r} must be {expected}")
    if match := re.match(r"Expected `\w+` (<=|>=) (.*)", problem):
        bound = {"<=": "at most", ">=": "at least"}[match[1]]
        got = _at(raw[name], steps[1:])
        limit = match[2].removesuffix(".0")
        return OptionError(place, f"{got!r} must be {bound} {limit}")
    if match := re.match(r"Object contains unknown field `(.*)`", problem):
        allowed = ", ".join((Scope if name == "scopes" else Rule).__struct_fields__)
        return OptionError(f"{place}.{match[1]}", f"must be one of {allowed}")
    if match := re.match(r"Object missing required field `(.*)`", problem):
        return OptionError(place, f"must have {match[1]}")
    return OptionError(place, problem[0].lower() + problem[1:])


def _words(struct: Any, names: list[str]) -> tuple[str, ...]:
    hint = get_type_hints(struct)[names[0]]
    if len(names) > 1:
        return _words(Rule, names[1:])
    words: list[str] = []
    stack = [hint]
    while stack:
        kind = stack.pop()
        words += [word for word in get_args(kind) if isinstance(word, str)]
        stack += [part for part in get_args(kind) if get_args(part)]
    return tuple(words)


def _at(value: Any, steps: list[tuple[str, str]]) -> object:
    for key, index in steps:
        value = value[key] if key else value[int(index)]
    return value


def _checked(
    options: Options, where: Callable[[str], str], folder: Path | None
) -> Options:
    changes: dict[str, object] = {}
    if options.base_url:
        changes["base_url"] = check_base_url(options.base_url, where("base_url"))
    if not isinstance(options.scopes, str):
        changes["scopes"] = _check_scopes(options.scopes, where("scopes"))
    for name in ("exclude", "include", "files"):
        for number, pattern in enumerate(getattr(options, name)):
            _check_pattern(pattern, f"{where(name)}[{number}]")
    changes["rules"] = tuple(
        _check_rule(rule, f"{where('rules')}[{number}]")
        for number, rule in enumerate(options.rules)
    )
    changes["languages"] = _check_tags(options.languages, where("languages"))
    if options.x_default:
        changes["x_default"] = _check_tag(options.x_default, where("x_default"))
    for name in ("state", "manifest"):
        file = getattr(options, name)
        if file is not None:
            if not file.endswith(".json"):
                raise OptionError(where(name), f"{file!r} must end in .json")
            changes[name] = str((folder or Path()).resolve() / file)
    changes["transform"] = load_function(options.transform, where("transform"), folder)
    return msgspec.structs.replace(options, **changes)


def _check_scopes(scopes: tuple[Scope, ...], where: str) -> tuple[Scope, ...]:
    checked: list[Scope] = []
    for number, scope in enumerate(scopes):
        place = f"{where}[{number}]"
        path = _check_folder(scope.path, f"{place}.path")
        if any(other.path == path for other in checked):
            raise OptionError(f"{place}.path", f"{scope.path!r} stands there twice")
        _check_name(scope.name, f"{place}.name")
        checked.append(msgspec.structs.replace(scope, path=path))
    return tuple(checked)


def _check_folder(path: str, where: str) -> str:
    text = path.removeprefix("/")
    segments = text.removesuffix("/").split("/")
    strange = "://" in path or any(c in path for c in "\\?#*")
    if strange or {".", ".."} & set(segments) or (text and "" in segments):
        raise OptionError(
            where, f"{path!r} must be a path below the base URL, like docs/"
        )
    return text if not text or text.endswith("/") else f"{text}/"


def _check_tags(languages: dict[str, Language], where: str) -> dict[str, Language]:
    checked: dict[str, Language] = {}
    for tag, language in languages.items():
        place = f"{where}.{tag}"
        known = _check_language(language, place)
        if known.base in [other.base for other in checked.values()]:
            raise OptionError(place, f"{language.base!r} is another language's already")
        canonical = _check_tag(tag, place)
        if canonical in checked:
            raise OptionError(place, f"{tag!r} stands there twice")
        checked[canonical] = known
    return checked


def _check_tag(tag: str, where: str) -> str:
    canonical = canonical_tag(tag)
    if canonical is None:
        raise OptionError(where, f"{tag!r} must be a language tag, like de or pt-BR")
    return canonical


def _check_language(language: Language, where: str) -> Language:
    if "://" in language.base:
        return msgspec.structs.replace(
            language, base=check_base_url(language.base, where)
        )
    return msgspec.structs.replace(language, base=_check_folder(language.base, where))


def _check_name(name: str, where: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{,99}\.xml", name):
        raise OptionError(where, f"{name!r} must be a plain file name, like pages.xml")
    if name.lower() == "robots.xml":
        raise OptionError(where, f"{name!r} would have robots.txt for its text form")
    if re.fullmatch(r"sitemap-index(-\d+)?\.xml", name, re.IGNORECASE):
        raise OptionError(where, f"{name!r} is the name of the index")


def _check_pattern(pattern: str, where: str) -> None:
    try:
        compile_pattern(pattern)
    except ValueError as error:
        raise OptionError(where, f"{pattern!r} {error}") from error


def _check_rule(rule: Rule, where: str) -> Rule:
    _check_pattern(rule.match, f"{where}.match")
    if rule.lastmod is None or rule.lastmod is False:
        return rule
    try:
        lastmod = parse_when(rule.lastmod, _NO_ZONE)
    except ValueError as error:
        raise OptionError(
            f"{where}.lastmod", f"{rule.lastmod!r} {error}, or false"
        ) from error
    if isinstance(lastmod, datetime) and lastmod.tzinfo is _NO_ZONE:
        raise OptionError(
            f"{where}.lastmod", f"{rule.lastmod!r} must have a zone, as in +00:00"
        )
    return msgspec.structs.replace(rule, lastmod=lastmod)
