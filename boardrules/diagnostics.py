"""What a stage has to say about a game file, and how it is shown.

A stage adds `Diagnostic`s to a `Report` and goes on as far as it can; the pipeline stops between stages. There is
one way to show them all:

    games/tidepool/game.yaml:41:16: error[unknown-name]: no value is called 'hnad'
      41 |     when: size(hnad[player]) > 0
         |                ^^^^
      help: did you mean 'hand'?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, final

from boardrules.codes import CODES
from boardrules.source import Span

Severity = Literal["error", "warning"]

WIDEST = 160
"""Longer lines are cut around the place that is meant."""

MOST_SHOWN = 100
"""More mistakes than this are counted, not listed: the first ones are what an author mends."""


@final
@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, where, and what would help."""

    code: str
    span: Span
    message: str
    help: str | None = None
    related: tuple[tuple[Span, str], ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        assert self.code in CODES, f"{self.code} is missing in codes.py"

    def render(self) -> str:
        parts = [f"{self.span}: {self.severity}[{self.code}]: {self.message}", *excerpt(self.span)]
        for span, label in self.related:
            parts.append(f"  {span}: {label}")
            parts += excerpt(span)
        if self.help:
            parts.append(f"  help: {self.help}")
        return "\n".join(parts)


@final
class Report:
    """Collects diagnostics over the stages of one load."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, str], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        span = diagnostic.span
        # The same rule may be checked once for every number of players: say it once.
        key = (diagnostic.code, span.source.name, span.start, diagnostic.message)
        self._found.setdefault(key, diagnostic)

    @property
    def has_errors(self) -> bool:
        return any(found.severity == "error" for found in self._found.values())

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self if found.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self if found.severity == "warning")

    def __iter__(self) -> Iterator[Diagnostic]:
        """In the order of files and lines."""
        return iter(sorted(self._found.values(), key=lambda one: (one.span.source.name, one.span.start)))

    def __len__(self) -> int:
        return len(self._found)


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    every = list(diagnostics)
    shown = [one.render() for one in every[:MOST_SHOWN]]
    if len(every) > MOST_SHOWN:
        shown.append(f"... and {len(every) - MOST_SHOWN} more")
    return "\n".join(shown)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The nearest known word as a question, or nothing when none is near."""
    from difflib import get_close_matches

    known = set(known)
    near = get_close_matches(word, sorted(known), n=1, cutoff=0.62)
    if not near:  # two letters swapped in a short word are too far for it
        near = [one for one in sorted(known) if sorted(one.lower()) == sorted(word.lower())]
    return f"did you mean '{near[0]}'?" if near else None


def excerpt(span: Span) -> list[str]:
    """The line of the span with a caret under it; nothing for what stands in no file."""
    if not span.source.text:
        return []
    # Tabs become one blank each, so that the caret stands under what it means.
    line = span.source.line_text(span.start).replace("\t", " ")
    number = str(span.line)
    width = max(1, min(span.end - span.start, len(line) - span.column + 1))
    first_line = span.text.split("\n", 1)[0].rstrip()
    if "\n" in span.text and first_line:
        width = len(first_line)
    gutter = " " * len(number)
    line, before = _cut(line, span.column - 1)
    width = max(1, min(width, len(line) - before))
    return [f"  {number} | {line}", f"  {gutter} | {' ' * before}{'^' * width}"]


def _cut(line: str, at: int) -> tuple[str, int]:
    """A long line around the place `at`, and where that place is in what is left of it."""
    if len(line) <= WIDEST:
        return line, at
    start = max(0, min(at - WIDEST // 3, len(line) - WIDEST))
    head, tail = "..." if start else "", "..." if start + WIDEST < len(line) else ""
    return head + line[start : start + WIDEST] + tail, at - start + len(head)
