"""Where a piece of text came from.

Everything that is read from a file carries a `Span`: two offsets into a `Source`. Lines and columns are worked
out only when somebody looks at them, which is when an error is shown.

    source = Source("game.yaml", "game: ludo\n")
    Span(source, 6, 10).text      # "ludo"
    str(Span(source, 6, 10))      # "game.yaml:1:7"
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import final


@final
@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text that was read, with the name it is shown under."""

    name: str
    text: str = field(repr=False)

    def line_of(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def column_of(self, offset: int) -> int:
        return offset - (self.text.rfind("\n", 0, offset) + 1) + 1

    def line_text(self, offset: int) -> str:
        """The whole line that holds `offset`, without its line break."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")


@final
@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """The characters of `source` from `start` up to, not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        return self.source.column_of(self.start)

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


NOWHERE = Span(Source("<built in>", ""), 0, 0)
"""The place of what no file says, such as the type Player."""
