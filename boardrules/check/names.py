"""Everything a game declares, by name, while it is being checked; and the names that one rule can see.

There are three name spaces: values (members, options, tables, state, functions and local names), procedures (phases
and actions), and words after a dot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, final

from boardrules.check import messages
from boardrules.diagnostics import Diagnostic, Report
from boardrules.ir import exprs
from boardrules.ir.rules import Decision, Function, Grid, Parameter, Table, Variable
from boardrules.ir.types import ERROR, Enum, Int, ListOf, Simple, Type
from boardrules.ir.walk import walk
from boardrules.lang import nodes
from boardrules.source import NOWHERE, Span

if TYPE_CHECKING:
    from boardrules.check.chance import Die


@final
@dataclass(frozen=True, slots=True)
class Typed:
    """An expression with its type. A ListOf has no number: `domain` says what to go through."""

    value: exprs.Expr
    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    domain: exprs.Domain | None = None


@final
@dataclass(frozen=True, slots=True)
class RowOf:
    """A table of the state with only its first keys given, as in `total(hold[player])`."""

    variable: Variable
    keys: tuple[exprs.Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Value: TypeAlias = Typed | RowOf

OUTCOME = "outcome"
"""What luck has brought, as a name in the rule that asked for it; authors cannot use the word."""

BROKEN = Typed(exprs.Const(0), ERROR)
"""What a mistake that has been reported evaluates to."""


@final
@dataclass(frozen=True, slots=True)
class TableInfo:
    """A constant table; `type` is that of its entries."""

    table: Table
    type: Type
    span: Span = NOWHERE


@final
@dataclass(slots=True)
class FunctionInfo:
    """A function; its body is worked out when somebody first needs it."""

    head: nodes.Head
    body: nodes.Expr
    params: tuple[Parameter, ...]
    in_work: bool = False
    done: Function | None = None


@final
@dataclass(frozen=True, slots=True)
class ProcedureInfo:
    """The head of a phase or an action. `chosen` are the parameters that the player picks."""

    kind: str
    params: tuple[Parameter, ...]
    span: Span
    chosen: tuple[Parameter, ...] = ()


@final
class Names:
    """The names of one game. Stages of the checker fill it in the order of the fields."""

    def __init__(self, report: Report, players: int) -> None:
        self.report = report
        self.players = players
        self.types: dict[str, Simple] = {}
        self.type_spans: dict[str, Span] = {}
        self.members: dict[str, tuple[Enum, int]] = {}
        self.hideable: set[str] = set()  # members of grid-made types, which a local name may hide
        self.option_words: dict[str, list[tuple[Enum, int]]] = {}
        self.constants: dict[str, Typed] = {}
        self.tables: dict[str, TableInfo] = {}
        self.grids: list[Grid] = []
        self.dice: dict[str, Die] = {}
        self.state: dict[str, Variable] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self.words: dict[str, Type] = {}
        self.procedures: dict[str, ProcedureInfo] = {}
        self.used: set[str] = set()
        self.called: set[str] = set()
        self.decisions: list[Decision] = []
        self.rules: list[Span] = [NOWHERE]
        self.clashing: set[str] = set()  # names that stand for two things, which has been said
        self.later: dict[str, str] = {}  # what types and tables cannot use yet, and what it is
        self._declared: dict[str, Span] = {}
        self._fresh = 0

    def add(self, diagnostic: Diagnostic) -> None:
        self.report.add(diagnostic)

    def rule(self, span: Span) -> int:
        """A number for a place that may fail while the game is played."""
        self.rules.append(span)
        return len(self.rules) - 1

    def fresh(self) -> str:
        """A local name that no author can write."""
        self._fresh += 1
        return f"_{self._fresh}"

    def declare(self, name: str, span: Span) -> bool:
        """Takes a name among the values; False, after a report, where it is taken already."""
        if name == OUTCOME:
            self.clashing.add(name)
            self.add(messages.taken_word(span, name))
            return False
        if name in self._declared or name in self.members:
            self.clashing.add(name)
            of = self.members[name][0].name if name in self.members else ""
            self.add(messages.duplicate_name(span, name, self._declared.get(name) or self.type_spans.get(of)))
            return False
        self._declared[name] = span
        return True

    def declared_at(self, name: str) -> Span | None:
        return self._declared.get(name)

    def is_spoilt(self, name: str) -> bool:
        """Whether something has this name that could not be read, or two things have it: more would only confuse."""
        if name in self.clashing:
            return True
        sound = (self.constants, self.state, self.tables, self.functions, self.members, self.dice)
        return name in self._declared and not any(name in known for known in sound)

    @property
    def player(self) -> Enum:
        player = self.types["Player"]
        assert isinstance(player, Enum)
        return player

    def type_named(self, name: str, span: Span) -> Simple | None:
        if name not in self.types:
            self.add(messages.unknown_type(word_in(span, name), name, self.types))
            return None
        return self.types[name]

    def own_tables(self) -> Iterable[str]:
        """The tables that the game names, without those that grids and functions come with."""
        return (name for name in self.tables if name.isidentifier())

    def value_names(self) -> Iterable[str]:
        yield from self._declared
        yield from self.members


@final
@dataclass(frozen=True, slots=True)
class Scope:
    """The local names of a rule at one point, and what has been found out about values there."""

    locals: Mapping[str, Type] = field(default_factory=dict)
    known: Mapping[exprs.Expr, Type] = field(default_factory=dict)
    """Expressions whose type is narrower here than declared, since a condition said so."""

    def bind(self, name: str, type: Type) -> Scope:
        return Scope({**self.locals, name: type}, self.known)

    def knowing(self, facts: Mapping[exprs.Expr, Type]) -> Scope:
        return Scope(self.locals, {**self.known, **facts}) if facts else self

    def forgetting(self, written: set[str] | None) -> Scope:
        """Drops what was known of these pieces of state; of all of them for None."""

        def stays(one: exprs.Expr) -> bool:
            reads = {node.state for node in walk(one) if isinstance(node, exprs.Read)}
            return not reads if written is None else not reads & written

        return Scope(self.locals, {one: type for one, type in self.known.items() if stays(one)})


def word_in(span: Span, word: str) -> Span:
    """The place of a word inside a longer span."""
    at = re.search(rf"\b{re.escape(word)}\b", span.text)
    return Span(span.source, span.start + at.start(), span.start + at.end()) if at else span


def elements(type: Type) -> Int | Enum | None:
    """What going through a value of this type gives, where that is possible."""
    match type:
        case ListOf(of):
            return of
        case Enum(holds=holds) if holds is not None:
            return holds
    return None


def bind_new(names: Names, scope: Scope, name: str, type: Type, span: Span) -> Scope:
    """The scope with one more local name; hiding another name is reported."""
    if name == OUTCOME:
        names.add(messages.taken_word(span, name))
    elif name in scope.locals:
        names.add(messages.shadowed_name(span, name, "a name in this rule"))
    elif (name in names.members and name not in names.hideable) or names.declared_at(name) is not None:
        what = "the name of something else in the game"
        names.add(messages.shadowed_name(span, name, what, names.declared_at(name)))
    return scope.bind(name, type)
