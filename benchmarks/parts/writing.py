"""Writing a million entries, beside those who write sitemaps as well."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from benchmarks import TOP
from benchmarks.model import Goal, Group, Row, Setting, Subject
from benchmarks.running import measure, subject

RIVALS = {
    "lxml xmlfile": ("lxml", "--gzip"),
    "django.contrib.sitemaps": ("django", ""),
    "xml-sitemap-writer": ("xml-sitemap-writer", "--gzip"),
}
"""Each with the name of its subject, and how it is told to compress, if it can."""
SCRIPT = TOP / "benchmarks/node/write.js"
OURS, RAW = "scopemap, ready entries", "scopemap, raw pages"
GZIP = "scopemap's gzip alone"
LOOP, RAW_LOOP, KEPT = "bare loop", "bare loop, raw pages", "entries, only made"


def benchmark(setting: Setting) -> Iterator[Group]:
    """Measure each way of writing: from a list, from an iterator, and compressed."""
    for name, flags in (
        ("from a list", ()),
        ("from an iterator", ("--iterator",)),
        ("from a list, with gzip", ("--gzip",)),
    ):
        rows = _measure(setting, name, flags)
        yield Group(
            part="writing",
            name=f"Writing {setting.size(1_000_000, 2_000):,} entries {name}",
            unit="URLs",
            rows=tuple(rows),
            base=LOOP,
            goals=tuple(_goals(rows, flags)),
            remark=_REMARK,
        )


_REMARK = (
    "Each has a loc and a lastmod. What is in a list was made before, and is not"
    " measured; memory is what came on top of it. Bare loops escape, join and write,"
    " and check nothing; that over raw pages encodes, sorts and looks dates up besides."
    " The others write a tenth of the entries, in files of 50,000; ratios are those of"
    " one entry. xml-sitemap-writer always compresses, at level 9."
)


def _measure(setting: Setting, name: str, flags: tuple[str, ...]) -> list[Row]:
    many, few = setting.size(1_000_000, 2_000), setting.size(100_000, 1_000)
    folder = setting.work / name.replace(" ", "-").replace(",", "")
    folder.mkdir()
    subjects = [_own(OURS, "ready", many, flags)]
    if "--iterator" not in flags:
        subjects.append(_own(RAW, "raw", many, flags))
    if "--gzip" in flags:
        subjects.append(_own(GZIP, "gzip", many, ()))
        subjects.append(_own("zlib alone", "zlib", many, (), is_floor=True))
    if "--iterator" in flags:
        subjects.append(_own(KEPT, "kept", many, (), is_floor=True))
    subjects.append(_own(LOOP, "loop", many, flags, is_floor=True))
    if not flags:
        subjects.append(_own(RAW_LOOP, "raw-loop", many, (), is_floor=True))
    subjects.append(_own("finished bytes", "bytes", many, (), is_floor=True))
    subjects += _rivals(few, flags)
    return measure(folder, subjects, setting.count())


def _own(
    name: str, kind: str, number: int, flags: tuple[str, ...], *, is_floor: bool = False
) -> Subject:
    own = tuple(flag for flag in flags if not (is_floor and flag == "--gzip"))
    command = subject("writing", kind, number, "{run}", *own)
    return Subject(name, command, number, "floor" if is_floor else "ours")


def _rivals(number: int, flags: tuple[str, ...]) -> Iterator[Subject]:
    for name, (kind, gzip) in RIVALS.items():
        kept = tuple(flag for flag in flags if flag != "--gzip" or gzip)
        takes_list = kind == "django" and "--iterator" in flags
        why = "it takes a list" if takes_list else ""
        if "--gzip" in flags and not gzip:
            why = "it does not compress"
        command = subject("writing", kind, number, "{run}", *kept)
        yield Subject(name, command, number, "rival", missing=why)
    node = shutil.which("node")
    yield Subject(
        "npm sitemap",
        (node or "", str(SCRIPT), str(number), "{run}", *flags),
        number,
        "rival",
        missing="" if node else "there is no Node.js",
    )


def _goals(rows: list[Row], flags: tuple[str, ...]) -> Iterator[Goal]:
    found = {row.subject: row.cost for row in rows if row.cost is not None}
    number = next(row.units for row in rows if row.subject == OURS)
    if "--gzip" in flags:
        share = found[GZIP].seconds / found["zlib alone"].seconds
        yield Goal("gzip, in parts of zlib's own time", share, 1.1)
        return
    seconds, megabytes = found[OURS].seconds, found[OURS].megabytes
    text = "URLs a CPU-second, ready entries"
    if KEPT in found:
        # What an iterator gives has to be made and kept while the clock runs.
        seconds -= found[KEPT].seconds
        megabytes -= found[KEPT].megabytes
        text += ", their making left out"
    yield Goal(text, number / seconds, 600_000, is_least=True)
    if RAW in found:
        speed = number / found[RAW].seconds
        yield Goal("URLs a CPU-second, raw pages", speed, 200_000, is_least=True)
    yield Goal("memory above the input, MB", megabytes, 60)
