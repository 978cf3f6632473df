"""Shapes of output: data as JSON, columns, and progress for whoever waits."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import Any, final


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def aligned(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset(), indent: str = "") -> list[str]:
    """Rows as lines with columns of equal width; the columns in `right` are set to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows else []
    return [
        indent
        + "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def in_columns(entries: Sequence[str], width: int, indent: str = "  ") -> list[str]:
    """Entries downwards in as many columns as fit; a few entries stay one below the other."""
    if not entries:
        return []
    widest = max(map(len, entries)) + 3
    most = max(1, (width - len(indent)) // widest)
    columns = 1 if len(entries) <= 6 else min(most, -(-len(entries) // 4))
    height = -(-len(entries) // columns)
    return [indent + "".join(entry.ljust(widest) for entry in entries[row::height]).rstrip() for row in range(height)]


def counted(number: int, one: str, several: str | None = None) -> str:
    """`1 error`, `2 errors`"""
    return f"{number} {one if number == 1 else several or one + 's'}"


@final
class Progress:
    """A line on stderr that says how far the work is: only on a terminal, and only when it takes long."""

    PATIENCE = 2.0
    EVERY = 0.2

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()
        self._next = time.monotonic() + self.PATIENCE
        self._shown = 0

    def tell(self, text: str) -> None:
        if not self._wanted or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self.EVERY
        sys.stderr.write(f"\r{text.ljust(self._shown)}")
        sys.stderr.flush()
        self._shown = len(text)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write(f"\r{' ' * self._shown}\r")
            sys.stderr.flush()
