"""Lines of Python with their indentation, and names that cannot clash."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import final

_OWN_WORDS = """
v option options range min max len tuple int divmod fail missing stuck overflow finish push pop failed depth OVER
RuleFailure step go begin rest declining back result block
"""
RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *_OWN_WORDS.split()})
"""Words that mean something in the emitted code already."""


def local_name(name: str) -> str:
    """A local name of a rule as a Python name."""
    return f"{name}_" if name in RESERVED or name.startswith(("fn_", "run_", "do_", "list_", "T_", "R_")) else name


def table_name(name: str) -> str:
    """The constant that holds a table; its name is made of the letters of the table's."""
    return "T_" + re.sub(r"\W+", "_", name).strip("_")


def function_name(name: str) -> str:
    return f"fn_{name}"


def procedure_name(rule: str) -> str:
    """A plain rule: `run_deal` for the phase, `do_place` for what the action does."""
    return rule.replace(" ", "_") if rule.startswith("do ") else f"run_{rule}"


@final
@dataclass(slots=True)
class Code:
    """The body of one Python function while it is being written."""

    lines: list[str] = field(default_factory=list)
    level: int = 1
    counter: list[int] | None = None
    """Shared by the parts of one function, so that names made up do not clash."""

    def add(self, line: str) -> None:
        self.lines.append("    " * self.level + line)

    def temp(self) -> str:
        if self.counter is None:
            self.counter = [0]
        self.counter[0] += 1
        return f"_t{self.counter[0]}"  # an author's name never begins with an underscore

    @contextmanager
    def indented(self, header: str) -> Iterator[None]:
        self.add(header)
        before = len(self.lines)
        self.level += 1
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.level -= 1

    def part(self) -> Code:
        """A place to write lines that may turn out to be needed or not."""
        if self.counter is None:
            self.counter = [0]
        return Code(level=self.level, counter=self.counter)
