"""A file in, its text out, free of what the YAML library could trip over or its two parsers disagree about."""

from __future__ import annotations

import re
from pathlib import Path

from boardrules.diagnostics import Diagnostic, Report
from boardrules.source import Source, Span

MOST_BYTES = 2 * 1024 * 1024

# What YAML cannot hold, and what only some programs take for the end of a line.
ODD = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)")
_TAB = re.compile(r"^ *\t[ \t]*(?=[^\s])", re.MULTILINE)
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)


def shown_name(path: Path) -> str:
    """The name a file is shown under: from the current folder where it lies below it."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def real_path(path: Path) -> Path | None:
    """The path with all links followed; None where they lead in a circle or it is no path at all."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def read_file(path: Path, shown: str, report: Report) -> Source | None:
    """Open and decode a file. Line breaks become `\\n` and a byte order mark is dropped; lines and columns stay."""
    nowhere = Span(Source(shown, ""), 0, 0)
    try:
        # A pipe or device would wait or never end.
        if not path.is_file():
            report.add(Diagnostic("missing-file", nowhere, f"there is no file {shown}"))
            return None
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "not a file name"
        report.add(Diagnostic("missing-file", nowhere, f"{shown} cannot be read: {reason}"))
        return None
    if len(raw) > MOST_BYTES:
        report.add(_too_large(nowhere))
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = raw.count(b"\n", 0, problem.start) + 1
        report.add(Diagnostic("bad-encoding", nowhere, f"line {line} is not UTF-8 text", help="save the file as UTF-8"))
        return None
    return Source(shown, text.replace("\r\n", "\n"))


def _too_large(at: Span) -> Diagnostic:
    return Diagnostic("file-too-large", at, "the file is larger than 2 MiB", help="split it with `include`")


def is_readable(source: Source, report: Report) -> bool:
    """What can be refused before the parser sees the text."""
    text = source.text
    # Most texts need no second copy: a character has one byte at least and four at most.
    if len(text) > MOST_BYTES // 4 and len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        report.add(_too_large(Span(source, 0, 0)))
        return False
    odd = ODD.search(text, 1 if text.startswith("\ufeff") else 0)
    if odd:
        report.add(odd_character(Span(source, odd.start(), odd.end()), odd.group()))
        return False
    tab = _TAB.search(text)
    if tab:
        at = Span(source, tab.start(), tab.end())
        report.add(Diagnostic("yaml-syntax", at, "a tab cannot stand here", help="indent with spaces"))
        return False
    directive = _DIRECTIVE.search(text)
    if directive:
        at = Span(source, directive.start(), directive.start() + 1)
        report.add(Diagnostic("yaml-syntax", at, "a line cannot begin with %"))
        return False
    return True


def odd_character(at: Span, found: str) -> Diagnostic:
    name = f"U+{ord(found):04X}"
    if found in "\r\x85\u2028\u2029":
        return Diagnostic("yaml-syntax", at, f"a line ends with {name}", help="end it with a plain line break")
    return Diagnostic("yaml-syntax", at, f"the character {name} cannot stand in a game file")
