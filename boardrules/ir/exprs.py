"""Expressions over whole numbers: what a rule computes.

The checker makes them with state and tables by name (`Read`, `Lookup`); lowering turns state into places of the
vector (`Load`). They have no types and no positions: every value is a number, and what may fail carries the number of
its rule (`Checked`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, final

BinaryOp = Literal["+", "-", "*", "//", "ceil", "mod", "==", "!=", "<", "<=", ">", ">=", "|", "&", "&~", "min", "max"]
FoldKind = Literal["any", "all", "count", "sum", "min", "max", "first", "set", "run", "best"]


@final
@dataclass(frozen=True, slots=True)
class Const:
    value: int


@final
@dataclass(frozen=True, slots=True)
class Local:
    """A parameter, a loop variable, or what a `let` named."""

    name: str


@final
@dataclass(frozen=True, slots=True)
class Read:
    """A cell of the state, by name; gone after lowering."""

    state: str
    keys: tuple[Expr, ...]


@final
@dataclass(frozen=True, slots=True)
class Load:
    """A place of the state vector: `vector[offset + index]`."""

    offset: int
    index: Expr | None


@final
@dataclass(frozen=True, slots=True)
class Lookup:
    """An entry of a constant table."""

    table: str
    keys: tuple[Expr, ...]


@final
@dataclass(frozen=True, slots=True)
class Call:
    """A function of the game."""

    function: str
    args: tuple[Expr, ...]


@final
@dataclass(frozen=True, slots=True)
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr


@final
@dataclass(frozen=True, slots=True)
class Not:
    value: Expr


@final
@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expr, ...]


@final
@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expr, ...]


@final
@dataclass(frozen=True, slots=True)
class Pick:
    """One of two values; the other is not computed."""

    condition: Expr
    yes: Expr
    no: Expr


@final
@dataclass(frozen=True, slots=True)
class Bind:
    """`body` with `name` standing for `value`, computed once."""

    name: str
    value: Expr
    body: Expr


@final
@dataclass(frozen=True, slots=True)
class OneOf:
    """Whether `value` is one of some constants."""

    value: Expr
    values: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Within:
    """Whether `value` occurs in a domain that is no constant."""

    value: Expr
    domain: Domain


@final
@dataclass(frozen=True, slots=True)
class HasBit:
    """Whether `value` is in the set `bits`, whose first member is `low`."""

    bits: Expr
    value: Expr
    low: int


@final
@dataclass(frozen=True, slots=True)
class BitOf:
    """The set that holds `value` alone."""

    value: Expr
    low: int


@final
@dataclass(frozen=True, slots=True)
class SizeOf:
    """How many members a set has."""

    bits: Expr


@final
@dataclass(frozen=True, slots=True)
class Nth:
    """The element of a row at `index`, counted from 0."""

    row: Row
    index: Expr


@final
@dataclass(frozen=True, slots=True)
class LengthOf:
    """How many elements a row has."""

    row: Row


@final
@dataclass(frozen=True, slots=True)
class Checked:
    """`value`, which must lie between `low` and `high`; otherwise the rule fails.

    `present` where the one thing that can be wrong is that the value is none.
    """

    value: Expr
    low: int
    high: int
    rule: int
    present: bool = False


@final
@dataclass(frozen=True, slots=True)
class Loop:
    """Goes through a domain; `where` is tested as soon as the name is bound."""

    name: str
    domain: Domain
    where: tuple[Expr, ...] = ()


@final
@dataclass(frozen=True, slots=True)
class Key:
    """A criterion of an order: the lowest, or the highest, comes first."""

    value: Expr
    highest: bool


@final
@dataclass(frozen=True, slots=True)
class Fold:
    """Combines `body` over all bindings of the loops.

    `none` is what `first` and `best` give when there is nothing, `rule` what fails for `min` and `max` of nothing,
    `low` the first member of the set that `set` builds.
    """

    kind: FoldKind
    loops: tuple[Loop, ...]
    body: Expr
    none: int = 0
    low: int = 0
    order: tuple[Key, ...] = ()
    rule: int = 0


Expr: TypeAlias = (
    Const | Local | Read | Load | Lookup | Call | Binary | Not | And | Or | Pick | Bind | OneOf | Within | HasBit
    | BitOf | SizeOf | Nth | LengthOf | Checked | Fold
)  # fmt: skip


# ---- what a loop can go through


@final
@dataclass(frozen=True, slots=True)
class Span:
    """All numbers from `low` to `high`."""

    low: Expr
    high: Expr


@final
@dataclass(frozen=True, slots=True)
class Values:
    """Constants, in this order."""

    values: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Row:
    """The sequence that a constant table holds at `keys`; only its first `number` where that is given."""

    table: str
    keys: tuple[Expr, ...]
    number: Expr | None = None


@final
@dataclass(frozen=True, slots=True)
class Bits:
    """The members of a set, in order."""

    bits: Expr
    low: int


@final
@dataclass(frozen=True, slots=True)
class Round:
    """`low` to `high`, beginning with `start` and going round."""

    low: int
    high: int
    start: Expr


Domain: TypeAlias = Span | Values | Row | Bits | Round

TRUE = Const(1)
FALSE = Const(0)


def both(parts: tuple[Expr, ...]) -> Expr:
    """All of the conditions as one."""
    flat = tuple(part for part in parts if part != TRUE)
    if not flat:
        return TRUE
    return flat[0] if len(flat) == 1 else And(flat)
