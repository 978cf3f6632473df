"""Typed rules: a whole game for one number of players and one set of options, with every name resolved.

The checker makes this value; lowering turns it into a program.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, final

from boardrules.ir.exprs import Expr, Loop
from boardrules.ir.statements import Body
from boardrules.ir.types import Enum, Simple, Storable, Type
from boardrules.source import Span


@final
@dataclass(frozen=True, slots=True)
class Table:
    """A constant table: entries are numbers, or rows of numbers, in the order of the keys."""

    name: str
    keys: tuple[Simple, ...]
    entries: tuple[int, ...] | tuple[tuple[int, ...], ...] = field(repr=False)


@final
@dataclass(frozen=True, slots=True)
class Variable:
    """A piece of state: one cell for each combination of keys. `start` is computed per cell, keys bound by name."""

    name: str
    keys: tuple[Simple, ...]
    key_names: tuple[str, ...]
    type: Storable
    start: Expr
    span: Span = field(compare=False, repr=False)
    is_bag: bool = False
    """A bag: how many there are of each member, which is the last key."""


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: Simple | Type


@final
@dataclass(frozen=True, slots=True)
class Function:
    name: str
    params: tuple[Parameter, ...]
    type: Type
    body: Expr
    span: Span = field(compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    params: tuple[Parameter, ...]
    body: Body
    span: Span = field(compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Shown:
    """A value inside a text: what it is and how to say it."""

    value: Expr
    type: Type


@final
@dataclass(frozen=True, slots=True)
class Seen:
    """A value that a condition looked at, with the words it was written in."""

    label: str
    value: Expr
    type: Type


TextParts: TypeAlias = tuple[str | Shown, ...]
"""A sentence with values in it."""


@final
@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an action: tested once the first `depth` chosen parameters are known."""

    test: Expr
    depth: int
    text: str = field(repr=False)
    seen: tuple[Seen, ...] = field(repr=False)
    sentences: tuple[tuple[str, TextParts], ...] = field(repr=False)
    """The author's sentence by language; empty where there is none."""
    implied: bool
    """The domain of a parameter sees to it: it matters only when a choice from outside is judged."""
    span: Span = field(compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Action:
    """Something a player may do. A choose of values is one too; its name is the choose's label.

    `listing` goes through everything that is legal: one loop per chosen parameter, with the conditions hoisted.
    `captured` are the names that a choose of values takes from the rule around it.
    """

    name: str
    given: tuple[Parameter, ...]
    chosen: tuple[Parameter, ...]
    domains: tuple[Loop, ...]
    conditions: tuple[Condition, ...]
    titles: tuple[tuple[str, TextParts], ...] = field(repr=False)
    body: Body
    captured: tuple[Parameter, ...]
    is_value_choice: bool
    span: Span = field(compare=False, repr=False)
    weight: Expr | None = None
    """For luck: how likely a choice is, beside the others; None where all are equal."""


@final
@dataclass(frozen=True, slots=True)
class Offer:
    """One entry of a choose: an action, what the rule gives it, and parameters the rule fixes by name."""

    action: str
    given: tuple[Expr, ...]
    fixed: tuple[tuple[str, Expr], ...] = ()
    where: Expr | None = None


@final
@dataclass(frozen=True, slots=True)
class Decision:
    """A choose; `rule` is its place.

    `if_none` is what happens without an option. A choose of values binds its parameters, then runs `then`. The answer
    that declines leaves the loop around the choose if `leaves`, and goes on after the choose if not.
    """

    label: str | None
    inside: str
    by: Expr
    offers: tuple[Offer, ...]
    decline: Offer | None
    leaves: bool
    if_none: Body | None
    then: Body
    rule: int
    stream: str | None = None
    """For luck: the die, bag or cell whose stream of outcomes answers."""


@final
@dataclass(frozen=True, slots=True)
class ScoringLine:
    name: str
    value: Expr


@final
@dataclass(frozen=True, slots=True)
class Criterion:
    value: Expr
    highest: bool


@final
@dataclass(frozen=True, slots=True)
class Fact:
    """An invariant: a condition with the name it is reported under."""

    name: str
    test: Expr
    rule: int


@final
@dataclass(frozen=True, slots=True)
class Grid:
    """How a board of squares is drawn."""

    square: Enum
    columns: int
    rows: int


@final
@dataclass(frozen=True, slots=True)
class Rules:
    """The whole game. `rules` are the places that a rule number stands for."""

    game: str
    players: int
    seats: tuple[str, ...]
    types: tuple[Enum, ...]
    tables: tuple[Table, ...]
    state: tuple[Variable, ...]
    functions: tuple[Function, ...]
    phases: tuple[Phase, ...]
    actions: tuple[Action, ...]
    decisions: tuple[Decision, ...]
    scoring: tuple[ScoringLine, ...]
    winner: tuple[Criterion, ...]
    invariants: tuple[Fact, ...]
    grids: tuple[Grid, ...]
    pending: int
    rules: tuple[Span, ...] = field(repr=False)
